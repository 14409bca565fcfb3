import { TrieRouter } from 'hono/router/trie-router'
import { refusal } from './reply.ts'
import type { Paths } from './request-pipeline.ts'
import type { Routes } from './routes.ts'

type Mounted = Pick<Routes, 'isOpen' | 'hasOwnKeys' | 'refuse'> & {
  routes: { routes: readonly { path: string }[] }
}

/**
 * What holds at which path, whatever the method: so that a wrong one is told as such. They are
 * matched as the app itself does, so that both agree on what a path is.
 */
export function openPaths(mounted: readonly Mounted[]): Paths {
  const open = finder(mounted.filter(({ isOpen }) => isOpen))
  const known = finder(mounted)
  const refusing = finder(mounted.filter(({ refuse }) => refuse))

  return {
    isKnown: (path) => known(path).length > 0,
    isOpen: (path) => open(path).length > 0,
    isForEverybody(path) {
      const parts = open(path)
      return parts.length > 0 && parts.every(({ hasOwnKeys }) => !hasOwnKeys)
    },
    refuse(path, env, error) {
      const refuse = refusing(path).at(0)?.refuse ?? refusal
      return refuse(env, error)
    },
  }
}

/** Finds the parts that are mounted at a path. */
function finder(mounted: readonly Mounted[]) {
  const router = new TrieRouter<Mounted>()
  for (const part of mounted) {
    for (const { path } of part.routes.routes) router.add('ALL', path, part)
  }
  return (path: string) => router.match('ALL', path)[0].map(([part]) => part)
}
