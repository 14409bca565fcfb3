import type { Log } from '../core/log.ts'
import type { SharedState } from '../state/shared-state.ts'
import type { CallPolicy, CallPolicyOptions } from './call-policy/call-policy.ts'
import { sharedCallPolicy } from './call-policy/shared-call-policy.ts'
import { MAX_PAGE } from './product-hunt/posts-query.ts'
import {
  PRODUCT_HUNT,
  PRODUCT_HUNT_BUDGET,
  productHuntSource,
} from './product-hunt/product-hunt-source.ts'
import { CALLS_PER_HOUR, HOUR_MS } from './show-hn/hourly-budget.ts'
import { MAX_HITS, SHOW_HN, showHnSource } from './show-hn/show-hn-source.ts'
import type { SearchIndex, UpstreamSource } from './source.ts'

/** The source of rankings. Product Hunt can be chosen without a token, and then answers nothing. */
export type SourceChoice =
  | { kind: 'catalogue' }
  | { kind: 'product-hunt'; token?: string | undefined; url?: string | undefined }
  | { kind: 'show-hn'; url?: string | undefined }

interface LiveOptions {
  log: Log
  now(): Date
  /** Monotonic milliseconds. */
  clock(): number
  /** Called with what the call policy knows, if that must outlive it. */
  onChange?: CallPolicyOptions['onChange']
  /** State that this process shares with others. */
  shared?: SharedState | undefined
}

export interface LiveSource {
  /** Its name in a sentence. */
  upstream: string
  source: UpstreamSource
  /** Absent if it cannot search. */
  search?: SearchIndex
  callPolicy: CallPolicy
  /** The zone of the calendar days on which its products launch. */
  timezone: string
  /** How many launches it returns at once. */
  pageSize: number
  /** What it allows in a period, in the units of the call policy's budget. */
  budget: { total: number; periodMs: number }
}

/** A live source with its call policy, which tracks the budget; undefined if none is configured. */
export function liveSource(choice: SourceChoice, options: LiveOptions): LiveSource | undefined {
  if (choice.kind === 'show-hn') {
    const { upstream, callPolicy, reports } = policyOf(SHOW_HN, options)
    const source = showHnSource({ ...choice, ...options, ...reports })
    const budget = { total: CALLS_PER_HOUR, periodMs: HOUR_MS }
    return {
      upstream,
      callPolicy,
      source,
      search: source,
      timezone: 'UTC',
      pageSize: MAX_HITS,
      budget,
    }
  }
  if (choice.kind === 'catalogue' || !choice.token) return undefined
  const { upstream, callPolicy, reports } = policyOf(PRODUCT_HUNT, options)
  const { token, url } = choice
  return {
    upstream,
    callPolicy,
    source: productHuntSource({ ...options, token, url, ...reports }),
    timezone: 'America/Los_Angeles',
    pageSize: MAX_PAGE,
    budget: PRODUCT_HUNT_BUDGET,
  }
}

function policyOf(upstream: string, options: LiveOptions) {
  const callPolicy = sharedCallPolicy({ upstream, ...options })
  const { reportBudget: onBudget, reportDropped: onDropped } = callPolicy
  return { upstream, callPolicy, reports: { onBudget, onDropped } }
}
