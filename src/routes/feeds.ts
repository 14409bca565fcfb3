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
import type { Product } from '../ranking/product.ts'
import { resolveTimeframe } from '../ranking/timeframe.ts'
import { topicKey, topicName } from '../ranking/topic.ts'
import type { ProductSource, SearchIndex, SourceResult } from '../sources/source.ts'
import { clampedNumber } from '../tools/field.ts'
import { SearchProductsInput } from '../tools/search-products.ts'
import { timeframeFields } from '../tools/top-products-by-timeframe.ts'
import { atom, type Feed, feedEntry, JsonFeed, jsonFeed, UNKNOWN_DATE } from './feed-formats.ts'

interface FeedDeps {
  ranking: ProductSource
  search: SearchIndex
  now(): Date
  defaultTimezone: string
}

const DEFAULT_LIMIT = 20

const FORMATS = [
  {
    name: 'atom',
    type: 'application/atom+xml',
    title: 'Atom',
    schema: z.string().meta({ description: 'Atom' }),
    write: atom,
  },
  {
    name: 'json',
    type: 'application/feed+json',
    title: 'JSON Feed 1.1',
    schema: JsonFeed,
    write: jsonFeed,
  },
] as const

export const FEED_PATHS = FORMATS.map(({ name }) => `/feed.${name}`)

/** Feeds of the launches of a timeframe, or of a search. */
export function feeds(deps: FeedDeps): RouteGroup {
  const input = feedInput(deps.defaultTimezone)
  const operations = FORMATS.map(({ name, type, title, schema, write }) => {
    const path = `/feed.${name}` as const
    return operation({
      method: 'get',
      path,
      operationId: `${name}Feed`,
      tags: ['Rankings'],
      summary: `The launches of a timeframe or a search, as ${title}`,
      query: input,
      responses: { 200: { description: 'The feed.', content: { [type]: { schema } } } },
      async handle({ query }, c) {
        if (query.q !== undefined && c.req.query('timeframe')) {
          throw new AppError('invalid-request', 'timeframe: cannot be combined with q.')
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
    q: SearchProductsInput.shape.query
      .optional()
      .describe('The words of a search, without a timeframe.'),
    limit: clampedNumber({
      min: 1,
      max: 100,
      defaultValue: DEFAULT_LIMIT,
      description: 'How many products the feed has. A search has at most 10.',
    }),
  })
}

type Query = z.output<ReturnType<typeof feedInput>>

async function readFeed(query: Query, deps: FeedDeps, c: Context<Env>): Promise<Feed> {
  const { q, tz, topic, limit } = query
  const { signal } = c.req.raw
  const kindOf = (products: readonly Product[]) => {
    const name = topicName(topic, products)
    return name === undefined ? 'Launches' : `Launches in ${name}`
  }
  if (q !== undefined) {
    const count = Math.min(limit, COUNT.max)
    const result = await deps.search.search({ query: q, topic, limit: count, signal })
    const about = {
      title: `${kindOf(result.products)} that match “${q}”`,
      home: '/search',
      isRanking: false,
      query: {
        q: q.trim().toLowerCase(),
        topic: topic && topicKey(topic),
        limit: count < COUNT.max ? count : undefined,
      },
    }
    return feedOf(result, about, c)
  }
  const { timeframe, window } = resolveTimeframe(query.timeframe, { tz, now: deps.now() })
  const result = await deps.ranking.launches({ window, topic, limit, signal })
  const title = `${kindOf(result.products)}, ${timeframe.replaceAll('_', ' ')}`
  const zone = findZone(tz)?.name ?? tz
  const known = { timeframe, tz: zone, topic: topic && topicKey(topic), limit }
  return feedOf(result, { title, home: '/', isRanking: true, query: known }, c)
}

interface About {
  title: string
  home: string
  /** Whether its order is that of ranks. */
  isRanking: boolean
  /** In one form, however they were spelled. */
  query: Record<string, string | number | undefined>
}

function feedOf({ products, source }: SourceResult, about: About, c: Context<Env>): Feed {
  const { title, home, isRanking, query } = about
  const origin = originOf(c)
  const given = Object.entries(query).flatMap(([name, value = '']) =>
    value === '' || value === DEFAULT_LIMIT ? [] : [[name, String(value)]],
  )
  const launches = products.map(({ launchedAt }) => launchedAt ?? UNKNOWN_DATE)
  return {
    query: String(new URLSearchParams(given)),
    title: `${title} · ${ABOUT.title}`,
    origin,
    home,
    entries: products.map((product, index) => {
      return feedEntry(origin, source, product, isRanking ? index + 1 : undefined)
    }),
    updated: launches.sort().at(-1) ?? UNKNOWN_DATE,
  }
}
