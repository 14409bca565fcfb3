import { describe, expect, it } from 'vitest'
import { type CountedLaunch, countNear } from '../../src/history/history.ts'
import { noHistory } from '../../src/history/no-history.ts'
import { createReadRising } from '../../src/history/read-rising.ts'
import {
  instantsBefore,
  risingLaunches,
  type TrendingWindow,
  tail,
} from '../../src/history/rising.ts'
import type { SourceName } from '../../src/sources/source.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOW = Date.parse('2026-11-20T18:00:00Z')

interface Course {
  ageHours: number
  /** Votes an hour. */
  rate?: number
  /** Votes that came in the last so many minutes, beside these. */
  surge?: number
  minutes?: number
  /** Since when nothing was counted, in minutes. */
  silent?: number
  /** Nothing was counted from so many minutes ago until then. */
  gap?: [from: number, until: number]
}

/** A launch that is counted every ten minutes. */
function launch(id: string, course: Course): CountedLaunch {
  const { ageHours, rate = 6, surge = 0, minutes = 20, silent = 0, gap = [0, 0] } = course
  const launchedAt = NOW - ageHours * HOUR
  const countAt = (instant: number) => {
    const isMissing = NOW - instant < gap[0] * MINUTE && NOW - instant >= gap[1] * MINUTE
    const at = isMissing ? NOW - gap[0] * MINUTE : Math.min(instant, NOW - silent * MINUTE)
    if (at <= launchedAt) return undefined
    const share = Math.min(1, Math.max(0, 1 - (NOW - at) / (minutes * MINUTE)))
    return { at, votes: Math.round(((at - launchedAt) / HOUR) * rate + surge * share) }
  }
  return { id, launchedAt, counts: instantsBefore(NOW).map(countAt) }
}

/** What is usual: forty launches of different ages and sizes. */
const usual = Array.from({ length: 40 }, (_, at) =>
  launch(`usual-${at}`, { ageHours: 4 + at * 3, rate: 1 + (at % 8) }),
)

function rising(others: readonly CountedLaunch[], window: TrendingWindow = '3h') {
  return risingLaunches([...usual, ...others], { now: NOW, window }).rising
}
const ids = (...request: Parameters<typeof rising>) =>
  rising(...request).map(({ launch }) => launch.id)

describe('risingLaunches()', () => {
  it('lists what gains more than age and chance explain, and how seldom chance does that', () => {
    const [one, ...rest] = rising([launch('surging', { ageHours: 8, surge: 40 })])
    expect(rest).toEqual([])
    expect(one).toMatchObject({ launch: { id: 'surging' }, minutes: 20, gained: 42 })
    expect(one?.expected).toBeCloseTo(2, 0)
    expect(one?.chance).toBeLessThan(1e-6)
  })

  it.each([
    ['launches that gain as usual', []],
    ['one vote, then three', [launch('small', { ageHours: 8, rate: 0.1, surge: 2 })]],
    ['the leader, which always gains most', [launch('leader', { ageHours: 30, rate: 200 })]],
    ['a leader of today', [launch('new', { ageHours: 5, rate: 200 })]],
    ['a launch of the last hour', [launch('fresh', { ageHours: 0.9, rate: 200 })]],
    ['votes that are taken back', [launch('falling', { ageHours: 8, surge: -30 })]],
    ['a count that is old', [launch('silent', { ageHours: 8, surge: 99, silent: 130 })]],
  ])('does not list %s', (_what, launches) => {
    for (const window of ['1h', '3h', '24h'] as const) expect(ids(launches, window)).toEqual([])
  })

  it('lists an old launch that is put up again', () => {
    const again = launch('again', { ageHours: 80, rate: 0.5, surge: 30, minutes: 60 })
    expect(ids([again], '1h')).toEqual(['again'])
  })

  it('knows nothing of a time before which nothing was read', () => {
    const gap = launch('gap', { ageHours: 8, surge: 99, gap: [170, 5] })
    expect(ids([gap], '1h')).toEqual([])
  })

  it('of an hour in which all gain more it lists nobody', () => {
    const busy = Array.from({ length: 40 }, (_, at) =>
      launch(`busy-${at}`, { ageHours: 6 + (at % 4), rate: 6, surge: 12, minutes: 60 }),
    )
    expect(risingLaunches(busy, { now: NOW, window: '1h' }).rising).toEqual([])
  })

  it('a window has what rose in it, in a short stretch or a long one', () => {
    const slow = launch('slow', { ageHours: 40, rate: 1, surge: 200, minutes: 1_000 })
    const quick = launch('quick', { ageHours: 40, rate: 1, surge: 30 })
    expect(ids([slow, quick], '1h')).toEqual(['quick'])
    expect(ids([slow, quick], '24h').sort()).toEqual(['quick', 'slow'])
  })

  it('compares no fewer than twenty launches', () => {
    const few = [...usual.slice(0, 15), launch('surging', { ageHours: 8, surge: 40 })]
    expect(risingLaunches(few, { now: NOW, window: '3h' })).toEqual({ rising: [], compared: 16 })
  })
})

