import { createSourceCache } from '../sources/cache/source-cache.ts'
import { memoryStore } from '../sources/cache/store.ts'
import type { SourceResult } from '../sources/source.ts'
import type { PickDeps } from './runtime.ts'

/** The cache in front of a live source, in the runtime's store if it has one. */
export function pickSourceCache({ store, now, clock, log, waitUntil }: PickDeps) {
  return createSourceCache<SourceResult>({
    store: store ?? memoryStore<SourceResult>(),
    now,
    clock,
    log,
    ...(waitUntil && { waitUntil }),
  })
}
