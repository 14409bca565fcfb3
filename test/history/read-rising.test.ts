import { describe, expect, it } from 'vitest'
import type { CountedLaunch, CountRange, History } from '../../src/history/history.ts'
import { noHistory } from '../../src/history/no-history.ts'
import { createReadRising } from '../../src/history/read-rising.ts'
import { HOUR_MS } from '../../src/history/votes-over-time.ts'

const NOW = Date.parse('2026-11-20T18:00:00Z')
const DAY_MS = 24 * HOUR_MS

/** A launch at an instant that gets so many votes in each of its hours, the last ones aside. */
function launch(id: string, launchedAt: number, perHour: number, surge = 0): CountedLaunch {
  const hours = Math.floor((NOW - launchedAt) / HOUR_MS)
  const counts = Array.from({ length: hours }, (_, at) => ({
    at: launchedAt + (at + 1) * HOUR_MS,
    votes: (at + 1) * perHour + (at + 1 === hours ? surge : 0),
  }))
  const product = {
    id,
    name: id,
    tagline: null,
    url: null,
    imageUrl: null,
    votesCount: counts.at(-1)?.votes ?? 0,
    commentsCount: 0,
    launchedAt: new Date(launchedAt).toISOString(),
    topics: id === 'surging' ? ['Developer Tools'] : [],
  }
  return { product, launchedAt, counts }
}

/** A history of some days with twenty launches each, and what was read of it. */
function recorded(days: number, today: CountedLaunch[]) {
  const begins = NOW - 18 * HOUR_MS
  const earlier = Array.from({ length: days }, (_, back) =>
    Array.from({ length: 20 }, (_, at) =>
      launch(`${back}-${at}`, begins - (back + 1) * DAY_MS, 10),
    ),
  ).flat()
  const reads: CountRange[] = []
  const history: History = {
    ...noHistory('catalogue', ''),
    async launches(range) {
      reads.push(range)
      return [...today, ...earlier]
        .filter(({ launchedAt }) => range.launchedFrom <= launchedAt)
        .filter(({ launchedAt }) => launchedAt < range.launchedUntil)
        .map((one) => ({ ...one, counts: one.counts.filter(({ at }) => at <= range.until) }))
    },
  }
  return { history, reads }
}

function setup(
  days: number,
  today: CountedLaunch[] = [launch('surging', NOW - 8 * HOUR_MS, 10, 50)],
) {
  let passed = 0
  const { history, reads } = recorded(days, today)
  const clock = () => passed
  const readRising = createReadRising({ history, now: () => new Date(NOW + passed), clock })
  return { readRising, reads, pass: (ms: number) => (passed += ms) }
}

describe('readRising()', () => {
  it('has the products that gain more than those of earlier days did at their age', async () => {
    const { readRising } = setup(3)
    const { rising, missing, ...read } = await readRising('1h')
    expect(missing).toBeUndefined()
    expect(read).toEqual({ asOf: '2026-11-20T18:00:00.000Z', stale: false })
    expect(rising).toEqual([
      expect.objectContaining({ id: 'surging', votesCount: 130, gained: 60, expected: 10 }),
    ])
  })

  it('has nothing before there are three days, and says what is missing', async () => {
    const { rising, missing } = await setup(2).readRising('3h')
    expect(rising).toEqual([])
    expect(missing).toContain('3 earlier days with 20 launches each: 2 of them are recorded')
  })

  it('keeps to a topic in any spelling, and rejects one where launches have none', async () => {
    const { readRising } = setup(3)
    expect((await readRising('1h', 'developer-tools')).rising).toHaveLength(1)
    expect((await readRising('1h', 'Games')).rising).toEqual([])
    const bare = setup(3, [launch('plain', NOW - 8 * HOUR_MS, 10, 50)])
    await expect(bare.readRising('1h', 'Games')).rejects.toMatchObject({ code: 'invalid-request' })
  })

  it('reads days that no longer change once, those after them every hour, the window twice a minute', async () => {
    const { readRising, reads, pass } = setup(3)
    await readRising('3h')
    await readRising('3h')
    expect(reads).toHaveLength(35 + 1)
    pass(31_000)
    await readRising('3h')
    expect(reads).toHaveLength(35 + 2)
    pass(HOUR_MS)
    await readRising('3h')
    // Two days of launches that are younger than two days, and the one before the end of these.
    expect(reads).toHaveLength(35 + 3 + 2)
  })

  it('is stale when votes have not been counted for longer than they should', async () => {
    const { readRising, pass } = setup(3)
    pass(2 * HOUR_MS)
    expect(await readRising('1h')).toMatchObject({ rising: [], stale: true })
  })

  it('fails where nothing is recorded', async () => {
    const history = noHistory('catalogue', 'it is switched off (HISTORY).')
    const readRising = createReadRising({ history, now: () => new Date(NOW), clock: () => 0 })
    await expect(readRising('3h')).rejects.toMatchObject({ code: 'not-configured' })
  })
})
