import type { Log } from '../core/log.ts'
import { type Budget, type CallPolicy, createCallPolicy } from './call-policy/call-policy.ts'
import { PRODUCT_HUNT, productHuntSource } from './product-hunt/product-hunt-source.ts'
import { SHOW_HN, showHnSource } from './show-hn/show-hn-source.ts'
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
  /** Also called with the budget, if it must outlive the call policy. */
  saveBudget?: ((budget: Budget) => void) | undefined
}

export interface LiveSource {
  /** Its name in a sentence. */
  upstream: string
  source: UpstreamSource
  /** Absent if it cannot search. */
  search?: SearchIndex
  callPolicy: CallPolicy
}

/** A live source with its call policy, which tracks the budget; undefined if none is configured. */
export function liveSource(choice: SourceChoice, options: LiveOptions): LiveSource | undefined {
  if (choice.kind === 'show-hn') {
    const { upstream, callPolicy, reports } = policyOf(SHOW_HN, options)
    const source = showHnSource({ ...choice, ...options, ...reports })
    return { upstream, callPolicy, source, search: source }
  }
  if (choice.kind === 'catalogue' || !choice.token) return undefined
  const { upstream, callPolicy, reports } = policyOf(PRODUCT_HUNT, options)
  const { token, url } = choice
  return { upstream, callPolicy, source: productHuntSource({ ...options, token, url, ...reports }) }
}

function policyOf(upstream: string, { saveBudget, ...options }: LiveOptions) {
  const callPolicy = createCallPolicy({ upstream, ...options })
  const onBudget = (budget: Budget) => {
    callPolicy.reportBudget(budget)
    saveBudget?.(budget)
  }
  return { upstream, callPolicy, reports: { onBudget, onDropped: callPolicy.reportDropped } }
}
