import type { Context } from 'hono'
import * as z from 'zod'
import { ABOUT } from '../core/about.ts'
import { AppError } from '../core/error.ts'
import type { Env } from '../http/env.ts'
import { operation } from '../http/operation.ts'
import { originOf } from '../http/origin.ts'
import { replyText } from '../http/reply.ts'
import { type RouteGroup, routeGroup } from '../http/route-group.ts'
import { findZone } from '../ranking/calendar.ts'
import { COUNT } from '../ranking/limits.ts'
import { placesIn } from '../ranking/place.ts'
import { type Product, votesText } from '../ranking/product.ts'
import { resolveTimeframe } from '../ranking/timeframe.ts'
import { topicKey, topicName } from '../ranking/topic.ts'
import type { ProductSource, SearchIndex } from '../sources/source.ts'
import { boundFields, clampedNumber } from '../tools/field.ts'
import { SearchProductsInput } from '../tools/search-products.ts'
import { timeframeFields } from '../tools/top-products-by-timeframe.ts'
import {
  type Entry,
  FEED_FORMATS,
  type Feed,
  feedEntry,
  queryOf,
  UNKNOWN_DATE,
} from './feed-formats.ts'
import { FEED_PERIODS, readPeriods } from './feed-periods.ts'

interface FeedDeps {
  ranking: ProductSource
  search: SearchIndex
  now(): Date
  defaultTimezone: string
}

const DEFAULT_LIMIT = 20

export const FEED_PATHS = FEED_FORMATS.map(({ name }) => `/feed.${name}`)

/** Feeds of the launches of a timeframe or a search, or of days and weeks. */
export function feeds(deps: FeedDeps): RouteGroup {
  const input = feedInput(deps.defaultTimezone)
  const operations = FEED_FORMATS.map(({ name, type, title, schema, write }) => {
    const path = `/feed.${name}` as const
    return operation({
      method: 'get',
      path,
      operationId: `${name}Feed`,
      tags: ['Rankings'],
      summary: `The launches of a timeframe or a search, or the podiums of days and weeks, as ${title}`,
      query: input,
      responses: { 200: { description: 'The feed.', content: { [type]: { schema } } } },
      async handle({ query }, c) {
        const kinds = ['timeframe', 'q', 'each'].filter((name) => c.req.query(name))
        if (kinds.length > 1) {
          const message = `${kinds[0]}: cannot be combined with ${kinds[1]}.`
          throw new AppError('invalid-request', message)
        }
        const feed = await readFeed(query, deps, c)
        return replyText(c, write(feed, path), 200, { 'content-type': `${type}; charset=utf-8` })
      },
    })
  })
  return routeGroup(operations)
}

function feedInput(defaultTimezone: string) {
  return z.object({
    ...timeframeFields(defaultTimezone),
    ...boundFields,
    q: SearchProductsInput.shape.query
      .optional()
      .describe('The words of a search, without a timeframe.'),
    each: z
      .enum(FEED_PERIODS, 'must be day or week')
      .optional()
      .describe(
        'One entry with the podium for each day or week that has ended, without a timeframe.',
      ),
    limit: clampedNumber({
      min: 1,
      max: 100,
      defaultValue: DEFAULT_LIMIT,
      description: 'How many entries the feed has. A search, days and weeks have at most 10.',
    }),
  })
}

type Query = z.output<ReturnType<typeof feedInput>>

/** The entries of a feed, and what it says of itself. */
interface Found {
  title: string
  home: string
  entries: readonly Entry[]
  /** In one form, however they were spelled. */
  query: Record<string, string | number | undefined>
}

async function readFeed(query: Query, deps: FeedDeps, c: Context<Env>): Promise<Feed> {
  const read = query.q !== undefined ? ofSearch : query.each ? ofPeriods : ofTimeframe
  const { title, home, entries, query: known } = await read(query, deps, c)
  const { limit, ...rest } = known
  const spelling = queryOf({ ...rest, limit: limit === DEFAULT_LIMIT ? undefined : limit })
  return {
    query: spelling,
    title: `${title.replaceAll(/\p{Bidi_Control}/gu, '')} · ${ABOUT.title}`,
    origin: originOf(c),
    home: `${home}?${spelling}`,
    entries,
    updated:
      entries
        .map(({ published }) => published ?? UNKNOWN_DATE)
        .sort()
        .at(-1) ?? UNKNOWN_DATE,
  }
}

async function ofSearch(query: Query, { search }: FeedDeps, c: Context<Env>): Promise<Found> {
  const { q = '', topic, minVotes, maxRank } = query
  const limit = Math.min(query.limit, COUNT.max)
  const { signal } = c.req.raw
  const { products, source } = await search.search({ query: q, topic, limit, signal })
  const places = placesIn(products, { minVotes, maxRank })
  return {
    title: `${kindOf(query, products)} that match “${q}”`,
    home: '/search',
    entries: places.map(({ product }) => feedEntry(originOf(c), source, product)),
    query: {
      q: q.trim().toLowerCase(),
      ...spelled(query),
      limit: limit < COUNT.max ? limit : undefined,
    },
  }
}

async function ofPeriods(query: Query, deps: FeedDeps, c: Context<Env>): Promise<Found> {
  const { each = 'day' } = query
  const limit = Math.min(query.limit, COUNT.max)
  const tz = zoneOf(query)
  const caller = { origin: originOf(c), signal: c.req.raw.signal }
  const { entries, products } = await readPeriods({ ...query, each, tz, limit, ...caller }, deps)
  return {
    title: `${kindOf(query, products)}, ${each} by ${each}`,
    home: '/',
    entries,
    query: { each, tz, ...spelled(query), limit: limit < COUNT.max ? limit : undefined },
  }
}

async function ofTimeframe(query: Query, deps: FeedDeps, c: Context<Env>): Promise<Found> {
  const { tz, topic, limit, minVotes, maxRank } = query
  const { timeframe, window } = resolveTimeframe(query.timeframe, { tz, now: deps.now() })
  const { signal } = c.req.raw
  const asked = { window, topic, limit, minVotes, maxRank, signal }
  const { products, source, ranks } = await deps.ranking.launches(asked)
  return {
    title: `${kindOf(query, products)}, ${timeframe.replaceAll('_', ' ')}`,
    home: '/',
    entries: products.map((product, index) =>
      feedEntry(originOf(c), source, product, ranks?.[index] ?? index + 1),
    ),
    query: { timeframe, tz: zoneOf(query), ...spelled(query), limit },
  }
}

function kindOf({ topic, minVotes, maxRank }: Query, products: readonly Product[]): string {
  const name = topicName(topic, products)
  return [
    maxRank === undefined ? 'Launches' : `Top ${maxRank}`,
    name !== undefined && `in ${name}`,
    minVotes !== undefined && `with ${votesText(minVotes)} or more`,
  ]
    .filter(Boolean)
    .join(' ')
}

function zoneOf({ tz }: Query): string {
  return findZone(tz)?.name ?? tz
}

function spelled({ topic, minVotes, maxRank }: Query) {
  return { topic: topic && topicKey(topic), minVotes, maxRank }
}
