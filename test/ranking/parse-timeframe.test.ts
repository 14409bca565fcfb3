import { describe, expect, it } from 'vitest'
import { findZone } from '../../src/ranking/calendar.ts'
import {
  datedTimeframe,
  lastDays,
  namedTimeframe,
  rangeTimeframe,
  timeframeError,
} from '../../src/ranking/parse-timeframe.ts'

const clock = { zone: findZone('UTC')!, now: Date.parse('2026-11-20T20:20:00.000Z') }
const iso = (instant = Number.NaN) => new Date(instant).toISOString()

describe('each form reads its own timeframes and leaves the others to the rest', () => {
  const forms = { named: namedTimeframe, dated: datedTimeframe, range: rangeTimeframe }
  it.each([
    ['last week', 'named'],
    ['past-3_days', 'named'],
    ['2026-11-20', 'dated'],
    ['2026-w47', 'dated'],
    ['2026', 'dated'],
    ['2026-11-01..2026-11-02', 'range'],
    ['from:2026-11-01 to:2026-11-02', 'range'],
    ['2026-11-20t10:00z/2026-11-20t11:00z', 'range'],
    ['tomorrow', undefined],
    ['2026-11/2026-12', undefined],
    ['', undefined],
  ])('%j is of the form %s', (text, form) => {
    const reading = Object.entries(forms).filter(([, read]) => read(text, clock))
    expect(reading.map(([name]) => name)).toEqual(form === undefined ? [] : [form])
  })
})

describe('lastDays()', () => {
  it('a day has 24 hours', () => {
    const { from, until, timeframe } = lastDays(2, clock.now)
    const bounds = ['2026-11-18T20:20:00.000Z', '2026-11-20T20:20:00.000Z']
    expect([timeframe, iso(from), iso(until)]).toEqual(['last_2_days', ...bounds])
  })
})

describe('rangeTimeframe()', () => {
  it('a range of days includes its last day', () => {
    const range = rangeTimeframe('2026-11-01/2026-11-02', clock)
    expect(iso(range?.until)).toBe('2026-11-03T00:00:00.000Z')
  })

  it('a range that ends before it starts is invalid', () => {
    expect(() => rangeTimeframe('2026-11-02/2026-11-01', clock)).toThrow(
      expect.objectContaining({ code: 'invalid-request' }),
    )
  })
})

describe('timeframeError()', () => {
  it('a long text is quoted in part, without what a terminal obeys', () => {
    const { message } = timeframeError(`\u001B${'x'.repeat(50)}`, 'is not a timeframe')
    expect(message).toMatch(/^"\?x{31}…" is not a timeframe/)
  })
})
