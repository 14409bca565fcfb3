import { asList, asRecord } from '../../core/json.ts'
import { productFacts } from '../../core/product-facts.ts'
import { ALL_TIME, type AnsweredWindow } from '../../ranking/headline.ts'
import type { HistoryResponse, Product } from '../api/response-types.ts'
import { dayIn } from '../product/calendar.ts'
import type { Compared } from '../product/comparison.tsx'
import { productHref } from '../product/product-row.tsx'
import { nameWindow } from '../product/timeframes.ts'
import type { TranscriptCall } from './conversation.ts'

/** The limit of our own tools; those of others may find more. */
const MAX_SHOWN = 10

/** What a call has found, as it is shown: under its own heading, in the order of calls. */
export interface Finding {
  call: TranscriptCall
  kind: 'ranking' | 'rising' | 'search' | 'history' | 'product' | 'list'
  title: string
  /** The days of a ranking in the zone that was asked, or the ranks of a product. */
  detail: string | undefined
  /** Where this page shows the same. */
  href: string | undefined
  products: readonly Product[]
  window: ReturnType<typeof nameWindow> | undefined
  history: HistoryResponse | undefined
  /** What the service says of a product, and of those that it is compared with. */
  compared: readonly Compared[]
  /** What else is known of a product, a sentence each. */
  facts: readonly string[]
}

const NOTHING = {
  detail: undefined,
  href: undefined,
  products: [],
  window: undefined,
  history: undefined,
  compared: [],
  facts: [],
}

/** How the results of our own tools are shown; other tools may find products too. */
const SHOWN: Readonly<Record<string, (call: TranscriptCall) => Finding | undefined>> = {
  getTopProducts: rankingOf,
  getTopProductsThisWeek: rankingOf,
  getTopProductsByTimeframe: rankingOf,
  getTrendingProducts: risingOf,
  searchProducts: searchOf,
  getProductHistory: historyOf,
  getProduct: productCardOf,
  findLaunches: launchesOf,
}

export function findingOf(call: TranscriptCall): Finding | undefined {
  const finding = (SHOWN[call.toolName] ?? listOf)(call)
  return finding && (finding.products.length > 0 || finding.history) ? finding : undefined
}

function listOf(call: TranscriptCall): Finding {
  return { ...NOTHING, call, kind: 'list', title: 'Products found', products: productsOf(call) }
}

function risingOf(call: TranscriptCall): Finding {
  const [, count, unit] = /^(\d+)([hd])$/.exec(textOf(asRecord(call.result).window) ?? '') ?? []
  const time = count ? ` in the last ${count} ${unit === 'd' ? 'days' : 'hours'}` : ''
  return { ...NOTHING, call, kind: 'rising', title: `Rising${time}`, products: productsOf(call) }
}

function searchOf(call: TranscriptCall): Finding {
  const words = textOf(asRecord(call.result).q) ?? ''
  const href = `/search?${new URLSearchParams({ q: words })}`
  const title = `Results for “${words}”`
  return { ...NOTHING, call, kind: 'search', title, href, products: productsOf(call) }
}

/** One product, with its ranks, its neighbours in each and its first votes, or several of them. */
function productCardOf(call: TranscriptCall): Finding | undefined {
  const compared = comparedIn(asRecord(call.result))
  const [found] = compared
  if (!found) return undefined
  const { name, id } = found.product
  const products = compared.map(({ product }) => product)
  const facts = compared.flatMap(({ details }) => productFacts(details))
  const card = { title: name, href: productHref(id), products, facts }
  return { ...NOTHING, call, kind: 'product', ...card, compared }
}

/** The products in a result of `getProduct`: the one that was asked for, and those to compare it with. */
export function comparedIn(result: Record<string, unknown>): Compared[] {
  return [result, ...asList(result.compared).map(asRecord)].flatMap((details) => {
    const product = productOf(details.product)
    return product ? [{ product, details }] : []
  })
}

/** Launches that a question was about; of one that counts them, the best says nothing. */
function launchesOf(call: TranscriptCall): Finding | undefined {
  const { order } = asRecord(call.result)
  const products = productsOf(call)
  if (products.length < 2 && order === 'most_votes') return undefined
  return { ...NOTHING, call, kind: 'list', title: 'Launches found', products }
}

