import type { PageFiles } from '../../src/routes/page.ts'

/** The page as the routes see it. What is in it matters to tests with a browser alone. */
export const TEST_PAGE: PageFiles = {
  show: async (c, status, head) =>
    new Response(`<!doctype html>${head ?? '<title>Launchboard</title>'}`, {
      status,
      headers: { 'content-type': 'text/html; charset=utf-8', ...c.get('headers') },
    }),
}
