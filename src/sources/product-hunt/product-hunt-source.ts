import type { AppError } from '../../core/error.ts'
import { tryParseJson } from '../../core/json.ts'
import { secondsInMs } from '../../core/upstream/retry-after.ts'
import {
  invalidCredentials,
  rateLimited,
  unreadableAnswer,
} from '../../core/upstream/upstream-error.ts'
import { requestJson } from '../request-json.ts'
import type { ProductSource, SourceResult, UpstreamSource } from '../source.ts'
import { type LiveSourceKind, SOURCES } from '../source.ts'
import type { Budget } from '../upstream-calls.ts'
import { distinctPosts, isAbout, type Post, PostsAnswer, type PostsError } from './posts-answer.ts'
import { type PostsRequest, postQuery, postsQuery } from './posts-query.ts'

interface ProductHuntOptions {
  token: string
  url?: string | undefined
  fetch?: typeof globalThis.fetch | undefined
  now(): Date
  /** Called with the budget that every response reports, even an error. */
  onBudget?: ((budget: Budget) => void) | undefined
  /** Called with how many posts were dropped, because they are not what the request is about. */
  onDropped?: ((count: number) => void) | undefined
}

const PRODUCT_HUNT = SOURCES['product-hunt'].label

/** Complexity points, which every call spends. */
const PRODUCT_HUNT_BUDGET = { total: 6_250, periodMs: 15 * 60_000 }

const PRODUCT_HUNT_API = 'https://api.producthunt.com/v2/api/graphql'

export const productHunt: LiveSourceKind = {
  url: PRODUCT_HUNT_API,
  needsToken: true,
  budget: PRODUCT_HUNT_BUDGET,
  timezone: 'America/Los_Angeles',
  create: (options) => ({ source: productHuntSource(options) }),
}

/** The live ranking, in the order of Product Hunt: one call per question, and per page of launches. */
export function productHuntSource(options: ProductHuntOptions): UpstreamSource {
  const { token, url = PRODUCT_HUNT_API, fetch, now, onBudget, onDropped } = options
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  }

  const posts = async (body: string, signal: AbortSignal | undefined) => {
    const answer = await requestJson({
      upstream: PRODUCT_HUNT,
      url,
      init: { method: 'POST', headers, body },
      schema: PostsAnswer,
      fetch,
      signal,
      now,
      onHeaders(answered) {
        const budget = budgetOf(answered)
        if (budget) onBudget?.(budget)
      },
      readRetryAfter: (response) => resetMs(response.headers, errorsIn(response.body)),
    })
    return readPosts(answer)
  }

  const result = (found: readonly Post[], dropped = 0): SourceResult => ({
    products: found.map(({ product }) => product),
    source: 'product-hunt',
    asOf: now().toISOString(),
    stale: false,
    ...(dropped > 0 && { note: droppedNote(dropped) }),
  })

  /** The posts up to the limit that are what the request is about. */
  const page = async (request: PostsRequest) => {
    const read = await posts(postsQuery(request), request.signal)
    const about = read.posts.filter((post) => isAbout(post, request))
    const dropped = read.posts.length - about.length
    if (dropped > 0) onDropped?.(dropped)
    const shown = about.slice(0, request.limit)
    const hasMore = read.hasNextPage || shown.length < about.length
    const last = shown.length < about.length ? shown.at(-1) : read.posts.at(-1)
    return { ...result(shown, dropped), next: hasMore ? last?.cursor : undefined }
  }

  return {
    name: 'product-hunt',

    async top(request) {
      const { next: _next, ...best } = await page(request)
      return best
    },

    launches: (request) => page({ ...request, order: 'RANKING' }),

    async product({ id, signal }) {
      if (!POST_ID.test(id)) return result([])
      return result((await posts(postQuery(id), signal)).posts)
    },
  }
}

const POST_ID = /^\d{1,18}$/

function droppedNote(count: number) {
  const launches = count === 1 ? 'a launch that is' : `${count} launches that are`
  return `${PRODUCT_HUNT} also returned ${launches} not in this window or topic, and left out here.`
}

const NO_TOKEN = 'This service has no Product Hunt token, so it cannot look up launches there.'

/** Replaces Product Hunt if there is no token: an empty ranking that says why. */
export function noTokenSource({ now }: { now(): Date }): ProductSource {
  const nothing = async (): Promise<SourceResult> => ({
    products: [],
    source: 'product-hunt',
    asOf: now().toISOString(),
    stale: false,
    note: NO_TOKEN,
  })
  return {
    name: 'product-hunt',
    top: nothing,
    launches: async () => ({ ...(await nothing()), version: '', total: 0, hasMore: false }),
    product: nothing,
    rank: async () => null,
  }
}

/** With errors, no list is valid that is empty or has a gap: all products after it would rank wrong. */
function readPosts({ value, headers }: { value: PostsAnswer; headers: Headers }) {
  const { data, errors } = value
  const posts = distinctPosts(data?.posts ?? [])
  const isEmpty = data?.posts.length === 0 && errors.length === 0
  const isWhole = errors.length === 0 || !data?.posts.includes(null)
  if (data && (isEmpty || (posts.length > 0 && isWhole))) return { ...data, posts }
  throw answerError(errors, headers)
}

function answerError(errors: readonly PostsError[], headers: Headers): AppError {
  const names = errors.map(({ error }) => error)
  if (names.includes('rate_limit_reached')) {
    return rateLimited(PRODUCT_HUNT, resetMs(headers, errors), new Error('rate_limit_reached'))
  }
  if (names.includes('invalid_oauth_token')) {
    return invalidCredentials(PRODUCT_HUNT, new Error('invalid_oauth_token'))
  }
  return unreadableAnswer(PRODUCT_HUNT, `posts are missing, ${errors.length} errors`)
}

/** The time until the budget is full again, by the headers or else by the errors. */
function resetMs(headers: Headers, errors: readonly PostsError[]): number | undefined {
  const resets = errors.map(({ details }) => secondsInMs(details.reset_in))
  return resetHeaderMs(headers) ?? resets.find((reset) => reset !== undefined)
}

function errorsIn(body: string): readonly PostsError[] {
  return PostsAnswer.safeParse(tryParseJson(body)).data?.errors ?? []
}

/** The budget that a response reports; undefined without what is left and its reset. */
function budgetOf(headers: Headers): Budget | undefined {
  const remaining = headers.get('x-rate-limit-remaining') ?? ''
  const resetMs = resetHeaderMs(headers)
  if (!/^-?\d+$/.test(remaining) || resetMs === undefined) return undefined
  const total = Number(headers.get('x-rate-limit-limit')) || PRODUCT_HUNT_BUDGET.total
  return { total, remaining: Number(remaining), resetMs }
}

/** Seconds from now; other services send an instant under this name. */
function resetHeaderMs(headers: Headers) {
  return secondsInMs(headers.get('x-rate-limit-reset'))
}
