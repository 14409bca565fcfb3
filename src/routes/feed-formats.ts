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
  /** The path of the page that shows the same list. */
  home: string
  entries: readonly Entry[]
  /** The instant of its newest entry. */
  updated: string
}

export interface Entry {
  id: string
  url: string
  title: string
  summary: string
  published: string | null
  /** An address of the product of its own. */
  related?: string | undefined
  website?: string | undefined
  image?: string | undefined
  content?: string | undefined
  makers?: readonly string[] | undefined
  featured?: boolean | undefined
  tags: readonly string[]
}

/** Entries keep their ids, whatever the address of the service and the feed they are in. */
export function feedEntry(origin: string, source: string, product: Product, rank?: number): Entry {
  const id = encodeURIComponent(product.id.toWellFormed())
  const name = feedText(product.name)
  return {
    id: entryId(source, id),
    url: `${origin}/products/${id}`,
    // Readers sort entries by date, so that only their titles can say the rank.
    title: rank === undefined ? name : `#${rank} ${name}`,
    summary: product.tagline === null ? name : feedText(product.tagline),
    published: product.launchedAt,
    related: address(product.url),
    website: address(product.website ?? null),
    content: product.description ? feedText(product.description) : undefined,
    makers: product.makers?.map(feedText),
    featured: product.featured ?? undefined,
    image: address(product.imageUrl),
    tags: product.topics.map(feedText),
  }
}

/** Parameters in one form and order; absent ones are omitted. */
export function queryOf(query: Readonly<Record<string, string | number | undefined>>): string {
  const given = Object.entries(query).filter(([, value = '']) => value !== '')
  return String(new URLSearchParams(given.map(([name, value]) => [name, String(value)])))
}

export function entryId(source: string, path: string): string {
  return `${TAG}:${source}/${path}`
}

const TAG = `tag:${ABOUT.name},2026`

/** An instant that readers take for no date, where the launch is unknown. */
export const UNKNOWN_DATE = '1970-01-01T00:00:00.000Z'

/** RFC 4287. */
export function atom(feed: Feed, path: string): string {
  const { title, origin, home, entries, updated, query } = feed
  const document = html`<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<id>${feedText(`${TAG}:feed?${query}`)}</id>
<title>${feedText(title)}</title>
<subtitle>${ABOUT.description}</subtitle>
<updated>${updated}</updated>
<author><name>${ABOUT.title}</name></author>
<link rel="alternate" type="text/html" href="${feedText(`${origin}${home}`)}"/>
<link rel="self" type="application/atom+xml" href="${feedText(`${origin}${path}?${query}`)}"/>
${entries.map(atomEntry)}</feed>
`
  return String(document)
}

function atomEntry(entry: Entry) {
  const { id, url, title, summary, published, related, website, content, tags } = entry
  const { makers = [], featured = false } = entry
  return html`<entry>
<id>${id}</id>
<title>${escaped(title)}</title>
${published !== null && html`<published>${published}</published>\n`}<updated>${published ?? UNKNOWN_DATE}</updated>
<link rel="alternate" type="text/html" href="${url}"/>
${related !== undefined && html`<link rel="related" href="${related}"/>\n`}${website !== undefined && html`<link rel="related" title="Website" href="${website}"/>\n`}<summary>${escaped(summary)}</summary>
${content !== undefined && html`<content>${escaped(content)}</content>\n`}${makers.map((name) => html`<author><name>${escaped(name)}</name></author>\n`)}${featured && html`<category term="featured" scheme="${TAG}:featured"/>\n`}${tags.map((topic) => html`<category term="${escaped(topic)}"/>\n`)}</entry>
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

export function feedText(text: string): string {
  return text.toWellFormed().replace(NOT_XML, '')
}

const JsonItem = z.object({
  id: z.string(),
  url: z.string().describe('The page of the product, or of the day or week.'),
  external_url: z.string().optional().describe('The address of the product.'),
  title: z.string(),
  content_text: z.string(),
  image: z.string().optional(),
  date_published: z
    .string()
    .optional()
    .describe('The instant of the launch, or the end of the day or week.'),
  tags: z.array(z.string()).optional().describe('Its topics.'),
  summary: z.string().optional().describe('The tagline, if the content is a description.'),
  authors: z
    .array(z.object({ name: z.string() }))
    .optional()
    .describe('Its makers.'),
  _launchboard: z
    .object({ website: z.string().optional(), featured: z.boolean().optional() })
    .optional()
    .describe('What JSON Feed has no field for.'),
})

/** JSON Feed 1.1: https://www.jsonfeed.org/version/1.1/ */
const JsonFeed = z
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
    title: feedText(title),
    home_page_url: `${origin}${home}`,
    feed_url: `${origin}${path}?${query}`,
    language: 'en',
    authors: [{ name: ABOUT.title }],
    items: entries.map(jsonItem),
  }
  return jsonText(feed)
}

function jsonItem(entry: Entry): z.input<typeof JsonItem> {
  const { id, url, title, summary, published, related, image, tags } = entry
  const { website, content, makers = [], featured } = entry
  return {
    id,
    url,
    external_url: related,
    title,
    content_text: content ?? summary,
    summary: content === undefined ? undefined : summary,
    image,
    date_published: published ?? undefined,
    tags: tags.length > 0 ? [...tags] : undefined,
    authors: makers.length > 0 ? makers.map((name) => ({ name })) : undefined,
    _launchboard: (website ?? featured) === undefined ? undefined : { website, featured },
  }
}

/** How a feed is written, each at a path of its own. */
export const FEED_FORMATS = [
  {
    name: 'atom',
    type: 'application/atom+xml',
    title: 'Atom',
    schema: z.string().meta({ description: 'Atom' }),
    write: atom,
  },
  {
    name: 'json',
    type: 'application/feed+json',
    title: 'JSON Feed 1.1',
    schema: JsonFeed,
    write: jsonFeed,
  },
] as const
