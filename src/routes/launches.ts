import { base64url } from 'jose'
import * as z from 'zod'
import { AppError } from '../core/error.ts'
import { tryParseJson } from '../core/json.ts'
import { type RouteGroup, routeGroup } from '../http/route-group.ts'
import { Product } from '../ranking/product.ts'
import { resolveTimeframe } from '../ranking/timeframe.ts'
import { topicKey } from '../ranking/topic.ts'
import { Window } from '../ranking/window.ts'
import { type Caller, type ProductSource, Provenance } from '../sources/source.ts'
import { clampedNumber, topicOfAnswer } from '../tools/field.ts'
import { timeframeFields } from '../tools/top-products-by-timeframe.ts'
import { daysOf, listOperation } from './list-answers.ts'

const MAX_CURSOR_CHARACTERS = 2_048

const LaunchesAnswer = z
  .object({
    posts: z.array(Product).describe('In ranking order.'),
    total: z.number().int().nullable().describe('How many launches all pages have, if known.'),
    nextCursor: z.string().nullable().describe('The `cursor` of the next page; null on the last.'),
    timeframe: z.string(),
    tz: z.string(),
    topic: topicOfAnswer,
    window: Window,
    ...Provenance.shape,
  })
  .meta({ id: 'Launches' })

interface LaunchesDeps {
  ranking: ProductSource
  now(): Date
  defaultTimezone: string
}

/** All launches of a timeframe, page by page. */
export function launches(deps: LaunchesDeps): RouteGroup {
  const list = listOperation({
    path: '/api/launches',
    summary: 'All launches of a timeframe in ranking order, page by page',
    tool: launchesTool(deps),
    file: ({ window, tz }) => daysOf(window, tz),
    products: ({ posts }) => posts,
    page: ({ nextCursor, total }) => ({ nextCursor, total }),
    firstRank: ({ cursor = '' }) => (parsedCursor(cursor)?.shown ?? 0) + 1,
  })
  return routeGroup([list])
}

function launchesTool({ ranking, now, defaultTimezone }: LaunchesDeps) {
  const input = z.object({
    ...timeframeFields(defaultTimezone),
    limit: clampedNumber({
      min: 1,
      max: 100,
      defaultValue: 50,
      description: 'How many products a page has.',
    }),
    cursor: z
      .string()
      .max(MAX_CURSOR_CHARACTERS, `must have at most ${MAX_CURSOR_CHARACTERS} characters`)
      .optional()
      .describe('The page: `nextCursor` of the one before, with the same other parameters.'),
  })
  return {
    name: 'listLaunches',
    input,
    output: LaunchesAnswer,
    async run({ cursor, limit, topic, tz, ...given }: z.output<typeof input>, caller?: Caller) {
      const { timeframe, window: current } = resolveTimeframe(given.timeframe, { tz, now: now() })
      const question = [timeframe, tz.toLowerCase(), topicKey(topic ?? '')]
      const first = { bounds: current, after: undefined, shown: 0 }
      const { bounds, after, shown } = cursor === undefined ? first : readCursor(cursor, question)
      // Without its label, under which a cache would take any bounds for those of now.
      const request = { window: bounds, topic, limit, after, signal: caller?.signal }
      const { products, total = null, next, ...provenance } = await ranking.launches(request)
      const window = { ...current, ...bounds }
      const place = { question, bounds, after: next, shown: shown + products.length }
      const nextCursor = next === undefined ? null : writeCursor(place)
      return { posts: products, total, nextCursor, timeframe, tz, topic, window, ...provenance }
    },
  }
}

/** A page, and the window as it was on the first page: a later one would begin in another place. */
const Cursor = z.object({
  question: z.array(z.string()),
  bounds: Window.pick({ postedAfter: true, postedBefore: true }),
  after: z.string().optional(),
  shown: z.int().min(0).describe('The number of products on the pages before.'),
})

function writeCursor(cursor: z.infer<typeof Cursor>): string {
  return base64url.encode(JSON.stringify(cursor))
}

function readCursor(text: string, question: readonly string[]) {
  const data = parsedCursor(text)
  if (data && data.question.join() === question.join()) return data
  const message = 'must be a nextCursor of a page with the same timeframe, tz and topic'
  throw new AppError('invalid-request', `cursor: ${message}.`)
}

function parsedCursor(text: string) {
  return Cursor.safeParse(tryParseJson(decoded(text))).data
}

function decoded(text: string): string {
  try {
    return new TextDecoder().decode(base64url.decode(text))
  } catch {
    return ''
  }
}
