import type { LaunchBounds } from '../ranking/place.ts'
import { type Product, votesText } from '../ranking/product.ts'
import { resolveTimeframe } from '../ranking/timeframe.ts'
import { topicKey } from '../ranking/topic.ts'
import type { Window } from '../ranking/window.ts'
import type { ProductSource } from '../sources/source.ts'
import { rankWindow } from '../tools/window-ranking.ts'
import { type Entry, entryId, feedText, queryOf } from './feed-formats.ts'

export const FEED_PERIODS = ['day', 'week'] as const

interface PeriodRequest extends LaunchBounds {
  each: (typeof FEED_PERIODS)[number]
  /** The canonical name of the zone of the days. */
  tz: string
  topic: string | undefined
  limit: number
  origin: string
  signal: AbortSignal
}

interface PeriodDeps {
  ranking: ProductSource
  now(): Date
}

const PODIUM = 3

/** An entry for each of the last days or weeks that had launches, the latest first, and those launches. */
export async function readPeriods(request: PeriodRequest, deps: PeriodDeps) {
  const ended = lastPeriods(request, deps.now())
  const found = await Promise.all(ended.map((period) => readPeriod(period, request, deps)))
  return {
    entries: found.flatMap(({ entries }) => entries),
    products: found.flatMap(({ products }) => products),
  }
}

interface Period {
  name: string
  window: Window
}

/** Each window names the one before it. */
function lastPeriods({ each, tz, limit }: PeriodRequest, now: Date): Period[] {
  const periods: Period[] = []
  let { previous } = resolveTimeframe(each === 'day' ? 'today' : 'this_week', { tz, now }).window
  while (previous !== undefined && periods.length < limit) {
    const { window } = resolveTimeframe(previous, { tz, now })
    periods.push({ name: previous, window })
    previous = window.previous
  }
  return periods
}

/** None before its launches were read after its end: what was read earlier may not be its podium. */
async function readPeriod(
  { name, window }: Period,
  request: PeriodRequest,
  { ranking }: PeriodDeps,
): Promise<{ entries: Entry[]; products: Product[] }> {
  const { each, tz, topic, minVotes, maxRank, origin, signal } = request
  const asked = { window, topic, minVotes, maxRank, limit: PODIUM }
  const { products, answer } = await rankWindow(asked, { ranking }, { signal })
  const { source, asOf, ranks } = answer
  if (products.length === 0 || asOf < window.postedBefore) {
    return { entries: [], products }
  }
  const lines = products.map(({ name, tagline, votesCount }, index) => {
    const title = `#${ranks?.[index] ?? index + 1} ${feedText(name)}`
    const votes = votesCount === null ? '' : `, ${votesText(votesCount)}`
    return {
      title,
      summary: `${title}${votes}${tagline === null ? '' : `: ${feedText(tagline)}`}`,
    }
  })
  const shown = { timeframe: name, tz, topic: topic && topicKey(topic) }
  const entry = {
    id: entryId(source, `${each}?${queryOf({ ...shown, minVotes, maxRank })}`),
    url: `${origin}/?${queryOf(shown)}`,
    title: `${name}: ${lines.map(({ title }) => title).join(', ')}`,
    summary: lines.map(({ summary }) => summary).join('\n'),
    published: window.postedBefore,
    tags: [],
  }
  return { entries: [entry], products }
}