/** Votes over time, where there are enough of them to draw. */
export function historyIn(result: Record<string, unknown>): HistoryResponse | undefined {
  return isHistory(result) && result.points.length > 1 ? result : undefined
}

function historyOf(call: TranscriptCall): Finding | undefined {
  const history = historyIn(asRecord(call.result))
  if (!history) return undefined
  const { name, id } = history.product
  return { ...NOTHING, call, kind: 'history', title: name, href: productHref(id), history }
}

function rankingOf(call: TranscriptCall): Finding {
  const { tz, timeframe, topic, window } = askedOf(call.result)
  const named = nameWindow(window)
  const when = named.spoken.charAt(0).toUpperCase() + named.spoken.slice(1)
  const parameters = { timeframe: window ? timeframe : ALL_TIME, tz, topic }
  const known = Object.entries(parameters).flatMap(([key, value]) => (value ? [[key, value]] : []))
  return {
    ...NOTHING,
    call,
    kind: 'ranking',
    title: topic ? `${topic}, ${named.spoken}` : when,
    detail: [named.title, named.days].filter((text) => text && text !== when).join(' · '),
    href: `/?${new URLSearchParams(known)}`,
    products: productsOf(call),
    window: named,
  }
}

/** What was asked of a ranking, as the service repeats it. */
interface Asked {
  tz: string | undefined
  timeframe: string | undefined
  topic: string | undefined
  window: AnsweredWindow | undefined
}

function askedOf(result: unknown): Asked {
  const { tz, timeframe, topic, window } = asRecord(result)
  const known = windowOf(asRecord(window), textOf(tz) ?? 'UTC')
  return {
    tz: textOf(tz) ?? undefined,
    timeframe: textOf(timeframe) ?? known?.label,
    topic: textOf(topic) ?? undefined,
    window: known,
  }
}

/** The days of a window are those of the service. Agents that name none, and stored answers, have its instants. */
function windowOf(window: Record<string, unknown>, tz: string): AnsweredWindow | undefined {
  const { postedAfter, postedBefore, label } = window
  const [first, end] = [postedAfter, postedBefore].map((at) => Date.parse(String(at)))
  if (typeof label !== 'string' || !first || !end) return undefined
  return {
    from: textOf(window.from) ?? dayIn(tz, new Date(first)),
    to: textOf(window.to) ?? dayIn(tz, new Date(end - 1)),
    postedBefore: String(postedBefore),
    label,
  }
}

/** The service's own tools return `posts` or `hits`. */
function productsOf(call: TranscriptCall): Product[] {
  const { posts, hits } = asRecord(call.result)
  const found = posts ?? hits
  return Array.isArray(found)
    ? found.slice(0, MAX_SHOWN).flatMap((one) => productOf(one) ?? [])
    : []
}

function isHistory(result: Record<string, unknown>): result is HistoryResponse {
  const { points, gaps, product } = result
  const isPoint = (point: unknown) => {
    const { at, votes } = asRecord(point)
    return !Number.isNaN(Date.parse(String(at))) && typeof votes === 'number'
  }
  const { launchDay = null } = result
  return (
    Array.isArray(points) &&
    points.every(isPoint) &&
    (launchDay === null || isPoint(launchDay)) &&
    Array.isArray(gaps) &&
    productOf(product) !== undefined
  )
}

/** A product of a result. What a tool of another agent calls one may have a name alone. */
export function productOf(value: unknown): Product | undefined {
  const { id, name, tagline, url, imageUrl, votesCount, commentsCount, launchedAt, topics } =
    asRecord(value)
  if (typeof name !== 'string' || name.trim() === '') return undefined
  return {
    id: textOf(id) ?? '',
    name,
    tagline: textOf(tagline),
    url: textOf(url),
    imageUrl: textOf(imageUrl),
    votesCount: countOf(votesCount),
    commentsCount: countOf(commentsCount),
    launchedAt: textOf(launchedAt),
    topics: Array.isArray(topics) ? topics.filter((topic) => typeof topic === 'string') : [],
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
