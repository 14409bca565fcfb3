import { createFreshness } from '../source/freshness/freshness.ts'
import { memoryStore } from '../source/freshness/memory-store.ts'
import type { Reading } from '../source/source.ts'
import type { Picking } from './picking.ts'

export function freshnessOf({
  store = memoryStore<Reading>(),
  now,
  clock,
  log,
  waitUntil,
}: Picking) {
  return createFreshness<Reading>({ store, now, clock, log, ...(waitUntil && { waitUntil }) })
}
