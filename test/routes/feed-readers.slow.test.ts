import { createRequire } from 'node:module'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { Product } from '../../src/ranking/product.ts'
import { atom, type Feed, feedEntry, jsonFeed } from '../../src/routes/feed-formats.ts'
import { generatedLaunches } from '../helper/generated-launches.ts'
import { installPackages } from '../helper/install-packages.ts'

const ORIGIN = 'https://launches.example'

let load: NodeJS.Require

beforeAll(async () => {
  const folder = await installPackages('feed-readers', ['feedsmith@3.0.1', '@xmldom/xmldom@0.9.12'])
  load = createRequire(join(folder, 'index.js'))
}, 200_000)

interface Entry {
  id: string
  page: string
  title: string
  summary: string
  url: string | undefined
  launchedAt: string | undefined
  topics: readonly string[]
}

/** What a feed says of a launch. */
function entryOf({ id, name, tagline, url, launchedAt, topics }: Product, at: number): Entry {
  return {
    id: `tag:launchboard,2026:catalogue/${id}`,
    page: `${ORIGIN}/products/${id}`,
    title: `#${at + 1} ${name}`,
    summary: tagline ?? name,
    url: url ?? undefined,
    launchedAt: launchedAt ?? undefined,
    topics,
  }
}

function feedOf(products: readonly Product[]): Feed {
  const entries = products.map((product, at) => feedEntry(ORIGIN, 'catalogue', product, at + 1))
  const updated = '2026-11-01T00:00:00.000Z'
  return { query: '', title: 'Launches', origin: ORIGIN, home: '/', updated, entries }
}

interface JsonItem {
  id: string
  url: string
  external_url?: string
  title: string
  content_text: string
  date_published?: string
  tags?: string[]
}

function readJson(feed: Feed) {
  const { items } = load('feedsmith').parseJsonFeed(jsonFeed(feed, '/feed.json'))
  return items.map((item: JsonItem): Entry => {
    const { id, url: page, title, content_text: summary, external_url: url } = item
    return {
      id,
      page,
      title,
      summary,
      url,
      launchedAt: item.date_published,
      topics: item.tags ?? [],
    }
  })
}

interface Text {
  value: string
}

interface AtomEntry {
  id: string
  title: Text
  summary: Text
  published?: string
  links: { rel: string; href: string }[]
  categories?: { term: string }[]
}

function readAtom(feed: Feed) {
  const { entries } = load('feedsmith').parseAtomFeed(atom(feed, '/feed.atom'))
  return entries.map(({ id, title, summary, published, links, categories = [] }: AtomEntry) => {
    const linked = (rel: string) => links.find((link) => link.rel === rel)?.href
    return {
      id,
      page: linked('alternate'),
      title: title.value,
      summary: summary.value,
      url: linked('related'),
      launchedAt: published,
      topics: categories.map(({ term }) => term),
    }
  })
}

interface Tag {
  textContent: string
  getAttribute(name: string): string
  getElementsByTagName(name: string): Iterable<Tag>
}

function readXml(feed: Feed) {
  const { DOMParser } = load('@xmldom/xmldom')
  const document = new DOMParser().parseFromString(atom(feed, '/feed.atom'), 'text/xml')
  return Array.from(document.getElementsByTagName('entry'), (entry: Tag) => {
    const all = (name: string) => [...entry.getElementsByTagName(name)]
    const text = (name: string) => all(name)[0]?.textContent
    const linked = (rel: string) =>
      all('link')
        .find((link) => link.getAttribute('rel') === rel)
        ?.getAttribute('href')
    return {
      id: text('id'),
      page: linked('alternate'),
      title: text('title'),
      summary: text('summary'),
      url: linked('related'),
      launchedAt: text('published'),
      topics: all('category').map((category) => category.getAttribute('term')),
    }
  })
}

it.each([
  ['JSON Feed', readJson],
  ['Atom', readAtom],
  ['Atom by a parser of XML', readXml],
])('launches are read whole from %s', (_, read) => {
  const property = fc.property(generatedLaunches, (products) => {
    expect(read(feedOf(products))).toEqual(products.map(entryOf))
  })
  fc.assert(property, { numRuns: 200 })
})
