import { LRUCache } from 'lru-cache'
import { AppError } from '../core/error.ts'
import { tryParseJson } from '../core/json.ts'
import { COUNT } from '../ranking/limits.ts'
import { type LaunchBounds, placesIn } from '../ranking/place.ts'
import type { Product } from '../ranking/product.ts'
import { topicKey } from '../ranking/topic.ts'
import { isRolling } from '../ranking/window.ts'
import type { SharedAnswers } from '../state/shared-answers.ts'
import type { Fresh, Load } from './fresh.ts'
import {
  type LaunchesRequest,
  type LeaderboardRequest,
  type ProductSource,
  type SearchIndex,
  type SourceResult,
  UpstreamAnswer,
  type UpstreamSource,
  versionGone,
} from './source.ts'

interface FreshSourceOptions {
  fresh: Fresh
  /** Where other processes find the versions of this one. */
  answers?: SharedAnswers | undefined
  /** Called with every answer, whole. */
  onAnswer?(answer: SourceResult): void
  /** The name of an upstream that does not filter by topic, in a sentence. */
  withoutTopics?: string | undefined
}

/** The launches of a page, in which a product's rank is found too. */
const PAGE = 20

/** How long a version is retained for readers who page through it. */
const RETAINED_MS = 10 * 60_000
const MAX_RETAINED = 100

/** More pages are not read a second time. */
const MAX_CHECKED_PAGES = 20

/**
 * An upstream as a source of rankings, through `fresh`. It is always asked for the maximum, so that all
 * limits share an answer.
 */
export function freshSource(source: UpstreamSource, options: FreshSourceOptions): ProductSource {
  const { fresh, answers, onAnswer = () => {}, withoutTopics } = options
  const versions = retainedVersions(answers)

  const read = async (key: string, load: Load, signal: AbortSignal | undefined) => {
    const answer = await fresh.read(`${source.name} ${key}`, load, signal)
    onAnswer(answer)
    return answer
  }

  /** The first page for anybody, or one of a version. */
  const page = ({ window, topic, signal }: Question, after = '', version = '') => {
    const key = `${rankingKey({ order: 'RANKING', window, topic })} from ${after} ${version}`
    const request = { window, topic, limit: PAGE, after: after || undefined }
    return read(key, (signal) => source.launches({ ...request, signal }), signal)
  }

  /** What is known of a version: of the newest one without a name. */
  const beginning = async (question: Question, asOf?: string) => {
    const first = asOf === undefined ? await page(question) : undefined
    const known = (await versions.find(question, asOf ?? first?.asOf)) ?? first
    if (!known) throw versionGone()
    return first ? { ...known, stale: first.stale } : known
  }

  /** Reads on until enough launches are known, each once: between two pages votes move. */
  const readOn = async (version: UpstreamAnswer, isEnough: IsEnough, question: Question) => {
    let { products, next } = version
    while (!isEnough(products) && next !== undefined) {
      const more = await page(question, next, version.asOf)
      products = eachOnce([...products, ...more.products])
      next = more.next
    }
    return { ...version, products, next }
  }

  /** Finds launches that rose, between two pages, from the later to the earlier one. */
  const readAgain = async (version: UpstreamAnswer, question: Question) => {
    let { products } = version
    let after: string | undefined = ''
    for (let pages = 0; after !== undefined && pages < MAX_CHECKED_PAGES; pages += 1) {
      const again = await page(question, after, `${version.asOf} again`)
      products = eachOnce([...products, ...again.products])
      after = again.next
    }
    return { ...version, products }
  }

  return {
    name: source.name,

    async top({ limit, signal, ...question }) {
      if (withoutTopics) rejectTopic(question.topic, withoutTopics)
      const load: Load = (signal) => source.top({ ...question, limit: COUNT.max, signal })
      return firstOf(await read(rankingKey(question), load, signal), limit)
    },

    async launches({ limit, from, minVotes, maxRank, ...question }) {
      if (withoutTopics) rejectTopic(question.topic, withoutTopics)
      const bounds = { minVotes, maxRank }
      const start = from?.offset ?? 0
      const end = start + limit
      const isEnough: IsEnough = (products) =>
        placesIn(products, bounds).length >= end ||
        products.length >= (maxRank ?? Infinity) ||
        isTooLow(products, bounds)
      const longer = await readOn(await beginning(question, from?.version), isEnough, question)
      const isLast = from !== undefined && longer.next === undefined
      const version = isLast ? await readAgain(longer, question) : longer
      versions.keep(question, version)
      return pageOf(version, bounds, { start, end })
    },

    product: ({ id, signal }) =>
      read(`product ${id}`, (signal) => source.product({ id, signal }), signal),

    async rank({ id, window, signal }) {
      const { products, total, next } = await page({ window, signal })
      const at = products.findIndex((product) => product.id === id)
      if (at === -1) return null
      const neighbours = products.filter((_product, index) => Math.abs(index - at) === 1)
      const of = total ?? (next === undefined ? products.length : null)
      return { rank: at + 1, of, neighbours }
    },
  }
}

