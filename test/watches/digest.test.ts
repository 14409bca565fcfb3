import { describe, expect, it } from 'vitest'
import { digestPeriod, nextDigest } from '../../src/watches/digest.ts'

const daily = { digest: 'daily', topic: undefined } as const
const weekly = { digest: 'weekly', topic: undefined } as const
const next = (spec: Parameters<typeof nextDigest>[0], tz: string, after: string) =>
  new Date(nextDigest(spec, tz, Date.parse(after))).toISOString().replace(':00.000', '')

describe('nextDigest()', () => {
  it.each([
    ['the next morning', daily, 'America/New_York', '2026-11-20T13:00Z', '2026-11-21T13:00Z'],
    ['this morning', daily, 'Asia/Tokyo', '2026-11-20T22:59Z', '2026-11-20T23:00Z'],
    ['Monday by default', weekly, 'UTC', '2026-11-20T12:00Z', '2026-11-23T08:00Z'],
    [
      'Friday of next week',
      { ...weekly, weekday: 'friday' as const },
      'UTC',
      '2026-11-20T08:00Z',
      '2026-11-27T08:00Z',
    ],
    // Clocks of New York skip from 2:00 to 3:00 on 8 March, and show 1:30 twice on 1 November.
    [
      'the next minute that exists',
      { ...daily, at: '02:30' },
      'America/New_York',
      '2026-03-08T06:00Z',
      '2026-03-08T07:00Z',
    ],
    [
      'the first of two',
      { ...daily, at: '01:30' },
      'America/New_York',
      '2026-11-01T05:00Z',
      '2026-11-01T05:30Z',
    ],
    [
      'not the second',
      { ...daily, at: '01:30' },
      'America/New_York',
      '2026-11-01T05:30Z',
      '2026-11-02T06:30Z',
    ],
  ])('a digest is due at %s', (_name, spec, tz, after, expected) => {
    expect(next(spec, tz, after)).toBe(expected)
  })

  it('it is of the day or week that has ended', () => {
    const at = Date.parse('2027-01-04T08:00:00Z')
    expect(digestPeriod(daily, 'UTC', at)).toBe('2027-01-03')
    expect(digestPeriod(weekly, 'UTC', at)).toBe('2026-W53')
  })
})
