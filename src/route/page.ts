import { Hono } from 'hono'
import type { Routes } from './answers.ts'
import type { Door } from './door.ts'
import { reply } from './reply.ts'

/**
 * The page about the service. `mountFiles` adds its files where the platform does not serve them
 * itself.
 */
export function page(mountFiles?: (routes: Hono<Door>) => void): Routes {
  const routes = new Hono<Door>().get('/', (c) => reply(c, undefined, 302, { location: '/docs' }))
  mountFiles?.(routes)
  return { paths: {}, routes, isOpen: true }
}
