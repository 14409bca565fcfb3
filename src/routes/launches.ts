import { base64url } from 'jose'
import * as z from 'zod'
import { AppError } from '../core/error.ts'
import { tryParseJson } from '../core/json.ts'
import type { History } from '../history/history.ts'
import { type RouteGroup, routeGroup } from '../http/route-group.ts'
import { Product } from '../ranking/product.ts'
import { topicKey } from '../ranking/topic.ts'
import { Window } from '../ranking/window.ts'
import { type Cancellable, type ProductSource, Provenance } from '../sources/source.ts'
import { boundFields, boundsOfAnswer, clampedNumber, topicOfAnswer } from '../tools/field.ts'
import {
  ALL,
  resolveTimeframeOrAll,
  timeframeOrAllFields,
} from '../tools/top-products-by-timeframe.ts'
import { listOperation, windowFileName } from './list-answers.ts'
import { historiesOf, VoteHistory } from './vote-histories.ts'

const MAX_CURSOR_CHARACTERS = 2_048

/** What else an answer can carry. */
const INCLUDES = ['history', 'before'] as const

const LaunchesAnswer = z
  .object({
    posts: z.array(Product).describe('In ranking order.'),
    total: z.number().int().nullable().describe('How many launches all pages have, if known.'),
    nextCursor: z.string().nullable().describe('The `cursor` of the next page; null on the last.'),
    timeframe: z.string(),
    tz: z.string(),
    topic: topicOfAnswer,
    ...boundsOfAnswer,
    window: Window.nullable().describe('Null for all launches.'),
    history: z
      .array(VoteHistory)
      .nullable()
      .optional()
      .describe('With `include=history`: votes over time of the posts; null without a history.'),
    before: z
      .object({ timeframe: z.string(), votes: z.array(z.number().int().nullable()) })
      .nullable()
      .optional()
      .describe('With `include=before`: the votes at the same ranks of the window before.'),
    ...Provenance.shape,
  })
  .meta({ id: 'Launches' })

export interface LaunchesDeps {
  ranking: ProductSource
  history: Pick<History, 'curves'>
  now(): Date
  defaultTimezone: string
}

/** All launches of a timeframe, page by page. */
export function launchRoutes(deps: LaunchesDeps): RouteGroup {
  const list = listOperation({
    path: '/api/launches',
    summary: 'All launches of a timeframe in ranking order, page by page',
    tool: launchesTool(deps),
    file: ({ window }) => (window ? windowFileName(window) : ALL),
    products: ({ posts }) => posts,
    page: ({ nextCursor, total }) => ({ nextCursor, total }),
    ranks: ({ ranks }) => ranks,
    firstRank: ({ cursor = '' }) => (parsedCursor(cursor)?.shown ?? 0) + 1,
  })
  return routeGroup([list])
}

function launchesInput(defaultTimezone: string) {
  return z.object({
    ...timeframeOrAllFields(defaultTimezone),
    limit: clampedNumber({
      min: 1,
      max: 100,
      defaultValue: 50,
      description: 'How many products a page has.',
    }),
    ...boundFields,
    cursor: z
      .string()
      .max(MAX_CURSOR_CHARACTERS, `must have at most ${MAX_CURSOR_CHARACTERS} characters`)
      .optional()
      .describe('The page: `nextCursor` of the one before, with the same other parameters.'),
    include: z
      .string()
      .transform((text) => text.split(',').filter(Boolean))
      .pipe(z.array(z.enum(INCLUDES, `must be ${INCLUDES.join(' or ')}, or both with a comma`)))
      .optional()
      .meta({ type: 'string', description: `More of the posts: ${INCLUDES.join(',')}.` }),
  })
}

type LaunchesQuery = z.output<ReturnType<typeof launchesInput>>

export function launchesTool(deps: LaunchesDeps) {
  return {
    name: 'listLaunches',
    input: launchesInput(deps.defaultTimezone),
    output: LaunchesAnswer,
    run: (query: LaunchesQuery, caller?: Cancellable) => readPage(query, deps, caller),
  }
}

