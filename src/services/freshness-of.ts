import { createSourceCache } from '../sources/cache/source-cache.ts'
import { memoryStore } from '../sources/cache/store.ts'
import type { SourceResult } from '../sources/source.ts'
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
