import { vi } from 'vitest'
import { createLog } from '../../../src/core/log.ts'
import {
  createSourceCache,
  type SourceCacheOptions,
} from '../../../src/sources/cache/source-cache.ts'
import type { ProductSource, SourceResult } from '../../../src/sources/source.ts'
import { fakeSource } from '../../helper/fake-source.ts'

/** A cache on the fake timers' clocks, with a log to read. */
export function testSourceCache(options: Partial<SourceCacheOptions> = {}) {
  const lines: string[] = []
  const now = () => new Date()
  const log = createLog({ level: 'info', write: (line) => lines.push(line), now })
  const clock = () => performance.now()
  const kept: Promise<unknown>[] = []
  const waitUntil = (promise: Promise<unknown>) => kept.push(promise)
  const cache = createSourceCache({ now, clock, log, waitUntil, ...options })
  return { cache, kept, records: () => lines.map((line) => JSON.parse(line)) }
}

/** An answer of now; the name of its products tells it from others. */
export function reading(name = 'one', length = 1): SourceResult {
  const rest = {
    tagline: null,
    url: null,
    imageUrl: null,
    votesCount: 1,
    commentsCount: 0,
    launchedAt: null,
  }
  return {
    products: Array.from({ length }, (_, index) => {
      return { id: String(index + 1), name, topics: [], ...rest }
    }),
    source: 'product-hunt',
    asOf: new Date().toISOString(),
    stale: false,
  }
}

/** A source that has ten products to tell of, whatever it is asked. */
export function testSource(top: ProductSource['top'] = async () => reading('one', 10)) {
  return { ...fakeSource({}), top: vi.fn(top) }
}
