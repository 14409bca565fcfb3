import { describe, expect, it } from 'vitest'
import { catalogueClock } from '../../src/sources/catalogue-clock.ts'

const NOW = new Date('2026-11-20T18:00:00.000Z')
const DAY_MS = 86_400_000
const at = catalogueClock(() => NOW)

const product = (launchedAt: string | null) => ({
  ...{
    id: '1',
    name: 'Kite',
    tagline: null,
    url: null,
    imageUrl: null,
    votesCount: 1,
    commentsCount: null,
  },
  ...{ launchedAt, topics: [] },
})

describe('catalogueClock()', () => {
  it('a catalogue without a day of its own keeps its dates, and has no future', () => {
    const { shiftMs, untilMs, result } = at({})
    expect([shiftMs, untilMs]).toEqual([0, Infinity])
    const launches = [product('2027-01-01T00:00:00.000Z')]
    expect(result(launches)).toEqual({
      ...{ products: launches, source: 'catalogue', asOf: NOW.toISOString(), stale: false },
    })
  })

  it.each([
    ['2026-11-18', 2, '2026-11-17T08:00:00.000Z', '2026-11-19T08:00:00.000Z'],
    ['2026-11-20', 0, '2026-11-17T08:00:00.000Z', '2026-11-17T08:00:00.000Z'],
    ['2026-11-21', -1, '2026-11-17T08:00:00.000Z', '2026-11-16T08:00:00.000Z'],
  ])('a catalogue of %s moves by %i days', (today, days, launchedAt, movedTo) => {
    const { shiftMs, untilMs, result } = at({ today })
    expect(shiftMs).toBe(days * DAY_MS)
    expect(untilMs).toBe(NOW.getTime() - days * DAY_MS + 1)
    expect(result([product(launchedAt)]).products[0]?.launchedAt).toBe(movedTo)
  })

  it('an unknown launch stays unknown', () => {
    expect(at({ today: '2026-11-18' }).result([product(null)]).products[0]?.launchedAt).toBeNull()
  })

  it('an answer says when its catalogue was read, and whether it is stale', () => {
    const readAt = new Date('2026-11-20T17:00:00.000Z')
    const { asOf, stale } = at({ readAt, isStale: true }).result([])
    expect({ asOf, stale }).toEqual({ asOf: readAt.toISOString(), stale: true })
  })
})
