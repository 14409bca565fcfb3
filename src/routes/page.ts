import { type Context, Hono } from 'hono'
import type { Env } from '../http/env.ts'
import type { RouteGroup } from '../http/route-group.ts'

/** The page's files, as the runtime provides them. */
export interface PageFiles {
  /** Responds with the HTML of the application, which is the same for all of its paths. */
  show(c: Context<Env>, status: 200 | 404): Promise<Response>
  /** Adds routes for the other files, where the platform does not serve them itself. */
  mount?(routes: Hono<Env>): void
}

/** The paths of the application. A test checks that its router knows each of them. */
export const PAGE_PATHS = [
  '/',
  '/search',
  '/chat',
  '/dashboard',
  '/dashboard/agents',
  '/dashboard/actions',
  '/dashboard/chat',
  '/dashboard/members',
  '/dashboard/notifications',
  '/dashboard/notifications/:section',
  '/dashboard/status',
]

/** The page. Everyone may see it; it asks for a token where one is needed. */
export function page(files?: PageFiles): RouteGroup {
  const routes = new Hono<Env>()
  if (files) {
    for (const path of [...PAGE_PATHS, '/products/:id']) {
      routes.get(path, (c) => files.show(c, 200))
    }
    files.mount?.(routes)
  }
  return { paths: {}, routes }
}
