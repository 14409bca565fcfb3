import { createSourceCache } from '../source/cache/source-cache.ts'
import { memoryStore } from '../source/cache/store.ts'
import type { SourceResult } from '../source/source.ts'
import type { Picking } from './picking.ts'

export function freshnessOf({
  store = memoryStore<SourceResult>(),
  now,
  clock,
  log,
  waitUntil,
}: Picking) {
  return createSourceCache<SourceResult>({
    store,
    now,
    clock,
    log,
    ...(waitUntil && { waitUntil }),
  })
}
