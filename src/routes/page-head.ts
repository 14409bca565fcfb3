import type { Context } from 'hono'
import { html } from 'hono/html'
import { DateTime } from 'luxon'
import { untilAborted } from '../core/abort.ts'
import { ABOUT } from '../core/about.ts'
import type { Env } from '../http/env.ts'
import { originOf } from '../http/origin.ts'
import type { Product } from '../ranking/product.ts'
import { isTimezone, resolveTimeframe } from '../ranking/timeframe.ts'
import { topicName } from '../ranking/topic.ts'
import type { Window } from '../ranking/window.ts'
import { findProduct, type Sources } from './products.ts'

export interface HeadDeps extends Sources {
  now(): Date
  defaultTimezone: string
}

/** The page as it is seen by programs that run no script, such as a chat that previews a link. */
interface Head {
  title: string
  description: string
  /** The permanent path of the page. */
  path: string
  imageUrl?: string | null
  /** The parameters of its feeds. */
  feed?: string
}

/** The page waits no longer for its source: its script asks again. */
const MAX_WAIT_MS = 400

const PODIUM = 3

/** The tags of the board; undefined if its address is invalid or the source does not answer in time. */
export async function boardHead(c: Context<Env>, deps: HeadDeps): Promise<string | undefined> {
  const { tz = deps.defaultTimezone, topic, timeframe = 'last_week' } = filled(c.req.query())
  return inTime(async () => {
    const place = isTimezone(tz) && boardPlace(timeframe, tz, deps.now())
    if (!place) return undefined
    const { products } = await deps.ranking.top({ ...place.ranking, topic, limit: PODIUM })
    const named = topicName(topic, products)
    const query = String(new URLSearchParams({ ...place.query, ...(topic && { topic }) }))
    return headOf(c, {
      title: named ? `${named}, ${place.title}` : place.title,
      description: podium(products),
      path: new URL(c.req.url).search === '' ? '/' : `/?${query}`,
      ...(place.hasFeed && { feed: query }),
    })
  })
}

/** The board of a timeframe. All time is a place of the board alone, and has no feed. */
function boardPlace(text: string, tz: string, now: Date) {
  if (/^all[ _-]time$/i.test(text)) {
    const ranking = { order: 'VOTES' as const }
    return { title: 'All time', query: { timeframe: 'all_time', tz }, ranking, hasFeed: false }
  }
  const { timeframe, window } = resolveTimeframe(text, { tz, now })
  const ranking = { order: 'RANKING' as const, window }
  return { title: windowTitle(window, tz), query: { timeframe, tz }, ranking, hasFeed: true }
}

/** The tags of a product's page, and whether there is no such product. */
export async function productHead(c: Context<Env>, sources: HeadDeps) {
  const id = c.req.param('id') ?? ''
  const products = await inTime(async () => (await findProduct(id, sources, {})).products)
  const [product] = products ?? []
  if (!product) return { isMissing: products !== undefined }
  const { name, tagline, imageUrl } = product
  const path = `/products/${encodeURIComponent(id.toWellFormed())}`
  const description = [tagline, votesOf(product)].filter(Boolean).join(' · ')
  return { head: headOf(c, { title: name, description, path, imageUrl }), isMissing: false }
}

async function inTime<Value>(load: () => Promise<Value>): Promise<Value | undefined> {
  // The source goes on when the page has left: its answer is cached for the script of the page.
  return untilAborted(load(), AbortSignal.timeout(MAX_WAIT_MS)).catch(() => undefined)
}

function filled(query: Record<string, string>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value.trim() !== ''))
}

function headOf(c: Context<Env>, { title, description, path, imageUrl, feed }: Head): string {
  const full = `${shortened(title)} · ${ABOUT.title}`
  const text = shortened(description)
  const url = originOf(c) + path
  const feeds = feed === undefined ? [] : FEEDS
  return String(html`<title>${full}</title>
    <meta name="description" content="${text}" />
    <link rel="canonical" href="${url}" />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="${ABOUT.title}" />
    <meta property="og:title" content="${full}" />
    <meta property="og:description" content="${text}" />
    <meta property="og:url" content="${url}" />
    <meta name="twitter:card" content="summary" />
    ${imageUrl && html`<meta property="og:image" content="${imageUrl}" />`}
    ${feeds.map(
      ({ path, type }) => html`<link rel="alternate" type="${type}" href="${path}?${feed}" />`,
    )}`)
}

const FEEDS = [
  { path: '/feed.atom', type: 'application/atom+xml' },
  { path: '/feed.json', type: 'application/feed+json' },
]

const MAX_CHARACTERS = 300

function shortened(text: string): string {
  const characters = Array.from(text.toWellFormed())
  if (characters.length <= MAX_CHARACTERS) return characters.join('')
  return `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…`
}

/** `1. Kite (1,234 votes), 2. Boat (7 votes)`. */
function podium(products: readonly Product[]): string {
  if (products.length === 0) return 'No launches yet.'
  return products
    .map((product, at) => {
      const votes = votesOf(product)
      return `${at + 1}. ${product.name}${votes && ` (${votes})`}`
    })
    .join(', ')
}

function votesOf({ votesCount }: Product): string {
  if (votesCount === null) return ''
  return `${votesCount.toLocaleString('en-US')} ${votesCount === 1 ? 'vote' : 'votes'}`
}

/** `Week 47, 2026`, `November 2026`, `20 November 2026`. */
function windowTitle({ postedAfter, postedBefore, label }: Window, zone: string): string {
  const locale = { zone, locale: 'en' }
  const first = DateTime.fromISO(postedAfter, locale)
  const last = DateTime.fromISO(postedBefore, locale).minus(1)
  if (/week$/.test(label)) return `Week ${first.weekNumber}, ${first.weekYear}`
  if (/month$/.test(label)) return first.toFormat('LLLL yyyy')
  if (/year$/.test(label)) return first.toFormat('yyyy')
  const days = [first, last].map((day) => day.toFormat('d LLLL yyyy'))
  return [...new Set(days)].join(' – ')
}
