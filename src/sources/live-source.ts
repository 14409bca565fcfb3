import type { SharedAnswers } from '../state/shared-answers.ts'
import { type Fresh, type FreshOptions, fresh } from './fresh.ts'
import { freshSearch, freshSource } from './fresh-source.ts'
import {
  PRODUCT_HUNT,
  PRODUCT_HUNT_API,
  PRODUCT_HUNT_BUDGET,
  productHuntSource,
} from './product-hunt/product-hunt-source.ts'
import { SHOW_HN, SHOW_HN_API, SHOW_HN_BUDGET, showHnSource } from './show-hn/show-hn-source.ts'
import type { ProductSource, SearchIndex, SourceResult, UpstreamSource } from './source.ts'

/** The source of rankings. Product Hunt can be chosen without a token, and then answers nothing. */
export type SourceChoice =
  | { kind: 'catalogue' }
  | { kind: 'product-hunt'; token?: string | undefined; url?: string | undefined }
  | { kind: 'show-hn'; url?: string | undefined }

interface LiveOptions extends Omit<FreshOptions, 'upstream' | 'answers'> {
  /** The answers of an upstream account that processes share, if they share any. */
  answersOf(address: string, account: string): SharedAnswers | undefined
  /** The zone of launch days, where the source has none of its own. */
  timezone: string
  /** Called with every answer, whole. */
  onAnswer(answer: SourceResult): void
}

export interface LiveSource {
  /** Its name in a sentence. */
  upstream: string
  ranking: ProductSource
  /** Absent if it cannot search. */
  search?: SearchIndex
  /** The source itself, for those who need every answer new. */
  source: UpstreamSource
  calls: Fresh['calls']
  /** The zone of the calendar days on which its products launch. */
  timezone: string
  /** What it allows in a period, in its own units. */
  budget: { total: number; periodMs: number }
}

/** A live source; undefined if none is configured. */
export function liveSource(choice: SourceChoice, options: LiveOptions): LiveSource | undefined {
  if (choice.kind === 'show-hn') return showHn(choice.url, options)
  if (choice.kind === 'catalogue' || !choice.token) return undefined
  const { token, url = PRODUCT_HUNT_API } = choice
  const { answersOf, onAnswer, now } = options
  const answers = answersOf(url, token)
  const shared = fresh({ ...options, upstream: PRODUCT_HUNT, answers })
  const source = productHuntSource({ token, url, now, ...reports(shared) })
  return {
    upstream: PRODUCT_HUNT,
    ranking: freshSource(source, { fresh: shared, answers, onAnswer }),
    source,
    calls: shared.calls,
    timezone: 'America/Los_Angeles',
    budget: PRODUCT_HUNT_BUDGET,
  }
}

function showHn(url = SHOW_HN_API, options: LiveOptions): LiveSource {
  const { answersOf, onAnswer, now, clock, timezone } = options
  const answers = answersOf(url, '')
  const shared = fresh({ ...options, upstream: SHOW_HN, answers })
  const source = showHnSource({ url, now, clock, ...reports(shared) })
  return {
    upstream: SHOW_HN,
    ranking: freshSource(source, { fresh: shared, answers, onAnswer, withoutTopics: SHOW_HN }),
    search: freshSearch(source, SHOW_HN, shared),
    source,
    calls: shared.calls,
    timezone,
    budget: SHOW_HN_BUDGET,
  }
}

function reports({ calls }: Fresh) {
  return { onBudget: calls.reportBudget, onDropped: calls.reportDropped }
}
