import { describe, expect, it } from 'vitest'
import { dayGrowth, learnCurve } from '../../src/history/curve.ts'
import type { VoteCount } from '../../src/history/history.ts'
import { missingFor, risingLaunches } from '../../src/history/trending.ts'
import { type Counted, HOUR_MS, votesAt } from '../../src/history/votes-over-time.ts'

const DAY = '2026-11-19'
const LAUNCH = Date.parse(`${DAY}T00:00:00Z`)

/** A launch with votes at hours since it: `{ 1: 10, 2: 15 }`. */
function launch(votes: Record<number, number>, launchedAt = LAUNCH): Counted {
  const counts = Object.entries(votes)
    .map(([hour, count]): VoteCount => ({ at: LAUNCH + Number(hour) * HOUR_MS, votes: count }))
    .sort((one, other) => one.at - other.at)
  return { launchedAt, counts }
}

/** Votes of every hour of a day and a half, each with so many more. */
function steady(perHour: number, hours = 36): Counted {
  return launch(
    Object.fromEntries(Array.from({ length: hours }, (_, at) => [at + 1, (at + 1) * perHour])),
  )
}

describe('votesAt()', () => {
  const counted = launch({ 1: 10, 2: 20, 4: 16, 9: 90 })

  it.each([
    ['at the launch', 0, 0],
    ['before it', -3, 0],
    ['before the first count', 0.5, 5],
    ['at a count', 2, 20],
    ['where votes fall', 3, 18],
    ['within a gap', 6, undefined],
    ['at the end of a gap', 9, 90],
    ['after the last count', 9.1, undefined],
  ])('%s', (_name, hour, votes) => {
    expect(votesAt(counted, LAUNCH + hour * HOUR_MS)).toBe(votes)
  })

  it('is unknown before the first count of a launch that was found late', () => {
    expect(votesAt(launch({ 30: 50 }), LAUNCH + 29 * HOUR_MS)).toBeUndefined()
  })
})

describe('learnCurve()', () => {
  const curveOf = (...launches: Counted[]) => learnCurve([dayGrowth(DAY, launches)], DAY)
  const hours = (curve: (age: number) => number, ...at: number[]) =>
    at.map((hour) => Math.round(100 * curve(hour * HOUR_MS)) / 100)

  it('is the votes of the launches, hour by hour and between them', () => {
    const curve = curveOf(launch({ 1: 10, 2: 30, 3: 40 }), launch({ 1: 2, 2: 6, 3: 8 }))
    expect(hours(curve, 0, 0.5, 1, 2, 2.5, 3)).toEqual([0, 3, 6, 18, 21, 24])
  })

  it('leaves a launch out of the hours whose votes are not known', () => {
    const curve = curveOf(launch({ 1: 10, 2: 20, 3: 30 }), launch({ 2: 500, 8: 600 }))
    // 500 at the second hour are 250 at the first.
    expect(hours(curve, 1, 2, 3)).toEqual([130, 260, 390])
  })

  it('goes on as before in an hour that no launch was seen in, and never falls', () => {
    const gap = curveOf(launch({ 1: 10, 2: 15 }))
    expect(hours(gap, 3, 4)).toEqual([22.5, 33.75])
    const falling = curveOf(launch({ 1: 10, 2: 8, 3: 8 }))
    expect(hours(falling, 2, 3)).toEqual([10, 10])
  })

  it('begins with the first hour that is known', () => {
    expect(hours(curveOf(launch({ 4: 40, 5: 60 }, LAUNCH)), 4, 5)).toEqual([0, 60])
  })

  it('is flat without any launch, and after two days', () => {
    expect(hours(curveOf(), 1, 24)).toEqual([0, 0])
    const curve = curveOf(steady(10, 200))
    expect(curve(400 * HOUR_MS)).toBe(curve(48 * HOUR_MS))
  })

  it('is of the weekday from four weeks on', () => {
    const dayOf = (back: number) =>
      new Date(LAUNCH - back * 24 * HOUR_MS).toISOString().slice(0, 10)
    const days = Array.from({ length: 28 }, (_, back) =>
      dayGrowth(dayOf(back), [launch({ 1: back % 7 === 0 ? 70 : 7 })]),
    )
    expect(hours(learnCurve(days, DAY), 1)).toEqual([70])
    expect(hours(learnCurve(days.slice(0, 27), DAY), 1)).toEqual([16.33])
  })
})

describe('risingLaunches()', () => {
  const earlier = [dayGrowth('2026-11-18', [steady(10)])]
  const rising = (launches: Counted[], window: '1h' | '3h' | '24h', hour: number) =>
    risingLaunches(launches, earlier, {
      window,
      now: LAUNCH + hour * HOUR_MS,
      dayOf: () => DAY,
    }).map(({ launch: _, ...rest }) => rest)

  it('compares what was gained with what the curve lets expect', () => {
    const surging = launch({ 8: 40, 9: 44, 10: 100 })
    expect(rising([surging], '1h', 10)).toEqual([
      { gained: 56, expected: 4.9, score: 8.42, snapshots: 1 },
    ])
  })

  it('leaves out what gains as expected, less, or loses votes', () => {
    expect(
      rising([steady(10, 10), launch({ 9: 90, 10: 91 }), launch({ 9: 9, 10: 2 })], '1h', 10),
    ).toEqual([])
  })

  it('expects of a launch inside the window what launches had at its age', () => {
    expect(rising([launch({ 1: 40, 2: 50 })], '3h', 2)).toEqual([
      { gained: 50, expected: 20, score: 2.36, snapshots: 2 },
    ])
  })

  it('expects as much of one that was minutes old, however few votes it had', () => {
    expect(rising([launch({ 0.1: 1, 1.1: 31 })], '1h', 1.1)).toEqual([
      { gained: 30, expected: 10, score: 2.67, snapshots: 1 },
    ])
  })

  it('knows nothing without counts before or within the window, nor across a gap', () => {
    const found = launch({ 9.5: 50, 10: 90 })
    const lost = launch({ 1: 1, 2: 500 })
    const gap = launch({ 4: 10, 10: 500 })
    expect(rising([found, lost, gap, launch({})], '1h', 10)).toEqual([])
  })

  it('lists equal scores by what was gained', () => {
    const equal = [launch({ 9: 0, 10: 8 }), launch({ 9: 90, 10: 148 })]
    expect(rising(equal, '1h', 10)).toEqual([
      { gained: 58, expected: 10, score: 5, snapshots: 1 },
      { gained: 8, expected: 0, score: 5, snapshots: 1 },
    ])
  })
})

describe('missingFor()', () => {
  const days = (...launches: number[]) =>
    launches.map((count) => ({ day: DAY, launches: count, hours: [] }))

  it.each([
    [days(20, 20, 20), undefined],
    [days(100, 19, 20, 20, 30), undefined],
    [days(), 'none is recorded so far'],
    [days(20, 19), '1 of them is recorded so far'],
    [days(20, 19, 20), '2 of them are recorded so far'],
  ])('wants three days with twenty launches', (earlier, missing) => {
    if (missing === undefined) expect(missingFor(earlier)).toBeUndefined()
    else expect(missingFor(earlier)).toContain(missing)
  })
})
