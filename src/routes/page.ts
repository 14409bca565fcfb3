import { type Context, Hono, type NotFoundHandler } from 'hono'
import type { Env } from '../http/env.ts'
import { wantsHtml } from '../http/request-pipeline.ts'
import type { Routes } from '../http/routes.ts'

/** The page's files, as a runtime has them at hand. */
export interface PageFiles {
  /** Answers with the page's HTML, which is the same for all of its places. */
  show(c: Context<Env>, status: 200 | 404): Promise<Response>
  /** Adds the other files to the routes, where the platform does not serve them itself. */
  mount?(routes: Hono<Env>): void
}

/** The addresses of the page; a test holds that they are those that the page itself knows. */
export const PLACES = [
  ...['/', '/search', '/chat', '/dashboard', '/dashboard/agents', '/dashboard/actions'],
  ...['/dashboard/chat', '/dashboard/members', '/dashboard/notifications', '/dashboard/status'],
]

/** The page: everybody may see it, and it asks for a token where one is needed. */
export function page(files?: PageFiles): Routes {
  const routes = new Hono<Env>()
  if (files) {
    for (const place of PLACES) routes.get(place, (c) => files.show(c, 200))
    files.mount?.(routes)
  }
  return { paths: {}, routes, isOpen: true }
}

/** What is not found is said by the page to those who look at it, and to programs as ever. */
export function pageNotFound(
  files: PageFiles | undefined,
  notFound: NotFoundHandler<Env>,
): NotFoundHandler<Env> {
  return async (c) => {
    const response = await notFound(c)
    if (!files || response.status !== 404 || !wantsHtml(c.req.raw)) return response
    c.res = undefined // Hono would add its headers to the page's
    c.res = await files.show(c, 404)
    return c.res
  }
}
