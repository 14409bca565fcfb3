import { describe, expect, it } from 'vitest'
import type { Extent } from './scenario.ts'
import { scenarios } from './scenarios.ts'

/** The short form of `npm run faults`. */
const SHORT: Extent = { seed: 1, requests: 3_000, minutes: 1, kills: 3, seconds: 5 }

/** Far above what an idle machine shows, and far below what a synchronous wait would. */
const MAX_BLOCKED_MS = 1_000
const MAX_MS = 180_000

describe('the built service', () => {
  it.each(scenarios)('is well under fault: $name', { timeout: MAX_MS }, async ({ run }) => {
    const { tried, right, serverErrors, hangs, lost, blockedMs, issues } = await run(SHORT)
    expect(issues).toEqual([])
    expect({ right, serverErrors, hangs, lost }).toEqual({
      right: tried,
      serverErrors: 0,
      hangs: 0,
      lost: 0,
    })
    expect(tried).toBeGreaterThan(0)
    expect(blockedMs).toBeLessThan(MAX_BLOCKED_MS)
  })
})
