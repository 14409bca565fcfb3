import { TrieRouter } from 'hono/router/trie-router'
import { refusal } from './reply.ts'
import type { Paths } from './request-pipeline.ts'
import type { RouteGroup } from './route-group.ts'

type Mounted = Pick<RouteGroup, 'access' | 'reject'> & {
  routes: { routes: readonly { path: string }[] }
}

/**
 * Who may call a path, whatever the method, so that a wrong method is answered with 405. Paths are
 * matched by Hono's own router, so that a path never means one thing here and another in the app.
 */
export function openPaths(groups: readonly Mounted[]): Paths {
  const open = finder(groups.filter(({ access }) => access))
  const known = finder(groups)
  const rejecting = finder(groups.filter(({ reject }) => reject))

  return {
    isKnown: (path) => known(path).length > 0,
    isOpen: (path) => open(path).length > 0,
    isForEverybody(path) {
      const found = open(path)
      return found.length > 0 && found.every(({ access }) => access === 'public')
    },
    refuse(path, env, error) {
      const reject = rejecting(path).at(0)?.reject ?? refusal
      return reject(env, error)
    },
  }
}

/** Finds the groups that have a route at a path. */
function finder(groups: readonly Mounted[]) {
  const router = new TrieRouter<Mounted>()
  for (const group of groups) {
    for (const { path } of group.routes.routes) router.add('ALL', path, group)
  }
  return (path: string) => router.match('ALL', path)[0].map(([group]) => group)
}
