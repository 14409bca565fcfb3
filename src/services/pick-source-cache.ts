import { createSourceCache } from '../sources/cache/source-cache.ts'
import type { PickDeps } from './runtime.ts'

/** The cache in front of a live source, with the answers that other processes share. */
export function pickSourceCache({ sharedAnswers: shared, now, clock, log, waitUntil }: PickDeps) {
  return createSourceCache({ shared, now, clock, log, waitUntil })
}
