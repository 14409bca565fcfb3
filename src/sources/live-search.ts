import { LRUCache } from 'lru-cache'
import { untilAborted } from '../core/abort.ts'
import { createLeaderboard, type Leaderboard } from '../ranking/leaderboard.ts'
import type { Product } from '../ranking/product.ts'
import { resolveTimeframe } from '../ranking/timeframe.ts'
import { embeddedSearch } from './embedded-search.ts'
import type { ProductSource, SearchIndex, SourceResult } from './source.ts'

/** An index of this size is made in about 50 ms. */
const MAX_LAUNCHES = 2_000

export type AnsweredLaunches = ReturnType<typeof answeredLaunches>

/** The launches that a live source has answered, in their newest form, and no others. */
export function answeredLaunches() {
  const launches = new LRUCache<string, { product: Product; asOf: string }>({ max: MAX_LAUNCHES })
  let leaderboard: Leaderboard | undefined

  return {
    count: () => launches.size,

    add({ products, asOf }: SourceResult) {
      for (const product of products) {
        if ((launches.peek(product.id)?.asOf ?? '') >= asOf) continue
        launches.set(product.id, { product, asOf })
        leaderboard = undefined
      }
    },

    /** The instant at which the oldest of these products was read. */
    asOf: (products: readonly Product[]) =>
      products.map(({ id }) => launches.peek(id)?.asOf ?? '').sort()[0],

    current() {
      leaderboard ??= createLeaderboard(Array.from(launches.values(), ({ product }) => product))
      return { leaderboard, version: '' }
    },
  }
}

interface LiveSearchOptions {
  /** The name of the source in a sentence. */
  upstream: string
  /** The rankings of the source, whose answers are cached in `launches`. */
  ranking: ProductSource
  launches: AnsweredLaunches
  timezone: string
  now(): Date
  clock(): number
}

const TIMEFRAMES = ['today', 'this_week', 'this_month']
const LIMIT = 10

/** The rankings below cost some of the budget of the source, which has to last for 15 minutes. */
const FILL_MS = 10 * 60_000
const RETRY_MS = 30_000

/**
 * A search of what a live source has answered, for a source without a search of its own. It asks for
 * a few rankings now and then; all the others that are asked for are searched too.
 */
export function liveSearch(options: LiveSearchOptions) {
  const { upstream, ranking, launches, timezone, now, clock } = options
  const index = embeddedSearch(launches, { now })
  let nextAtMs = Number.NEGATIVE_INFINITY
  let stale = false

  const ofWindow = (timeframe: string) => {
    const { window } = resolveTimeframe(timeframe, { tz: timezone, now: now() })
    return ranking.top({ order: 'RANKING', window, limit: LIMIT })
  }

  const fill = async () => {
    if (launches.count() > 0 && clock() < nextAtMs) return
    nextAtMs = clock() + RETRY_MS
    try {
      // One by itself, so that a source that is down is not asked for all of them.
      const first = await ranking.top({ order: 'VOTES', limit: LIMIT })
      const answers = [first, ...(await Promise.all(TIMEFRAMES.map(ofWindow)))]
      stale = answers.some((answer) => answer.stale)
      // An older answer is being refreshed, and is read again when it is.
      const ageMs = ({ asOf }: SourceResult) => now().getTime() - Date.parse(asOf)
      if (answers.every((answer) => ageMs(answer) < FILL_MS)) nextAtMs = clock() + FILL_MS
    } catch (error) {
      stale = true
      if (launches.count() === 0) throw error
    }
  }

  /** The launches that are searched, in words. */
  const covers = () => `${launches.count()} launches from the rankings of ${upstream}`

  const search: SearchIndex['search'] = async (request) => {
    const filled = fill()
    // Otherwise what was read before is searched.
    if (launches.count() === 0) await untilAborted(filled, request.signal)
    const { products, asOf, note } = await index.search(request)
    const coverage = `Only ${covers()} that were read here have been searched.`
    return {
      products,
      source: ranking.name,
      asOf: launches.asOf(products) ?? asOf,
      stale,
      note: note === undefined ? coverage : `${coverage} ${note}`,
    }
  }

  return { name: ranking.name, search, covers }
}