/** The searches of upstreams are Algolia's, which refuses 512 bytes. */
const MAX_QUERY_BYTES = 511

/** A search index through `fresh`, in the same way. None of them filters by topic. */
export function freshSearch(index: SearchIndex, upstream: string, { read }: Fresh): SearchIndex {
  const { name, product } = index
  const search: SearchIndex['search'] = async ({ limit, signal, topic, query: words }) => {
    rejectTopic(topic, upstream)
    const plain = words.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
    const query = firstBytes(plain, MAX_QUERY_BYTES)
    const load: Load = (signal) => index.search({ query, limit: COUNT.max, signal })
    return firstOf(await read(`${name} search ${query}`, load, signal), limit)
  }
  if (!product) return { name, search }
  return {
    name,
    search,
    product: ({ id, signal }) =>
      read(`${name} product ${id}`, (signal) => product({ id, signal }), signal),
  }
}

/** The longest beginning of a text within a number of bytes in UTF-8, in whole characters. */
function firstBytes(text: string, maxBytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes))
  return text.slice(0, read)
}

/** Before the upstream is asked, as this is no failure of its own. */
export function rejectTopic(topic: string | undefined, upstream: string) {
  if (topic === undefined) return
  const message = `topic: cannot be used, because ${upstream} does not filter by topic. Leave it out.`
  throw new AppError('invalid-request', message)
}

function firstOf(answer: UpstreamAnswer, limit: number): SourceResult {
  return { ...answer, products: answer.products.slice(0, limit) }
}

type Question = Omit<LaunchesRequest, 'limit' | 'from' | keyof LaunchBounds>
type IsEnough = (products: readonly Product[]) => boolean

/** Whether the last page of a ranking has no launch with enough votes, so that no further page is read. */
function isTooLow(products: readonly Product[], { minVotes }: LaunchBounds): boolean {
  const last = products.slice(-PAGE)
  return last.length === PAGE && placesIn(last, { minVotes }).length === 0
}

/** The part of a version that is within bounds, from one of its launches to another. */
function pageOf(
  { products, next, total, note, ...answer }: UpstreamAnswer,
  bounds: LaunchBounds,
  { start, end }: { start: number; end: number },
) {
  const { minVotes, maxRank } = bounds
  const places = placesIn(products, bounds)
  const page = places.slice(start, end)
  const isWhole = next === undefined || products.length >= (maxRank ?? Infinity)
  const isCut = !isWhole && isTooLow(products, bounds)
  const cut = `Places after ${products.length} were not read: the ${PAGE} before have fewer votes.`
  const notes = [note, isCut && cut].filter(Boolean).join(' ')
  const isBounded = (minVotes ?? maxRank) !== undefined
  const known = isWhole ? places.length : undefined
  return {
    ...answer,
    ...(notes && { note: notes }),
    products: page.map(({ product }) => product),
    ...(minVotes !== undefined && { ranks: page.map(({ rank }) => rank) }),
    version: answer.asOf,
    total: isBounded ? known : (total ?? known),
    hasMore: places.length > end || !(isWhole || isCut),
  }
}

function eachOnce(products: readonly Product[]): Product[] {
  const known = new Set<string>()
  return products.filter(({ id }) => !known.has(id) && known.add(id))
}

/** All launches of windows, as far as they have been read. */
function retainedVersions(answers: SharedAnswers | undefined) {
  const versions = new LRUCache<string, UpstreamAnswer>({ max: MAX_RETAINED, ttl: RETAINED_MS })
  return {
    keep(question: Question, version: UpstreamAnswer) {
      const name = versionName(question, version.asOf)
      versions.set(name, version)
      answers?.write(name, JSON.stringify(version), RETAINED_MS)
    },

    async find(question: Question, asOf?: string) {
      const name = versionName(question, asOf)
      const known = versions.get(name)
      if (known) return known
      const others = await answers?.read(name)
      return UpstreamAnswer.safeParse(tryParseJson(others?.answer ?? '')).data
    },
  }
}

function versionName({ window, topic }: Question, asOf = '') {
  return `version ${rankingKey({ order: 'RANKING', window, topic })} ${asOf}`
}

/**
 * The same for equal questions. A window that moves with the clock keeps its key from minute to
 * minute, so that an earlier answer still answers the question.
 */
function rankingKey({ order, window, topic }: Pick<LeaderboardRequest, 'order'> & Question) {
  const about = topic === undefined ? '' : ` of ${topicKey(topic)}`
  return `${order} ${window ? windowKey(window) : 'all time'}${about}`
}

/** The label of a window from a fixed day until now: only its end moves. */
const UNTIL_NOW = /^this_/

function windowKey(window: NonNullable<LaunchesRequest['window']>) {
  const { postedAfter, postedBefore, label = '' } = window
  if (isRolling(window)) return label
  if (UNTIL_NOW.test(label)) return `${label} ${postedAfter}`
  return `${postedAfter}/${postedBefore}`
}
