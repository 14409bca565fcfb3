import { LRUCache } from 'lru-cache'
import { AppError } from '../core/error.ts'
import { tryParseJson } from '../core/json.ts'
import { COUNT } from '../ranking/limits.ts'
import type { Product } from '../ranking/product.ts'
import { topicKey } from '../ranking/topic.ts'
import { isRolling } from '../ranking/window.ts'
import type { SharedAnswers } from '../state/shared-answers.ts'
import type { Fresh, Load } from './fresh.ts'
import {
  type LaunchesRequest,
  type PagePlace,
  type ProductSource,
  type RankingRequest,
  readingGone,
  type SearchIndex,
  type SourceResult,
  UpstreamAnswer,
  type UpstreamSource,
} from './source.ts'

interface FreshSourceOptions {
  fresh: Fresh
  /** Where other processes find the readings of this one. */
  answers?: SharedAnswers | undefined
  /** Called with every answer, whole. */
  onAnswer?(answer: SourceResult): void
  /** The name of an upstream that does not filter by topic, in a sentence. */
  withoutTopics?: string
}

/** The launches of a page, in which a product's rank is found too. */
const PAGE = 20

/** Readings that somebody goes through page by page stay for so long. */
const KEPT_MS = 10 * 60_000
const MAX_KEPT = 100

/** More pages are not read a second time. */
const MAX_CHECKED_PAGES = 20

/** All launches of a window, as far as they have been read. */
interface Reading {
  first: UpstreamAnswer
  /** Each launch once: between two pages of the upstream votes move. */
  readonly products: Map<string, Product>
  next: string | undefined
  isChecked: boolean
}

/**
 * An upstream as a source of rankings, through `fresh`. It is always asked for the maximum, so that all
 * limits share an answer.
 */
export function freshSource(source: UpstreamSource, options: FreshSourceOptions): ProductSource {
  const { fresh, answers, onAnswer = () => {}, withoutTopics } = options
  const readings = new LRUCache<string, Reading>({ max: MAX_KEPT, ttl: KEPT_MS })

  const read = async (key: string, load: Load, signal: AbortSignal | undefined) => {
    const answer = await fresh.read(`${source.name} ${key}`, load, signal)
    onAnswer(answer)
    return answer
  }

  /** The first page for anybody, or one of a reading. */
  const page = ({ window, topic, signal }: Question, after = '', reading = '') => {
    const key = `${rankingKey({ order: 'RANKING', window, topic })} from ${after} ${reading}`
    const request = { window, topic, limit: PAGE, after: after || undefined }
    return read(key, (signal) => source.launches({ ...request, signal }), signal)
  }

  const keep = (question: Question, reading: Reading) => {
    const name = readingName(question, reading.first.asOf)
    readings.set(name, reading)
    const stored = { ...reading.first, products: [...reading.products.values()] }
    answers?.write(name, JSON.stringify({ ...stored, next: reading.next }), KEPT_MS)
  }

  const firstReading = async (question: Question) => {
    const first = await page(question)
    const known = readings.get(readingName(question, first.asOf))
    return known ? Object.assign(known, { first }) : readingOf(first, true)
  }

  const earlierReading = async (question: Question, { reading: asOf }: PagePlace) => {
    const name = readingName(question, asOf)
    const known = readings.get(name)
    if (known) return Object.assign(known, { isChecked: false })
    const shared = await answers?.read(name)
    const { data } = UpstreamAnswer.safeParse(tryParseJson(shared?.answer ?? ''))
    if (!data) throw readingGone()
    return readingOf(data, false)
  }

  /** Reads on until so many launches are known. */
  const fill = async (reading: Reading, count: number, question: Question) => {
    const { asOf } = reading.first
    while (reading.products.size < count && reading.next !== undefined) {
      const { next } = reading
      const more = await page(question, next, asOf)
      add(reading, more.products)
      if (reading.next === next) reading.next = more.next
    }
    if (reading.next === undefined && !reading.isChecked) await check(reading, question)
  }

  /** Finds launches that rose, between two pages, from the later to the earlier one. */
  const check = async (reading: Reading, question: Question) => {
    let after: string | undefined = ''
    for (let pages = 0; after !== undefined && pages < MAX_CHECKED_PAGES; pages += 1) {
      const again = await page(question, after, `${reading.first.asOf} again`)
      add(reading, again.products)
      after = again.next
    }
    reading.isChecked = true
  }

  return {
    name: source.name,

    async top({ limit, signal, ...question }) {
      if (withoutTopics) rejectTopic(question.topic, withoutTopics)
      const load: Load = (signal) => source.top({ ...question, limit: COUNT.max, signal })
      return firstOf(await read(rankingKey(question), load, signal), limit)
    },

    async launches({ limit, from, ...question }) {
      if (withoutTopics) rejectTopic(question.topic, withoutTopics)
      const reading = await (from ? earlierReading(question, from) : firstReading(question))
      const start = from?.offset ?? 0
      const end = start + limit
      await fill(reading, end, question)
      keep(question, reading)
      const { first, products, next } = reading
      const { next: _next, ...answer } = first
      return {
        ...answer,
        products: [...products.values()].slice(start, end),
        reading: first.asOf,
        total: first.total ?? (next === undefined ? products.size : undefined),
        hasMore: products.size > end || next !== undefined,
      }
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

/** A search index through `fresh`, in the same way. None of them filters by topic. */
export function freshSearch(index: SearchIndex, upstream: string, { read }: Fresh): SearchIndex {
  const { name, product } = index
  const search: SearchIndex['search'] = async ({ limit, signal, topic, query: words }) => {
    rejectTopic(topic, upstream)
    const query = words.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()
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

/** Before the upstream is asked, as this is no failure of its own. */
function rejectTopic(topic: string | undefined, upstream: string) {
  if (topic === undefined) return
  const message = `topic: cannot be used, because ${upstream} does not filter by topic. Leave it out.`
  throw new AppError('invalid-request', message)
}

function firstOf(answer: UpstreamAnswer, limit: number): SourceResult {
  return { ...answer, products: answer.products.slice(0, limit) }
}

type Question = Omit<LaunchesRequest, 'limit' | 'from'>

function readingOf(first: UpstreamAnswer, isChecked: boolean): Reading {
  const products = new Map(first.products.map((product) => [product.id, product]))
  return { first, products, next: first.next, isChecked }
}

function add({ products }: Reading, found: readonly Product[]) {
  for (const product of found) if (!products.has(product.id)) products.set(product.id, product)
}

function readingName({ window, topic }: Question, asOf: string) {
  return `reading ${rankingKey({ order: 'RANKING', window, topic })} ${asOf}`
}

/**
 * The same for equal questions. A window that moves with the clock keeps its key from minute to
 * minute, so that an earlier answer still answers the question.
 */
function rankingKey({ order, window, topic }: Pick<RankingRequest, 'order'> & Question) {
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
