import type { CountedLaunch } from '../history/history.ts'
import { isClearLead } from '../ranking/place.ts'
import { type LaunchStanding, standings } from './standings.ts'
import type { Spec, Watch, When } from './watch.ts'

// The events between two counts of the votes. Instants are in milliseconds.

export const EVENTS = [
  'launch.votes',
  'launch.rank',
  'launch.new',
  'launch.rising',
  'launch.lost',
  'launch.overtaken',
  'launch.ended',
] as const

/** The launches of a few days with their counts at this turn and at the one before. */
export interface TurnCounts {
  /** Each with its last count of both turns. */
  launches: readonly CountedLaunch[]
  /** How many had a count by `atMs`: the next turn knows them, unless the catalogue is replaced. */
  counted: number
  /** The days of the source. */
  days: readonly { from: number; until: number }[]
  atMs: number
  beforeMs: number
  /** Whether the catalogue was replaced: its launches are not new then. */
  isReplaced: boolean
  /** The ids of rising launches, if a watch asks for them. */
  rising: readonly string[]
}

/** An event of a launch that a watch asks for. */
export interface Candidate {
  watch: Watch
  launch: string
  /** Each is told once for a watch and a launch. */
  keys: readonly string[]
  news: News
}

export interface News {
  event: (typeof EVENTS)[number]
  votes: number
  /** The votes or the place reached. */
  level?: number
  rank?: number
  of?: number
  /** The launches that overtook it. */
  by?: readonly string[]
  /** The two counts between which it happened. */
  between: readonly [from: number, until: number]
}

/** A launch at both turns. */
interface Change {
  launch: CountedLaunch
  now: LaunchStanding
  /** Absent if it was never counted before. */
  before: LaunchStanding | undefined
  until: number
  /** All launches of its day, at both turns. */
  day: Day
}

interface Day {
  now: ReadonlyMap<string, LaunchStanding>
  before: ReadonlyMap<string, LaunchStanding>
}

const THRESHOLDS = [50, 100, 250, 500, 1_000]
const FIRST_PLACES = 5

/** All events, told before or not, of launches of any topic. */
export function findEvents(watches: readonly Watch[], turnCounts: TurnCounts): Candidate[] {
  const changes = changesOf(turnCounts)
  const rising = new Set(turnCounts.rising)
  const found: Candidate[] = []
  for (const { when, ofAll, ofProduct } of groupsOf(watches)) {
    for (const change of changes) {
      if (!mayTell(when, change)) continue
      const { id: launch, launchedAt } = change.launch
      const isNew = change.before === undefined
      const group = [...ofAll, ...(ofProduct.get(launch) ?? [])].filter(
        ({ sinceMs }) => !isNew || (launchedAt > sinceMs && !turnCounts.isReplaced),
      )
      if (group.length === 0) continue
      for (const event of eventsOf(when, change, turnCounts, rising)) {
        found.push(...group.map((watch) => ({ watch, launch, ...event })))
      }
    }
  }
  return found
}

interface Group {
  when: When
  ofAll: Watch[]
  ofProduct: Map<string, Watch[]>
}

/** Watches of one condition: it is evaluated once for all of them. */
function groupsOf(watches: readonly Watch[]): Iterable<Group> {
  const groups = new Map<string, Group>()
  for (const watch of watches) {
    const { when, product } = watch.spec
    if (!when) continue
    const key = JSON.stringify(when)
    const group = groups.get(key) ?? { when, ofAll: [], ofProduct: new Map() }
    groups.set(key, group)
    const list = product === undefined ? group.ofAll : (group.ofProduct.get(product) ?? [])
    list.push(watch)
    if (product !== undefined) group.ofProduct.set(product, list)
  }
  return groups.values()
}

/** A quick check that rules out most launches. */
function mayTell(when: When, { now, before }: Change): boolean {
  if ('votes' in when) return when.votes <= now.votes && (before?.votes ?? 0) < when.votes
  if ('rank' in when) return now.holds <= when.rank && when.rank < (before?.holds ?? Infinity)
  return !('launched' in when) || before === undefined
}

/** A launch that meets a condition already, and the keys of its events, which are therefore not told. */
export interface Met {
  id: string
  keys: readonly string[]
}

/** The launches that meet a condition at the last counts of a turn. */
export function meeting({ when, product }: Spec, turnCounts: TurnCounts): Met[] {
  if (!when || 'launched' in when) return []
  const settled = { ...turnCounts, beforeMs: turnCounts.atMs }
  const rising = new Set(turnCounts.rising)
  return changesOf(turnCounts).flatMap((change) => {
    const { id } = change.launch
    if (product !== undefined && product !== id) return []
    // As if it had come from zero.
    const events = eventsOf(when, { ...change, before: undefined }, settled, rising)
    return events.length > 0 ? [{ id, keys: events.flatMap(({ keys }) => keys) }] : []
  })
}

