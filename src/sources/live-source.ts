import type { SharedAnswers } from '../state/shared-answers.ts'
import { type Fresh, type FreshOptions, fresh } from './fresh.ts'
import { freshSearch, freshSource } from './fresh-source.ts'
import { productHunt } from './product-hunt/product-hunt-source.ts'
import { showHn } from './show-hn/show-hn-source.ts'
import {
  type LiveSourceKind,
  type ProductSource,
  type SearchIndex,
  SOURCES,
  type SourceName,
  type SourceResult,
  type UpstreamSource,
} from './source.ts'

/** The live sources by their names. */
const LIVE_SOURCES = {
  'product-hunt': productHunt,
  'show-hn': showHn,
} as const satisfies Partial<Record<SourceName, LiveSourceKind>>

interface LiveSourceChoice {
  kind: keyof typeof LIVE_SOURCES
  token?: string | undefined
  url?: string | undefined
}

/** The source of rankings. Without the token that it needs, a source answers nothing. */
export type SourceChoice = { kind: 'catalogue' } | LiveSourceChoice

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
  /** The source itself, uncached. */
  source: UpstreamSource
  calls: Fresh['calls']
  /** The zone of the calendar days on which its products launch. */
  timezone: string
  /** What it allows in a period, in its own units. */
  budget: { total: number; periodMs: number }
}

/** A live source; undefined if none is configured. */
export function liveSource(choice: SourceChoice, options: LiveOptions): LiveSource | undefined {
  if (choice.kind === 'catalogue') return undefined
  const kind: LiveSourceKind = LIVE_SOURCES[choice.kind]
  const { token = '', url = kind.url } = choice
  if (kind.needsToken && token === '') return undefined
  const { label, hasTopics } = SOURCES[choice.kind]
  const { answersOf, onAnswer, now, clock } = options
  const answers = answersOf(url, token)
  const cache = fresh({ ...options, upstream: label, answers })
  const { source, search } = kind.create({ token, url, now, clock, ...reports(cache) })
  const withoutTopics = hasTopics ? undefined : label
  return {
    upstream: label,
    ranking: freshSource(source, { fresh: cache, answers, onAnswer, withoutTopics }),
    ...(search && { search: freshSearch(search, label, cache) }),
    source,
    calls: cache.calls,
    timezone: kind.timezone ?? options.timezone,
    budget: kind.budget,
  }
}

function reports({ calls }: Fresh) {
  return { onBudget: calls.reportBudget, onDropped: calls.reportDropped }
}
