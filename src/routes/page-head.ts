import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import { untilAborted } from '../core/abort.ts'
import { ABOUT } from '../core/about.ts'
import { MAX_COMPARED } from '../core/product-facts.ts'
import type { Env } from '../http/env.ts'
import { originOf } from '../http/origin.ts'
import { ALL_TIME, isSample, leaderOf, type WindowName, windowName } from '../ranking/headline.ts'
import { type Product, votesText } from '../ranking/product.ts'
import { isTimezone } from '../ranking/timeframe.ts'
import { topicName } from '../ranking/topic.ts'
import { findProduct, type ProductSources } from '../tools/named-product.ts'
import { FEED_FORMATS } from './feed-formats.ts'
import { type LaunchesDeps, launchesTool } from './launches.ts'

export type HeadDeps = ProductSources &
  LaunchesDeps & {
    /** Whether links have pictures of their own. */
    isDrawn?: boolean
  }

/** What a place says of itself before its script runs, and to programs that run none. */
export interface FirstHtml {
  head: string
  body: string
}

interface Head {
  title: string
  description: string
  /** The permanent path of the page. */
  path: string
  /** The address of its picture, or the path of one of ours. */
  picture: string
  /** The parameters of its feeds. */
  feed?: string
}

/** The page waits no longer for its source: its script asks again. */
const MAX_WAIT_MS = 400

const PODIUM = 3
const LISTED = 10
/** As many as the script of the page asks for. */
const PAGE_SIZE = 100

/** The first HTML of the board; undefined if its address is invalid or the source does not answer in time. */
export async function boardHtml(c: Context<Env>, deps: HeadDeps): Promise<FirstHtml | undefined> {
  const { tz = deps.defaultTimezone, topic, timeframe = 'last_week' } = filled(c.req.query())
  return inTime(async () => {
    if (!isTimezone(tz)) return undefined
    const { names, answer, path, query, hasFeed } = await boardAnswer(deps, {
      timeframe,
      tz,
      topic,
    })
    const own = new URLSearchParams({ ...query, ...(topic && { topic }) })
    const { posts } = answer
    // A topic that no launch has is not put into a title.
    const known = topicName(topic, posts)
    const ofTopic = (title: string) => (known ? `${known} in ${title}` : title)
    const head = headOf(c, {
      title: ofTopic(names.full),
      description: podium(posts.slice(0, PODIUM)),
      path: new URL(c.req.url).search === '' ? '/' : `/?${own}`,
      picture: deps.isDrawn ? pictureOf(c, own) : '/assets/share-board.jpg',
      ...(hasFeed && { feed: String(own) }),
    })
    return {
      head,
      body: bodyOf(ofTopic(names.title), factsOf(names, answer), posts, { path, answer }),
    }
  })
}

type BoardAnswer = Awaited<ReturnType<ReturnType<typeof launchesTool>['run']>>

/** The line under the headline of the board, as its script writes it: as large, so that nothing is painted anew. */
function factsOf({ days, isPast }: WindowName, { posts, total }: BoardAnswer) {
  const leader = leaderOf(posts, isPast)
  const over = leader?.rival === undefined ? '' : html`<span> of ${shortened(leader.rival)}</span>`
  const launches = total === 1 ? 'launch' : 'launches'
  const facts = [
    days,
    total !== null && `${total.toLocaleString('en-US')} ${launches}`,
    leader && html`<strong>${shortened(leader.name)}</strong> ${leader.says}${over}`,
    posts.some(isSample) && 'Sample data',
  ].filter(Boolean)
  return facts.map((fact, index) => html`${index > 0 && ' · '}${fact}`)
}

interface Asked {
  timeframe: string
  tz: string
  topic: string | undefined
}

/** The answer that the script of the page asks for, by the path under which it does. */
async function boardAnswer(deps: HeadDeps, { timeframe: text, tz, topic }: Asked) {
  const isAll = /^all[ _-]time$/i.test(text)
  const asked = isAll ? 'all' : text
  const limit = PAGE_SIZE
  const answer = await launchesTool(deps).run({
    timeframe: asked,
    tz,
    topic,
    limit,
    include: ['history'],
  })
  const parameters = { timeframe: asked, tz, topic, limit: String(limit), include: 'history' }
  const { window } = answer
  return {
    names: windowName(window ?? undefined),
    answer,
    path: pathOf('/api/launches', parameters),
    query: { timeframe: isAll ? ALL_TIME : answer.timeframe, tz },
    hasFeed: !isAll,
  }
}

/** The path of the picture of a ranking, or of its moment that the address names. */
function pictureOf(c: Context<Env>, query: URLSearchParams): string {
  const at = c.req.query('at')
  return `/share/board.png?${new URLSearchParams([...query, ...(at ? [['at', at]] : [])])}`
}

