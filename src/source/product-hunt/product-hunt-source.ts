import { requestJson } from '../request-json.ts'
import type { ProductSource } from '../source.ts'
import { answerFailure } from './answer-failure.ts'
import { type Budget, budgetOf } from './budget.ts'
import { distinct, PostsAnswer } from './posts-answer.ts'
import { postsQuery } from './posts-query.ts'
import { problemsIn, rateLimitWait } from './rate-limit-wait.ts'

export interface ProductHuntOptions {
  token: string
  url?: string | undefined
  fetch?: typeof globalThis.fetch | undefined
  now(): Date
  /** Hears what every answer, a refusal too, says is left to ask for. */
  onBudget?: ((budget: Budget) => void) | undefined
}

const UPSTREAM = 'Product Hunt'
const API = 'https://api.producthunt.com/v2/api/graphql'

/** The live ranking: one call a question, in the order that Product Hunt gives it. */
export function productHuntSource(options: ProductHuntOptions): ProductSource {
  const { token, url = API, fetch, now, onBudget } = options
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
        ownWait: (refusal) => rateLimitWait(refusal.headers, problemsIn(refusal.body)),
      })
      const products = readPosts(answer).slice(0, request.limit)
      return { products, source: 'product-hunt', asOf: now().toISOString(), stale: false }
    },
  }
}

/** No posts are an answer only when nothing is wrong with it. */
function readPosts({ value, headers }: { value: PostsAnswer; headers: Headers }) {
  const { data, errors } = value
  const products = distinct(data ?? [])
  const isNothing = data?.length === 0 && errors.length === 0
  if (products.length > 0 || isNothing) return products
  throw answerFailure({ upstream: UPSTREAM, problems: errors, headers })
}
