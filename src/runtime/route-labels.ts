import { TrieRouter } from 'hono/router/trie-router'

const WILD = /[:*]/

/**
 * The pattern of the route that a path belongs to, such as `/items/:id`, or `other`, so that callers
 * cannot create labels.
 */
export function routeLabels(routes: readonly { path: string }[]): (path: string) => string {
  const mounted = new Set(routes.map(({ path }) => path).filter((path) => !isEveryPath(path)))
  const wild = new TrieRouter<string>()
  for (const path of mounted) if (WILD.test(path)) wild.add('ALL', path, path)

  return (path) => {
    if (mounted.has(path)) return path
    const found = wild.match('ALL', path)[0].map(([route]) => route)
    return found.find((route) => !route.includes('*')) ?? found[0] ?? 'other'
  }
}

function isEveryPath(path: string) {
  return path === '*' || path === '/*'
}
