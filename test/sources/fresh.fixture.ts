import { vi } from 'vitest'
import { createLog } from '../../src/core/log.ts'
import { type FreshOptions, fresh } from '../../src/sources/fresh.ts'
import type { UpstreamAnswer, UpstreamSource } from '../../src/sources/source.ts'
import type { SharedAnswers } from '../../src/state/shared-answers.ts'

/** Fresh answers on the clocks of fake timers, with a log to read. */
export function testFresh(options: Partial<FreshOptions> = {}) {
  const lines: string[] = []
  const now = () => new Date()
  const log = createLog({ level: 'info', write: (line) => lines.push(line), now })
  const clock = () => performance.now()
  const tested = fresh({ upstream: 'Product Hunt', log, now, clock, ...options })
  return { ...tested, records: () => lines.map((line) => JSON.parse(line)) }
}

/** What processes share, in the memory of this one. */
export function sharedAnswers() {
  const stored = new Map<string, string>()
  let pausedUntilMs = 0
  const answers: SharedAnswers = {
    async read(key) {
      const answer = stored.get(key)
      return { ...(answer && { answer }), ...(pausedUntilMs && { pausedUntilMs }) }
    },
    write: (key, answer) => void stored.set(key, answer),
    pause(untilMs) {
      pausedUntilMs = untilMs
    },
  }
  return { answers, stored }
}

/** An answer of now; the name of its products tells it from others. */
export function answerOf(name = 'one', length = 1): UpstreamAnswer {
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

/** An upstream that has ten products to tell of, whatever it is asked. */
export function testUpstream(top: UpstreamSource['top'] = async () => answerOf('one', 10)) {
  return {
    name: 'product-hunt' as const,
    top: vi.fn(top),
    launches: vi.fn(async () => answerOf('one', 10)),
    product: vi.fn(async () => answerOf()),
  }
}
