import type { AppError } from '../../core/error.ts'
import { tryParseJson } from '../../core/json.ts'
import type { Log } from '../../core/log.ts'
import { secondsInMs } from '../../core/upstream/retry-after.ts'
import {
  invalidCredentials,
  rateLimited,
  unreadableAnswer,
} from '../../core/upstream/upstream-error.ts'
import { type Budget, createCallPolicy } from '../call-policy/call-policy.ts'
import { requestJson } from '../request-json.ts'
import type { ProductSource } from '../source.ts'
import { distinct, isAbout, PostsAnswer, type PostsError } from './posts-answer.ts'
import { postsQuery } from './posts-query.ts'

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

const UPSTREAM = 'Product Hunt'
const API = 'https://api.producthunt.com/v2/api/graphql'

/** The live ranking, in the order of Product Hunt: one call per question. */
export function productHuntSource(options: ProductHuntOptions): ProductSource {
  const { token, url = API, fetch, now, onBudget, onDropped } = options
  const headers = {
    accept: 'application/json',
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  }

  return {
    name: 'product-hunt',

    async top(request) {
      const answer = await requestJson({
        upstream: UPSTREAM,
        url,
        init: { method: 'POST', headers, body: postsQuery(request) },
        schema: PostsAnswer,
        fetch,
        signal: request.signal,
        now,
        onHeaders(answered) {
          const budget = budgetOf(answered)
          if (budget) onBudget?.(budget)
        },
        readRetryAfter: (response) => resetMs(response.headers, errorsIn(response.body)),
      })
      const posts = readPosts(answer)
      const about = posts.filter((post) => isAbout(post, request))
      const products = about.slice(0, request.limit).map(({ product }) => product)
      const result = { source: 'product-hunt' as const, asOf: now().toISOString(), stale: false }
      const dropped = posts.length - about.length
      if (dropped === 0) return { products, ...result }
      onDropped?.(dropped)
      return { products, ...result, note: droppedNote(dropped) }
    },
  }
}

function droppedNote(count: number) {
  const launches = count === 1 ? 'a launch that is' : `${count} launches that are`
  return `${UPSTREAM} also returned ${launches} not in this window or topic, and left out here.`
}

interface LiveOptions {
  token: string
  url?: string | undefined
  log: Log
  now(): Date
  clock(): number
  /** Also called with the budget, if it must outlive the call policy. */
  saveBudget?: ((budget: Budget) => void) | undefined
}

/** Product Hunt with its call policy, which tracks the reported budget. */
export function liveProductHunt({ token, url, log, now, clock, saveBudget }: LiveOptions) {
  const callPolicy = createCallPolicy({ upstream: UPSTREAM, log, now, clock })
  const onBudget = (budget: Budget) => {
    callPolicy.reportBudget(budget)
    saveBudget?.(budget)
  }
  const onDropped = callPolicy.reportDropped
  return { callPolicy, source: productHuntSource({ token, url, now, onBudget, onDropped }) }
}

const NO_TOKEN = 'This service has no Product Hunt token, so it cannot look up launches there.'

/** Replaces Product Hunt if there is no token: an empty ranking that says why. */
export function noTokenSource({ now }: { now(): Date }): ProductSource {
  return {
    name: 'product-hunt',

    async top() {
      const asOf = now().toISOString()
      return { products: [], source: 'product-hunt', asOf, stale: false, note: NO_TOKEN }
    },
  }
}

/** With errors, no list is valid that is empty or has a gap: all products after it would rank wrong. */
function readPosts({ value, headers }: { value: PostsAnswer; headers: Headers }) {
  const { data, errors } = value
  const posts = distinct(data ?? [])
  const isEmpty = data?.length === 0 && errors.length === 0
  const isWhole = errors.length === 0 || !data?.includes(null)
  if (isEmpty || (posts.length > 0 && isWhole)) return posts
  throw answerError(errors, headers)
}

function answerError(errors: readonly PostsError[], headers: Headers): AppError {
  const names = errors.map(({ error }) => error)
  if (names.includes('rate_limit_reached')) {
    return rateLimited(UPSTREAM, resetMs(headers, errors), new Error('rate_limit_reached'))
  }
  if (names.includes('invalid_oauth_token')) {
    return invalidCredentials(UPSTREAM, new Error('invalid_oauth_token'))
  }
  return unreadableAnswer(UPSTREAM, `posts are missing, ${errors.length} errors`)
}

/** How long until the budget is full again, by the headers or else by the errors. */
function resetMs(headers: Headers, errors: readonly PostsError[]): number | undefined {
  const resets = errors.map(({ details }) => secondsInMs(details.reset_in))
  return resetHeaderMs(headers) ?? resets.find((reset) => reset !== undefined)
}

function errorsIn(body: string): readonly PostsError[] {
  return PostsAnswer.safeParse(tryParseJson(body)).data?.errors ?? []
}

/** The budget that a response reports; undefined unless both of its numbers are there. */
function budgetOf(headers: Headers): Budget | undefined {
  const remaining = headers.get('x-rate-limit-remaining') ?? ''
  const resetMs = resetHeaderMs(headers)
  if (!/^-?\d+$/.test(remaining) || resetMs === undefined) return undefined
  return { remaining: Number(remaining), resetMs }
}

/** Seconds from now; other services send an instant under this name. */
function resetHeaderMs(headers: Headers) {
  return secondsInMs(headers.get('x-rate-limit-reset'))
}
