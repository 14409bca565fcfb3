import { html, raw } from 'hono/html'
import * as z from 'zod'
import { ABOUT } from '../core/about.ts'
import { jsonText } from '../core/json.ts'
import type { Product } from '../ranking/product.ts'

export interface Feed {
  /** Its parameters, in one form and order: they set the feed apart from others. */
  query: string
  title: string
  /** The origin of the service. */
  origin: string
  /** The path of the page that shows the same list for the same parameters. */
  home: string
  entries: readonly Entry[]
  /** The launch of its newest entry. */
  updated: string
}

interface Entry {
  id: string
  url: string
  title: string
  summary: string
  product: Product
}

/** Entries keep their ids, whatever the address of the service and the feed they are in. */
export function feedEntry(origin: string, source: string, product: Product, rank?: number): Entry {
  const id = encodeURIComponent(product.id.toWellFormed())
  const name = plainText(product.name)
  return {
    id: `${TAG}:${source}/${id}`,
    url: `${origin}/products/${id}`,
    // Readers sort entries by date, so that only their titles can say the rank.
    title: rank === undefined ? name : `#${rank} ${name}`,
    summary: product.tagline === null ? name : plainText(product.tagline),
    product: { ...product, topics: product.topics.map(plainText) },
  }
}

const TAG = `tag:${ABOUT.name},2026`

/** An instant that readers take for no date, where the launch is unknown. */
export const UNKNOWN_DATE = '1970-01-01T00:00:00.000Z'

/** RFC 4287. */
export function atom(feed: Feed, path: string): string {
  const { title, origin, home, entries, updated, query } = feed
  const document = html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${plainText(`${TAG}:feed?${query}`)}</id>
<title>${plainText(title)}</title>
<subtitle>${ABOUT.description}</subtitle>
<updated>${updated}</updated>
<author><name>${ABOUT.title}</name></author>
<link rel="alternate" type="text/html" href="${plainText(`${origin}${home}?${query}`)}"/>
<link rel="self" type="application/atom+xml" href="${plainText(`${origin}${path}?${query}`)}"/>
${entries.map(atomEntry)}</feed>
`
  return String(document)
}

function atomEntry({ id, url, title, summary, product }: Entry) {
  const { launchedAt, topics } = product
  const related = address(product.url)
  return html`<entry>
<id>${id}</id>
<title>${escaped(title)}</title>
${launchedAt !== null && html`<published>${launchedAt}</published>\n`}<updated>${launchedAt ?? UNKNOWN_DATE}</updated>
<link rel="alternate" type="text/html" href="${url}"/>
${related !== undefined && html`<link rel="related" href="${related}"/>\n`}<summary>${escaped(summary)}</summary>
${topics.map((topic) => html`<category term="${escaped(topic)}"/>\n`)}</entry>
`
}

/** Tabs and line ends as references: readers of XML make spaces and line feeds of them. */
function escaped(text: string) {
  const references = String(html`${text}`).replaceAll(/[\t\n\r\u2028]/g, (blank) => {
    return `&#${blank.charCodeAt(0)};`
  })
  return raw(references)
}

/** An address as a URL has it, without blanks and the like; undefined if it is none. */
function address(text: string | null): string | undefined {
  return text !== null && URL.canParse(text) ? new URL(text).href : undefined
}

/** XML has no way to write these characters, and no reader of JSON Feed shows them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is left out
const NOT_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

function plainText(text: string): string {
  return text.toWellFormed().replace(NOT_XML, '')
}

const JsonItem = z.object({
  id: z.string(),
  url: z.string().describe('The page of the product.'),
  external_url: z.string().optional().describe('The address of the product.'),
  title: z.string(),
  content_text: z.string(),
  image: z.string().optional(),
  date_published: z.string().optional().describe('The instant of the launch.'),
  tags: z.array(z.string()).optional().describe('Its topics.'),
})

/** JSON Feed 1.1: https://www.jsonfeed.org/version/1.1/ */
export const JsonFeed = z
  .object({
    version: z.string(),
    title: z.string(),
    home_page_url: z.string(),
    feed_url: z.string(),
    language: z.string(),
    authors: z.array(z.object({ name: z.string() })),
    items: z.array(JsonItem),
  })
  .meta({ id: 'JsonFeed' })

export function jsonFeed({ title, origin, home, entries, query }: Feed, path: string): string {
  const feed: z.input<typeof JsonFeed> = {
    version: 'https://jsonfeed.org/version/1.1',
    title: plainText(title),
    home_page_url: `${origin}${home}?${query}`,
    feed_url: `${origin}${path}?${query}`,
    language: 'en',
    authors: [{ name: ABOUT.title }],
    items: entries.map(jsonItem),
  }
  return jsonText(feed)
}

function jsonItem({ id, url, title, summary, product }: Entry): z.input<typeof JsonItem> {
  const { launchedAt, topics, imageUrl } = product
  return {
    id,
    url,
    external_url: address(product.url),
    title,
    content_text: summary,
    image: address(imageUrl),
    date_published: launchedAt ?? undefined,
    tags: topics.length > 0 ? topics : undefined,
  }
}