it.each([
  // Sums of the terms, by hand: size 1 is the geometric distribution.
  [3, 1, 1, 1 / 8],
  [5, 2, 1, (2 / 3) ** 5],
  [1, 0.5, 2, 1 - 0.8 ** 2],
  [0, 5, 1, 1],
  [2, 5, 1, 1],
])(
  'at least %i of a mean of %f and a size of %f have the probability %f',
  (count, mean, size, expected) => {
    expect(tail(count, mean, size)).toBeCloseTo(expected, 5)
  },
)

it('a count tells of the hour after it, and of no later moment', () => {
  const counts = [
    { at: NOW - 3 * HOUR, votes: 1 },
    { at: NOW, votes: 2 },
  ]
  expect(countNear(counts, NOW + HOUR - 1)).toEqual(counts[1])
  expect(countNear(counts, NOW + HOUR)).toBeUndefined()
  expect(countNear(counts, NOW - 1)).toBeUndefined()
})

describe('readRising()', () => {
  function setup(source: SourceName = 'catalogue') {
    let passed = 0
    const state = { reads: 0, isDown: false }
    const launches = [...usual, launch('surging', { ageHours: 8, surge: 40 })]
    const product = (id: string) => ({
      ...{ id, name: id, tagline: null, url: null, imageUrl: null },
      topics: ['Developer Tools'],
      ...{ votesCount: 90, commentsCount: 0, launchedAt: null },
    })
    const history = {
      ...noHistory(source, ''),
      async counted() {
        state.reads += 1
        if (state.isDown) throw new Error('down')
        return launches
      },
      products: async (ids: readonly string[]) => ids.map(product),
    }
    const clock = () => passed
    const readRising = createReadRising({ history, now: () => new Date(NOW + passed), clock })
    return { readRising, state, pass: (ms: number) => (passed += ms) }
  }

  it('has the products, and is read twice a minute at most, for all at once', async () => {
    const { readRising, state, pass } = setup()
    const found = await readRising('3h')
    expect(found).toMatchObject({ asOf: new Date(NOW).toISOString(), stale: false, compared: 41 })
    expect(found.rising).toMatchObject([{ id: 'surging', votesCount: 90, gained: 42 }])
    await readRising('3h')
    expect(state.reads).toBe(1)
    pass(31_000)
    await Promise.all(Array.from({ length: 30 }, () => readRising('3h')))
    expect(state.reads).toBe(2)
  })

  it('keeps to a topic in any spelling, and rejects one where stories have none', async () => {
    const { readRising } = setup()
    expect((await readRising('1h', 'developer-tools')).rising).toHaveLength(1)
    expect((await readRising('1h', 'Games')).rising).toEqual([])
    const { readRising: ofStories, state } = setup('show-hn')
    await expect(ofStories('1h', 'Games')).rejects.toMatchObject({ code: 'invalid-request' })
    expect(state.reads).toBe(0)
  })

  it('a reading that fails is not kept', async () => {
    const { readRising, state } = setup()
    state.isDown = true
    await expect(readRising('1h')).rejects.toThrow('down')
    state.isDown = false
    expect((await readRising('1h')).rising).toHaveLength(1)
  })

  it('when counts are old it is stale, and lists nothing', async () => {
    const { readRising, pass } = setup()
    pass(2.5 * HOUR)
    expect(await readRising('1h')).toMatchObject({ rising: [], stale: true, compared: 0 })
  })
})
