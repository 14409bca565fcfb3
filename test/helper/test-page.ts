import type { PageFiles } from '../../src/routes/page.ts'

/** The page as the routes see it. What is in it matters to tests with a browser alone. */
export const TEST_PAGE: PageFiles = {
  show: async (c, status, own) =>
    new Response(`<!doctype html>${own ? own.head + own.body : '<title>Launchboard</title>'}`, {
      status,
      headers: { 'content-type': 'text/html; charset=utf-8', ...c.get('headers') },
    }),
}
