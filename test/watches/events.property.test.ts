import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CountedLaunch, VoteCount } from '../../src/history/history.ts'
import { findEvents, type TurnCounts, untold } from '../../src/watches/events.ts'
import type { Spec, Watch } from '../../src/watches/watch.ts'

const MINUTE = 60_000
const TURN = 10 * MINUTE
const DAY = 144 * TURN
const START = Date.parse('2026-01-01T00:00:00Z')

const spec = (when: Spec['when'], product?: string): Spec => ({ when, product, topic: undefined })
const LAUNCH_DAY = spec({ launchDay: true }, '0-1')

const WATCHES: Watch[] = [
  ...[40, 100, 400].map((votes) => spec({ votes })),
  ...[1, 3, 5].map((rank) => spec({ rank })),
  spec({ launched: true }),
  LAUNCH_DAY,
].map((one, at) => ({ id: String(at), spec: one, sinceMs: START - 1 }))

interface Simulated {
  id: string
  launchedAt: number
  /** The votes of each turn of two days, with falls. */
  votes: number[]
  counts: VoteCount[]
}

/** Small and quick, the same for a seed. */
function random(seed: number) {
  let state = seed * 2_654_435_761
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function launchesOf(day: number, next: () => number): Simulated[] {
  return Array.from({ length: 3 + Math.floor(next() * 9) }, (_, at) => {
    const final = 600 * next() ** 2
    let fallen = 0
    const votes = Array.from({ length: 288 }, (_, turn) => {
      if (next() < 0.01) fallen += Math.floor(next() * 40)
      return Math.max(0, Math.round(final * (1 - Math.exp(-turn / 60)) - fallen))
    })
    const launchedAt = START + day * DAY + Math.floor(next() * 0.9 * DAY)
    return { id: `${day}-${at}`, launchedAt, votes, counts: [] }
  })
}

const lastAt = ({ counts }: Simulated, instant: number) =>
  counts.findLast(({ at }) => at <= instant)

/** What a watch must have told by what was read at every turn that was evaluated. */
function expectedBy(seen: ReadonlyMap<string, number>, watch: Watch, held: ReadonlySet<string>) {
  const { when } = watch.spec
  if (when && 'votes' in when) {
    return [...seen].flatMap(([id, most]) => (most >= when.votes ? [id] : []))
  }
  if (when && 'rank' in when) return [...seen.keys()].filter((id) => held.has(`${id} ${when.rank}`))
  return [...seen.keys()]
}

/** The counts that are evaluated: there are gaps, stalls, pages that are not read, and skipped turns. */
function* turns(days: number, next: () => number): Generator<TurnCounts> {
  const all = Array.from({ length: days }, (_, day) => launchesOf(day, next))
  const until = { silent: 0, stalled: 0 }
  let beforeMs = START - 1
  for (let turn = 1; turn <= days * 144; turn += 1) {
    const now = START + turn * TURN
    if (next() < 0.004) until.silent = now + next() * 12 * 60 * MINUTE
    if (next() < 0.004) until.stalled = now + next() * 3 * 60 * MINUTE
    if (now < until.silent) continue
    const today = Math.floor((now - START - 1) / DAY)
    const launched = [...(all[today - 1] ?? []), ...(all[today] ?? [])].filter(
      ({ launchedAt }) => launchedAt < now,
    )
    // What is not read keeps the count it had.
    const read = launched.filter(() => now >= until.stalled && next() >= 0.1)
    for (const { counts, launchedAt, votes } of read) {
      const age = Math.floor((now - launchedAt) / TURN)
      counts.push({ at: now - Math.floor(next() * MINUTE), votes: votes[age] ?? 0 })
    }
    if (next() < 0.1) continue
    const launches = launched.map((one) => ({
      id: one.id,
      launchedAt: one.launchedAt,
      counts: [lastAt(one, now), lastAt(one, beforeMs)],
    }))
    const dates = [today, today - 1]
    yield {
      launches,
      days: dates.map((day) => ({ from: START + day * DAY, until: START + (day + 1) * DAY })),
      atMs: Math.max(...launches.map(({ counts: [count] }) => count?.at ?? 0)),
      beforeMs,
      counted: 0,
      isReplaced: false,
      rising: [],
    }
    beforeMs = now
  }
}

/** Whether a launch holds a place by its own votes and those of all others of its day. */
function holds(id: string, rank: number, launches: readonly CountedLaunch[]) {
  const day = id.replace(/-.*/, '-')
  const others = launches.filter((other) => other.id !== id && other.id.startsWith(day))
  const votes = others.flatMap(({ counts: [count] }) => count?.votes ?? [])
  const outside = votes.sort((one, other) => other - one)[rank - 1] ?? 0
  const own = launches.find((one) => one.id === id)?.counts[0]?.votes ?? 0
  return own > outside && (own - outside) ** 2 >= own + outside
}

function simulate(days: number, seed: number) {
  const told = new Map<string, Set<string>>()
  const keysOf = (watch: string, launch: string) => told.get(`${watch} ${launch}`) ?? new Set()
  const seen = new Map<string, number>()
  const held = new Set<string>()
  const twice: string[] = []
  for (const turnCounts of turns(days, random(seed))) {
    for (const { watch, launch, keys } of untold(findEvents(WATCHES, turnCounts), keysOf)) {
      const known = keysOf(watch.id, launch)
      twice.push(...keys.filter((key) => known.has(key)))
      told.set(`${watch.id} ${launch}`, new Set([...known, ...keys]))
    }
    for (const { id, counts } of turnCounts.launches) {
      const [count] = counts
      if (!count) continue
      seen.set(id, Math.max(seen.get(id) ?? 0, count.votes))
      if (count.at >= START + (Number.parseInt(id, 10) + 1) * DAY) continue
      for (const rank of [1, 3, 5].filter((one) => holds(id, one, turnCounts.launches))) {
        held.add(`${id} ${rank}`)
      }
    }
  }
  return { told, seen, held, twice }
}

describe('findEvents() over simulated days', () => {
  it('through falls, gaps, stalls, late counts and skipped turns nothing is missed or told twice', {
    timeout: 120_000,
  }, () => {
    const { told, seen, held, twice } = simulate(300, 7)
    expect(twice).toEqual([])
    expect(seen.size).toBeGreaterThan(1_500)
    for (const watch of WATCHES.filter((one) => one.spec !== LAUNCH_DAY)) {
      const launches = [...told.keys()].flatMap((key) => {
        const [id, launch = ''] = key.split(' ')
        return id === watch.id ? [launch] : []
      })
      const expected = expectedBy(seen, watch, held)
      expect(expected.length).toBeGreaterThan(50)
      expect(launches.sort()).toEqual(expected.sort())
    }
  })

  it('a launch day tells what its launch passed, and a place that is lost only after it was won', () => {
    const ends: string[] = []
    fc.assert(
      fc.property(fc.nat(100_000), (seed) => {
        const { told, seen } = simulate(2, seed)
        const keys = [...(told.get('7 0-1') ?? [])]
        const most = seen.get('0-1') ?? 0
        const passed = keys.filter((key) => key.startsWith('votes:'))
        expect(passed.every((key) => Number(key.slice(6)) <= most)).toBe(true)
        for (const [at, key] of keys.entries()) {
          if (!key.startsWith('lost:')) continue
          expect(keys.slice(0, at)).toContain(key.replace('lost', 'rank'))
        }
        if (keys.includes('ended')) expect(keys.at(-1)).toBe('ended')
        ends.push(...keys.map((key) => key.replace(/:.*/, '')))
      }),
      { numRuns: 60 },
    )
    expect(new Set(ends)).toEqual(new Set(['votes', 'rank', 'lost', 'over', 'ended']))
  })
})
