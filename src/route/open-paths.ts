import { TrieRouter } from 'hono/router/trie-router'
import type { Routes } from './answers.ts'

/**
 * Which paths everybody may ask for, whatever the method: so that a wrong one is told as such. They
 * are matched as the app itself does, so that both agree on what a path is.
 */
export function openPaths(mounted: readonly Routes[]): (path: string) => boolean {
  const router = new TrieRouter<true>()
  for (const { routes, isOpen } of mounted) {
    if (!isOpen) continue
    for (const { path } of routes.routes) router.add('ALL', path, true)
  }
  return (path) => router.match('ALL', path)[0].length > 0
}
