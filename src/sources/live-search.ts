import { untilAborted } from '../core/abort.ts'
import { resolveTimeframe } from '../ranking/timeframe.ts'
import type { AnsweredLaunches } from './answered-launches.ts'
import { embeddedSearch } from './embedded-search.ts'
import type { ProductSource, SearchIndex, SourceResult } from './source.ts'

interface LiveSearchOptions {
  /** The name of the source in a sentence. */
  upstream: string
  /** The rankings of the source, whose answers are kept in `launches`. */
  ranking: ProductSource
  launches: AnsweredLaunches
  timezone: string
  now(): Date
  clock(): number
}

interface LiveSearch extends SearchIndex {
  /** The launches that are searched, in words. */
  covers(): string
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
export function liveSearch(options: LiveSearchOptions): LiveSearch {
  const { upstream, ranking, launches, now } = options
  const index = embeddedSearch(launches, { now })
  const rankings = fill(options)
  const covers = () => `${launches.count} launches from the rankings of ${upstream}`

  return {
    name: ranking.name,
    covers,

    async search(request) {
      const filled = rankings.start()
      // Otherwise what was read before is searched.
      if (launches.count === 0) await untilAborted(filled, request.signal)
      const { products, asOf, note } = await index.search(request)
      const coverage = `Only ${covers()} that were read here have been searched.`
      return {
        products,
        source: ranking.name,
        asOf: launches.asOf(products) ?? asOf,
        stale: rankings.hasFailed(),
        note: note === undefined ? coverage : `${coverage} ${note}`,
      }
    },
  }
}

/** Reads the rankings when it is time to. */
function fill({ ranking, launches, timezone, now, clock }: LiveSearchOptions) {
  let nextAtMs = Number.NEGATIVE_INFINITY
  let hasFailed = false

  const ofWindow = (timeframe: string) => {
    const { window } = resolveTimeframe(timeframe, { tz: timezone, now: now() })
    return ranking.top({ order: 'RANKING', window, limit: LIMIT })
  }

  const read = async () => {
    nextAtMs = clock() + RETRY_MS
    try {
      // One by itself, so that a source that is down is not asked for all of them.
      const first = await ranking.top({ order: 'VOTES', limit: LIMIT })
      const answers = [first, ...(await Promise.all(TIMEFRAMES.map(ofWindow)))]
      hasFailed = answers.some(({ stale }) => stale)
      // An older answer is being refreshed, and is read again when it is.
      const ageMs = ({ asOf }: SourceResult) => now().getTime() - Date.parse(asOf)
      if (answers.every((answer) => ageMs(answer) < FILL_MS)) nextAtMs = clock() + FILL_MS
    } catch (error) {
      hasFailed = true
      if (launches.count === 0) throw error
    }
  }

  return {
    start: async () => {
      if (launches.count === 0 || nextAtMs <= clock()) await read()
    },
    hasFailed: () => hasFailed,
  }
}