async function readPage(query: LaunchesQuery, deps: LaunchesDeps, caller?: Cancellable) {
  const { cursor, limit, topic, tz, minVotes, maxRank, include = [] } = query
  const { timeframe, window: current } = resolveTimeframeOrAll(query.timeframe, tz, deps)
  const bounded = [minVotes ?? '', maxRank ?? ''].join('/')
  const question = [timeframe, tz.toLowerCase(), topicKey(topic ?? ''), bounded]
  const place = cursor === undefined ? undefined : readCursor(cursor, question)
  const bounds = place ? place.bounds : boundsOf(current)
  const window = current && { ...current, ...bounds }
  const offset = place?.shown ?? 0
  const { products, total, version, hasMore, ...provenance } = await deps.ranking.launches({
    // Without its label: a cache would take all bounds under one label for the current window.
    window: bounds,
    topic,
    limit,
    minVotes,
    maxRank,
    from: place && { version: place.version, offset },
    signal: caller?.signal,
  })
  const page = { window, offset, limit, tz, topic, include, ranks: provenance.ranks }
  const next: z.infer<typeof Cursor> = {
    question,
    bounds,
    version,
    shown: offset + products.length,
  }
  return {
    posts: products,
    total: total ?? null,
    nextCursor: hasMore ? base64url.encode(JSON.stringify(next)) : null,
    timeframe,
    tz,
    topic,
    minVotes,
    maxRank,
    window: window ?? null,
    ...(await included(page, products, deps, caller)),
    ...provenance,
  }
}

/** What else a page has, as the request asks. */
async function included(
  page: Page,
  posts: readonly Product[],
  deps: LaunchesDeps,
  caller?: Cancellable,
) {
  const { include } = page
  return {
    ...(include.includes('history') && {
      history: await historiesOf(posts, deps.history).catch(nullIfUnavailable),
    }),
    ...(include.includes('before') && {
      before: await votesBefore(page, deps, caller).catch(nullIfUnavailable),
    }),
  }
}

/** The votes at the ranks of a page in the window before. */
async function votesBefore(page: Page, deps: LaunchesDeps, caller?: Cancellable) {
  const { window, offset, limit, tz, topic, ranks } = page
  const timeframe = window?.previous
  if (timeframe === undefined) return null
  const { window: before } = resolveTimeframeOrAll(timeframe, tz, deps)
  const last = ranks ? (ranks.at(-1) ?? 0) : offset + limit
  const request = { window: before, topic, limit: last, signal: caller?.signal }
  const { products } = await deps.ranking.launches(request)
  const votes = products.map(({ votesCount }) => votesCount)
  const places = ranks?.map((rank) => votes[rank - 1]) ?? votes.slice(offset)
  return { timeframe, votes: places.filter((count) => count !== undefined) }
}

interface Page {
  window: Window | undefined
  offset: number
  limit: number
  tz: string
  topic: string | undefined
  ranks: readonly number[] | undefined
  include: readonly string[]
}

/** What is only added to an answer does not fail it. */
function nullIfUnavailable(error: unknown) {
  const { status } = AppError.from(error)
  if (status >= 502 || status === 499) return null
  throw error
}

function boundsOf(window: Window | undefined) {
  if (!window) return undefined
  const { postedAfter, postedBefore, from, to } = window
  return { postedAfter, postedBefore, from, to }
}

/** A place in a version, and the window as it was on the first page: a later one has others. */
const Cursor = z.object({
  question: z.array(z.string()),
  bounds: Window.pick({ postedAfter: true, postedBefore: true, from: true, to: true }).optional(),
  version: z.string(),
  shown: z.int().min(0).describe('The number of products on the pages before.'),
})

function readCursor(text: string, question: readonly string[]) {
  const data = parsedCursor(text)
  if (data && data.question.join() === question.join()) return data
  const message = 'must be a nextCursor of a page with the same timeframe, tz, topic and bounds'
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
