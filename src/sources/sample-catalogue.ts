import { LRUCache } from 'lru-cache'
import sample from '../../data/sample-catalogue.json' with { type: 'json' }
import { DAY_MS, MINUTE_MS } from '../core/durations.ts'
import { isoOf } from '../core/instant.ts'
import { createLeaderboard } from '../ranking/leaderboard.ts'
import type { Product } from '../ranking/product.ts'
import type { Catalogue, CatalogueSnapshot } from './catalogue.ts'
import { atAge } from './sample-votes.ts'

/** The sample has nine weeks, which come again and again: a launch keeps its weekday. */
const ROUND_MS = 63 * DAY_MS

/** How long an earlier version can be computed again. */
const MAX_AGE_MS = 60 * MINUTE_MS
const MAX_RETAINED = 10

/**
 * The invented launches that come with the service: those of a day appear in its course, and get their
 * votes while one looks. A version is one of a whole minute, and has its name.
 */
export function sampleCatalogue({ now }: { now(): Date }): Catalogue {
  const launchesAt = sampleClock()
  const retained = new LRUCache<number, CatalogueSnapshot>({
    max: MAX_RETAINED,
    memoMethod: snapshotAt,
  })

  function snapshotAt(instant: number): CatalogueSnapshot {
    const readAt = new Date(instant)
    const age = ({ launchedAt }: Product) => instant - Date.parse(launchedAt ?? '')
    const leaderboard = createLeaderboard(launchesAt(instant).map((one) => atAge(one, age(one))))
    return { leaderboard, readAt, version: readAt.toISOString() }
  }

  return {
    current: () => retained.memo(Math.floor(now().getTime() / MINUTE_MS) * MINUTE_MS),

    earlier(version) {
      const instant = Date.parse(version)
      const ageMs = now().getTime() - instant
      const isRetained = 0 <= ageMs && ageMs < MAX_AGE_MS && instant % MINUTE_MS === 0
      return isRetained ? retained.memo(instant) : undefined
    },
  }
}

/** The launches as they stand at an instant, with their final votes. */
export function sampleClock(): (instant: number) => Product[] {
  const launches = sampleLaunches()
  return (instant) =>
    launches.map((product) => {
      const first = Date.parse(product.launchedAt)
      const times = Math.floor((instant - first) / ROUND_MS)
      return { ...product, launchedAt: isoOf(first + times * ROUND_MS) }
    })
}

let all: ReturnType<typeof readLaunches> | undefined

/** Read once: a ranking and a history look at them. */
export function sampleLaunches() {
  all ??= readLaunches()
  return all
}

/** The id of a product follows from its position, and its address from its name. */
function readLaunches() {
  const days = Object.entries(sample.launches)
  const rows = days.flatMap(([day, ofDay]) => ofDay.map((launch) => ({ day, launch })))
  return rows.map(({ day, launch }, index) => {
    const [name, tagline, votesCount, commentsCount, time, _icon, ...topics] = launch
    return {
      id: `sample-${String(index + 1).padStart(3, '0')}`,
      name,
      tagline,
      url: `https://launchboard.example/products/${slugOf(name)}`,
      imageUrl: null,
      votesCount,
      commentsCount,
      launchedAt: new Date(`${day}T${time}Z`).toISOString(),
      topics,
    } satisfies Product
  })
}

/** "Crêpe & Friend's" becomes `crepe-and-friends`. */
function slugOf(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\p{M}',]/gu, '')
    .replace('&', 'and')
    .toLowerCase()
    .replaceAll(' ', '-')
}
