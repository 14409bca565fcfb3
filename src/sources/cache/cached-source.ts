import { COUNT } from '../../ranking/limits.ts'
import { topicKey } from '../../ranking/topic.ts'
import { isRolling } from '../../ranking/window.ts'
import type { CallPolicy } from '../call-policy/call-policy.ts'
import type {
  LaunchesPage,
  LaunchesRequest,
  ProductSource,
  RankingRequest,
  SearchIndex,
  SourceResult,
  UpstreamSource,
} from '../source.ts'
import type { SourceCache } from './source-cache.ts'

interface CacheDeps {
  cache: SourceCache
  /** Absent if the source applies one itself. */
  callPolicy?: CallPolicy
  /** Called with every answer, whole. */
  onAnswer?: (answer: SourceResult) => void
}

/** More launches than a page of Product Hunt has are read page by page. */
const PAGE = 20

/** A source behind a cache. It is always called with the maximum limit, so all limits share a value. */
export function cachedSource(source: UpstreamSource, deps: CacheDeps): ProductSource {
  const read = async (read: CachedRead) => {
    const answer = await readCached(read, deps)
    deps.onAnswer?.(answer)
    return answer
  }

  const page = ({ signal, ...request }: LaunchesRequest) => {
    const { limit, after = '' } = request
    const key = `${source.name} ${rankingKey({ order: 'RANKING', ...request })} ${limit} ${after}`
    const load = (signal: AbortSignal) => source.launches({ ...request, signal })
    return read({ key, load, signal })
  }

  const launches = async (request: LaunchesRequest): Promise<LaunchesPage> => {
    const { limit } = request
    const first = await page({ ...request, limit: Math.min(PAGE, limit) })
    const products = new Map(first.products.map((product) => [product.id, product]))
    let { next, stale } = first
    for (let left = limit - PAGE; left > 0 && next !== undefined; left -= PAGE) {
      const more = await page({ ...request, limit: Math.min(PAGE, left), after: next })
      for (const product of more.products) products.set(product.id, product)
      next = more.next
      stale ||= more.stale
    }
    return { ...first, products: [...products.values()], next, stale }
  }

  return {
    name: source.name,

    async top({ limit, signal, ...question }) {
      const key = `${source.name} ${rankingKey(question)}`
      const load = (signal: AbortSignal) => source.top({ ...question, limit: COUNT.max, signal })
      return first(limit, await read({ key, load, signal }))
    },

    launches,

    product({ id, signal }) {
      const load = (signal: AbortSignal) => source.product({ id, signal })
      return read({ key: `${source.name} product ${id}`, load, signal })
    },

    async rank({ id, window, signal }) {
      const { products, total, next } = await page({ window, limit: PAGE, signal })
      const at = products.findIndex((product) => product.id === id)
      if (at === -1) return null
      const neighbours = products.filter((_product, index) => Math.abs(index - at) === 1)
      const of = total ?? (next === undefined ? products.length : null)
      return { rank: at + 1, of, neighbours }
    },
  }
}

/** A search index behind a cache, in the same way. */
export function cachedSearch(index: SearchIndex, deps: CacheDeps): SearchIndex {
  const search: SearchIndex['search'] = async ({ limit, signal, topic, query: words }) => {
    const query = normalizedQuery(words)
    const within = topic === undefined ? '' : ` of ${topicKey(topic)}:`
    const key = `${index.name} search${within} ${query}`
    const load = (signal: AbortSignal) => index.search({ query, topic, limit: COUNT.max, signal })
    return first(limit, await readCached({ key, load, signal }, deps))
  }
  const { product } = index
  if (!product) return { name: index.name, search }
  return {
    name: index.name,
    search,

    product({ id, signal }) {
      const load = (signal: AbortSignal) => product({ id, signal })
      return readCached({ key: `${index.name} product ${id}`, load, signal }, deps)
    },
  }
}

interface CachedRead {
  key: string
  load(signal: AbortSignal): Promise<LaunchesPage>
  signal: AbortSignal | undefined
}

function readCached({ key, load, signal }: CachedRead, { cache, callPolicy }: CacheDeps) {
  return cache.read(key, callPolicy ? (signal) => callPolicy.run(load, signal) : load, signal)
}

function first(limit: number, result: SourceResult): SourceResult {
  return { ...result, products: result.products.slice(0, limit) }
}

/**
 * The same for equal questions. A window that moves with the clock keeps its key from minute to
 * minute, so that a cached value still answers the question.
 */
function rankingKey({ order, window, topic }: Pick<RankingRequest, 'order' | 'window' | 'topic'>) {
  const key = `${order} ${window ? windowKey(window) : 'all time'}`
  return topic === undefined ? key : `${key} of ${topicKey(topic)}`
}

/** The label of a window from a fixed day until now: only its end moves. */
const UNTIL_NOW = /^this_/

function windowKey(window: NonNullable<RankingRequest['window']>) {
  const { postedAfter, postedBefore, label = '' } = window
  if (isRolling(window)) return label
  if (UNTIL_NOW.test(label)) return `${label} ${postedAfter}`
  return `${postedAfter}/${postedBefore}`
}

function normalizedQuery(query: string) {
  return query.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
}