function changesOf({ launches, days }: TurnCounts): Change[] {
  return days.flatMap(({ from, until }) => {
    const ofDay = launches.filter(({ launchedAt }) => from <= launchedAt && launchedAt < until)
    const day = { now: standings(ofDay, 0), before: standings(ofDay, 1) }
    return ofDay.flatMap((launch) => {
      const now = day.now.get(launch.id)
      return now ? [{ launch, now, before: day.before.get(launch.id), until, day }] : []
    })
  })
}

type Happened = Pick<Candidate, 'keys' | 'news'>

function eventsOf(
  when: When,
  change: Change,
  turnCounts: TurnCounts,
  rising: ReadonlySet<string>,
): Happened[] {
  const { launch, now } = change
  if ('votes' in when) return passed(change, [when.votes])
  if ('rank' in when) return won(change, [when.rank])
  if ('launchDay' in when) return launchDay(change, turnCounts)
  if ('rising' in when && !rising.has(launch.id)) return []
  const event = 'launched' in when ? 'launch.new' : 'launch.rising'
  return [{ keys: [event], news: newsOf(change, { event, rank: now.place }) }]
}

function launchDay(change: Change, { atMs, beforeMs }: TurnCounts): Happened[] {
  const { now, until } = change
  if (beforeMs < until && until <= atMs) {
    const { place: rank, of } = now
    return [{ keys: ['ended'], news: newsOf(change, { event: 'launch.ended', rank, of }) }]
  }
  if (now.at >= until) return []
  const places = Array.from({ length: FIRST_PLACES }, (_, index) => index + 1)
  return [
    ...passed(change, THRESHOLDS),
    ...won(change, places),
    ...lost(change),
    ...overtaken(change),
  ]
}

/** The highest threshold that was passed stands for the lower ones. */
function passed(change: Change, thresholds: readonly number[]): Happened[] {
  const { now, before } = change
  const levels = thresholds.filter((level) => (before?.votes ?? 0) < level && level <= now.votes)
  const level = levels.at(-1)
  if (level === undefined) return []
  const keys = levels.map((one) => `votes:${one}`)
  return [{ keys, news: newsOf(change, { event: 'launch.votes', level, rank: now.place }) }]
}

/** A place is won on the launch's own day. */
function won(change: Change, places: readonly number[]): Happened[] {
  const { now, before, until } = change
  if (now.at >= until) return []
  const levels = places.filter((place) => now.holds <= place && place < (before?.holds ?? Infinity))
  const [level] = levels
  if (level === undefined) return []
  const keys = levels.map((place) => `rank:${place}`)
  return [{ keys, news: newsOf(change, { event: 'launch.rank', level, rank: now.place }) }]
}

/** The first places that a launch has lost. `untold` drops those whose winning was never told. */
function lost(change: Change): Happened[] {
  const { now, before } = change
  const worst = Math.min(FIRST_PLACES, now.outside)
  const count = before ? Math.max(0, worst - before.outside) : 0
  if (count === 0) return []
  const keys = Array.from({ length: count }, (_, index) => `lost:${worst - index}`)
  return [{ keys, news: newsOf(change, { event: 'launch.lost', rank: now.place }) }]
}

function overtaken(change: Change): Happened[] {
  const { now, before, day } = change
  if (!before) return []
  const by: string[] = []
  for (const [id, { votes }] of day.now) {
    // The following launches have fewer votes.
    if (!isClearLead(votes, now.votes)) break
    if (!isClearLead(day.before.get(id)?.votes ?? 0, before.votes)) by.push(id)
  }
  if (by.length === 0) return []
  const keys = by.map((id) => `over:${id}`)
  return [{ keys, news: newsOf(change, { event: 'launch.overtaken', rank: now.place, by }) }]
}

function newsOf({ launch, now, before }: Change, told: Pick<News, 'event'> & Partial<News>): News {
  return { votes: now.votes, between: [before?.at ?? launch.launchedAt, now.at], ...told }
}

/** Candidates without the keys told before; `told` returns the told keys of a watch and a launch. */
export function untold(
  candidates: readonly Candidate[],
  told: (watch: string, launch: string) => ReadonlySet<string>,
): Candidate[] {
  return candidates.flatMap((candidate) => {
    const known = told(candidate.watch.id, candidate.launch)
    const keys = candidate.keys.filter((key) => {
      const isOpen = !key.startsWith('lost:') || known.has(key.replace('lost', 'rank'))
      return isOpen && !known.has(key)
    })
    if (keys.length === 0) return []
    const { news } = candidate
    const by = news.by?.filter((id) => keys.includes(`over:${id}`))
    const levels = keys.map((key) => Number(key.slice(key.indexOf(':') + 1)))
    const level = news.event === 'launch.lost' ? Math.min(...levels) : news.level
    return [
      {
        ...candidate,
        keys,
        news: { ...news, ...(by && { by }), ...(level !== undefined && { level }) },
      },
    ]
  })
}
