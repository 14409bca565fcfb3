import { describe, expect, it } from 'vitest'
import { phrases } from '../../src/language/normalise/phrases.ts'

/** As often, a word that a pattern can read in two ways takes seconds: each repetition doubles the work. */
const REPETITIONS = 27
const MAX_MS = 100

describe('phrases', () => {
  it('a word that is repeated is read in one way', () => {
    const patterns = Object.entries(phrases).flatMap(([table, rows]) =>
      Object.entries<RegExp>(rows).map(([name, asked]) => ({ name: `${table} ${name}`, asked })),
    )
    const words = new Set(patterns.flatMap(({ asked }) => asked.source.match(/[a-z]{2,}/g) ?? []))
    const slow = patterns.flatMap(({ name, asked }) =>
      [...words].flatMap((word) => {
        const started = process.cpuUsage()
        asked.test(`${word} `.repeat(REPETITIONS))
        const { user } = process.cpuUsage(started)
        return user / 1000 > MAX_MS ? `${name}: ${word}` : []
      }),
    )
    expect(slow).toEqual([])
  })
})