/** The first HTML of a product's page, and whether there is no such product. */
export async function productHtml(c: Context<Env>, deps: HeadDeps) {
  const id = c.req.param('id') ?? ''
  const products = await inTime(async () => (await findProduct(id, deps, {})).products)
  const [product] = products ?? []
  if (products && !product) return { own: NOT_FOUND, isMissing: true }
  if (!product) return { isMissing: false }
  const { name, tagline, imageUrl } = product
  const path = `/products/${encodeURIComponent(id.toWellFormed())}`
  const description = [tagline, votesOf(product)].filter(Boolean).join(' · ')
  const picture = deps.isDrawn ? `${path}/share.png` : (imageUrl ?? '/assets/share-product.jpg')
  const head = headOf(c, { title: name, description, path, picture })
  return { own: { head, body: bodyOf(name, shortened(description)) }, isMissing: false }
}

/** The first HTML of a comparison. */
export async function compareHtml(c: Context<Env>, deps: HeadDeps) {
  const ids = (c.req.query('ids') ?? '').split(',').slice(0, MAX_COMPARED)
  const products = await inTime(async () => {
    const found = await Promise.all(ids.map((id) => findProduct(id, deps)))
    return found.flatMap((answer) => answer.products)
  })
  if (!products?.length) return undefined
  const title = products.map(({ name }) => name).join(', ')
  const query = new URLSearchParams({ ids: ids.join(',') })
  const picture = deps.isDrawn ? `/share/compare.png?${query}` : '/assets/share-board.jpg'
  const description = 'Votes by hours since launch, side by side.'
  const head = headOf(c, { title, description, path: `/compare?${query}`, picture })
  return { head, body: bodyOf(title, description) }
}

interface Answered {
  path: string
  answer: unknown
}

/** What is shown until the script of the page runs, and the answer that it begins with. */
function bodyOf(
  title: string,
  text: ReturnType<typeof factsOf> | string,
  posts: readonly Product[] = [],
  answered?: Answered,
) {
  const items = posts.slice(0, LISTED).map(
    ({ id, name, tagline, ...product }) =>
      html`<li><a href="/products/${encodeURIComponent(id.toWellFormed())}">${shortened(name)}</a>
        <span>${[tagline && shortened(tagline), votesOf(product)].filter(Boolean).join(' · ')}</span></li>`,
  )
  const list = items.length > 0 && html`<ol>${items}</ol>`
  // Markup in a name must not end the script.
  const json = answered && JSON.stringify(answered.answer).replaceAll('<', '\\u003c')
  return String(html`<div id="first"><h1>${shortened(title)}</h1><p>${text}</p>${list}</div>
    ${answered && html`<script type="application/json" id="answer" data-path="${answered.path}">${raw(json)}</script>`}`)
}

function pathOf(path: string, values: Record<string, string | undefined>): string {
  const given = Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return `${path}?${String(new URLSearchParams(given)).replaceAll('%2F', '/')}`
}

async function inTime<Value>(load: () => Promise<Value>): Promise<Value | undefined> {
  // The source goes on when the page has left: its answer is cached for the script of the page.
  return untilAborted(load(), AbortSignal.timeout(MAX_WAIT_MS)).catch(() => undefined)
}

function filled(query: Record<string, string>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(query).filter(([, value]) => value.trim() !== ''))
}

function headOf(c: Context<Env>, { title, description, path, picture, feed }: Head): string {
  const full = `${shortened(title)} · ${ABOUT.title}`
  const text = shortened(description)
  const url = originOf(c) + path
  const image = picture.startsWith('/') ? originOf(c) + picture : picture
  const feeds = feed === undefined ? [] : FEED_FORMATS
  return String(html`<title>${full}</title>
    <meta name="description" content="${text}" />
    <link rel="canonical" href="${url}" />
    <meta property="og:type" content="website" />
    <meta property="og:site_name" content="${ABOUT.title}" />
    <meta property="og:title" content="${full}" />
    <meta property="og:description" content="${text}" />
    <meta property="og:url" content="${url}" />
    <meta property="og:image" content="${image}" />
    <meta name="twitter:card" content="summary_large_image" />
    ${feeds.map(
      ({ name, type }) =>
        html`<link rel="alternate" type="${type}" href="/feed.${name}?${feed}" />`,
    )}`)
}

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

function votesOf({ votesCount }: Pick<Product, 'votesCount'>): string {
  return votesCount === null ? '' : votesText(votesCount)
}

const NOT_FOUND: FirstHtml = {
  head: `<title>Not found · ${ABOUT.title}</title>`,
  body: bodyOf('Not found', 'There is no product at this address.'),
}
