import { describe, expect, it } from 'vitest'
import { windowInWords } from '../../../src/language/answer/wording.ts'

const DAY = { postedAfter: '2026-11-20T00:00:00.000Z', postedBefore: '2026-11-21T00:00:00.000Z' }

describe('windowInWords()', () => {
  it('one window has other dates in another zone and with another label', () => {
    const today = { ...DAY, label: 'today' }
    expect(windowInWords(today, 'UTC')).toBe('today, Friday, November 20, 2026')
    expect(windowInWords(today, 'Asia/Tokyo')).toBe('today, November 20 to 21, 2026')
    expect(windowInWords({ ...DAY, label: 'day' }, 'UTC')).toBe('Friday, November 20, 2026')
  })

  it('a day is that of a law that the runtime may not know', () => {
    const window = {
      postedAfter: '2026-11-27T07:00:00.000Z',
      postedBefore: '2026-11-28T07:00:00.000Z',
      label: 'yesterday',
    }
    const words = 'yesterday, Friday, November 27, 2026'
    expect(windowInWords(window, 'America/Vancouver')).toBe(words)
  })

  it.each([
    ['2026-11-09', '2026-11-16', 'last week, November 9 to 15, 2026'],
    ['2026-10-26', '2026-11-02', 'last week, October 26 to November 1, 2026'],
    ['2025-12-29', '2026-01-05', 'last week, December 29, 2025 to January 4, 2026'],
    ['2025-11-20', '2026-11-21', 'last week, November 20, 2025 to November 20, 2026'],
  ])('the range from %s to %s has no more years and months than needed', (from, until, words) => {
    const window = {
      postedAfter: `${from}T00:00:00.000Z`,
      postedBefore: `${until}T00:00:00.000Z`,
      label: 'last_week',
    }
    expect(windowInWords(window, 'UTC')).toBe(words)
  })

  it('has times of day if it is not of whole days', () => {
    const window = { ...DAY, postedAfter: '2026-11-20T18:30:00.000Z', label: 'range' }
    expect(windowInWords(window, 'UTC')).toBe(
      'November 20, 2026, 18:30 to November 21, 2026, 00:00',
    )
    expect(windowInWords(window, 'America/New_York')).toBe('November 20, 2026, 13:30 to 19:00')
  })

  it.each([
    ['last_1_days', 'the last 24 hours, since November 20, 2026, 00:00'],
    ['last_2_days', 'the last 2 days, since November 20, 2026, 00:00'],
  ])('%s begins at a time of day', (label, words) => {
    expect(windowInWords({ ...DAY, label }, 'UTC')).toBe(words)
  })
})
