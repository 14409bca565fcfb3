import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { Product } from '../../src/ranking/product.ts'
import { catalogueSource } from '../../src/sources/catalogue.ts'
import { fixedCatalogue } from '../helper/fixed-catalogue.ts'
import { NOW, testApp } from '../helper/test-services.ts'

const HOSTILE: Product = {
  id: 'a/b "1"',
  name: 'A <script>&amp;\u0000\ud800 ]]>',
  tagline: null,
  url: 'https://p.example/?a=1&b="',
  imageUrl: 'https://p.example/1.png',
  votesCount: 1,
  commentsCount: 0,
  launchedAt: '2026-11-20T08:00:00.000Z',
  topics: ['AI & <b>'],
}
const hostile = catalogueSource(fixedCatalogue({ products: [HOSTILE] }), { now: () => NOW })

const { app } = testApp()
const { app: hostileApp } = testApp({ parts: { ranking: hostile } })

const Item = z.strictObject({
  id: z.string().min(1),
  url: z.url(),
  external_url: z.url().optional(),
  title: z.string(),
  content_text: z.string().min(1),
  image: z.url().optional(),
  date_published: z.iso.datetime().optional(),
  tags: z.array(z.string()).min(1).optional(),
  summary: z.string().optional(),
  authors: z.array(z.strictObject({ name: z.string() })).optional(),
  _launchboard: z
    .strictObject({ website: z.url().optional(), featured: z.boolean().optional() })
    .optional(),
})

/** JSON Feed 1.1, with what it requires. */
const JsonFeed = z.strictObject({
  version: z.literal('https://jsonfeed.org/version/1.1'),
  title: z.string(),
  home_page_url: z.url(),
  feed_url: z.url(),
  language: z.literal('en'),
  authors: z.array(z.strictObject({ name: z.string() })),
  items: z.array(Item),
})

async function jsonFeed(query: string, asked = app) {
  const response = await asked.request(`/feed.json?${query}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/feed+json; charset=utf-8')
  return JsonFeed.parse(await response.json())
}

/** The tags of a document, in their order; throws unless it is well-formed, as far as we write XML. */
function tagsOf(xml: string): string[] {
  const open: string[] = []
  const rest = xml.replace(/^<\?xml version="1\.0" encoding="utf-8"\?>\n/, '')
  const tags = rest.matchAll(/<(\/?)([a-z]+)((?: [\w:]+="[^"<]*")*)(\/?)>/g)
  const names = Array.from(tags, ([, end, name = '', , empty]) => {
    if (end && open.pop() !== name) throw new Error(`</${name}> ends nothing`)
    if (!end && !empty) open.push(name)
    return end ? '' : name
  })
  const text = rest.replace(/<[^<>]*>/g, '').replace(/&(?:amp|lt|gt|quot|#39);/g, '')
  if (open.length > 0 || /[<&]/.test(text)) throw new Error(`not well-formed: ${open} ${text}`)
  return names.filter(Boolean)
}

async function atom(query: string, asked = app) {
  const response = await asked.request(`/feed.atom?${query}`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
  const xml = await response.text()
  return { xml, tags: tagsOf(xml) }
}

describe('GET /feed.json', () => {
  it('the feed of a timeframe has its launches in ranking order', async () => {
    const question = 'timeframe=last_week&tz=UTC&topic=artificial+intelligence'
    const feed = await jsonFeed(`${question}&limit=3`)
    const query = 'timeframe=last_week&tz=UTC&topic=artificial-intelligence&limit=3'
    expect(feed).toMatchObject({
      title: 'Launches in Artificial Intelligence, last week · Launchboard',
      home_page_url: `http://localhost/?${query}`,
      feed_url: `http://localhost/feed.json?${query}`,
    })
    const { posts } = await (await app.request(`/api/top-range?${question}`)).json()
    expect(feed.items.map(({ title }) => title)).toEqual(
      posts.map(({ name }: Product, index: number) => `#${index + 1} ${name}`),
    )
    expect(feed.items[0]).toMatchObject({
      id: `tag:launchboard,2026:catalogue/${posts[0].id}`,
      url: `http://localhost/products/${posts[0].id}`,
      external_url: posts[0].url,
      date_published: posts[0].launchedAt,
      tags: posts[0].topics,
    })
  })

  it('the title of a feed has no marks that turn its direction', async () => {
    const { title } = await jsonFeed(`q=${encodeURIComponent('loom\u200f\u200e\u202e')}`)
    expect(title).toBe('Launches that match “loom” · Launchboard')
  })

  it('the feed of a search has what the search finds', async () => {
    const { items, title, home_page_url } = await jsonFeed('q=pasword&limit=100')
    expect(title).toBe('Launches that match “pasword” · Launchboard')
    expect(home_page_url).toBe('http://localhost/search?q=pasword')
    const { hits } = await (await app.request('/api/search?q=pasword')).json()
    expect(items.map(({ title }) => title)).toEqual(hits.map(({ name }: Product) => name))
  })

  it.each([
    ['timeframe=this_week&tz=europe/berlin&limit=20', 'tz=Europe/Berlin&timeframe=THIS-WEEK'],
    ['topic=Developer+Tools', 'topic=developer-tools'],
    ['q=Password', 'q=+password&limit=10'],
  ])('?%s is the feed of ?%s', async (one, other) => {
    const [first, second] = [await jsonFeed(one), await jsonFeed(other)]
    expect(first).toMatchObject({ feed_url: String(Reflect.get(second, 'feed_url')) })
  })

  it('an address with a blank is one, and what is none is left out', async () => {
    const launch = { ...HOSTILE, url: 'https://p.example/a b', imageUrl: 'no address' }
    const catalogue = fixedCatalogue({ products: [launch] })
    const ranking = catalogueSource(catalogue, { now: () => NOW })
    const [item] = (await jsonFeed('timeframe=today', testApp({ parts: { ranking } }).app)).items
    expect(item).toMatchObject({ external_url: 'https://p.example/a%20b' })
    expect(item).not.toHaveProperty('image')
  })

  it('any text is carried, and what is unknown is left out', async () => {
    const [item] = (await jsonFeed('timeframe=today', hostileApp)).items
    expect(item).toEqual({
      id: 'tag:launchboard,2026:catalogue/a%2Fb%20%221%22',
      url: 'http://localhost/products/a%2Fb%20%221%22',
      external_url: 'https://p.example/?a=1&b=%22',
      title: '#1 A <script>&amp;\ufffd ]]>',
      content_text: 'A <script>&amp;\ufffd ]]>',
      image: HOSTILE.imageUrl,
      date_published: HOSTILE.launchedAt,
      tags: HOSTILE.topics,
    })
  })
})

describe('a launch with all that a source can have', () => {
  const launch = {
    ...HOSTILE,
    tagline: 'A thing',
    website: 'https://own.example/',
    description: 'What it is & does.',
    featured: true,
    makers: ['Ann', 'Bo & Co'],
  }
  const ranking = catalogueSource(fixedCatalogue({ products: [launch] }), { now: () => NOW })
  const { app: rich } = testApp({ parts: { ranking } })

  it('a feed has its website, its description and its makers', async () => {
    expect((await jsonFeed('timeframe=today', rich)).items[0]).toMatchObject({
      content_text: 'What it is & does.',
      summary: 'A thing',
      authors: [{ name: 'Ann' }, { name: 'Bo & Co' }],
      _launchboard: { website: 'https://own.example/', featured: true },
    })
    const { xml } = await atom('timeframe=today', rich)
    expect(xml).toContain('<link rel="related" title="Website" href="https://own.example/"/>')
    expect(xml).toContain('<content>What it is &amp; does.</content>')
    expect(xml).toContain('<author><name>Bo &amp; Co</name></author>')
    expect(xml).toContain('<category term="featured" scheme="tag:launchboard,2026:featured"/>')
  })
})

describe('what a feed may be limited to', () => {
  it('the launches of a feed within bounds keep their places and their ids', async () => {
    const { items } = await jsonFeed('timeframe=last_week&tz=UTC')
    const { posts } = await (await app.request('/api/top-range?timeframe=last_week&tz=UTC')).json()
    const [, second] = posts
    const many = await jsonFeed(`timeframe=last_week&tz=UTC&minVotes=${second.votesCount}`)
    expect(many.items).toEqual(items.slice(0, 2))
    expect(many.feed_url).toContain(`minVotes=${second.votesCount}`)
    expect((await jsonFeed('timeframe=last_week&tz=UTC&maxRank=3')).items).toEqual(
      items.slice(0, 3),
    )
    expect((await jsonFeed('q=password&maxRank=1')).items).toHaveLength(1)
  })

  it('a day that has ended is one entry with its podium, the same in every later feed', async () => {
    const days = 'each=day&tz=America/New_York&limit=2'
    const first = await jsonFeed(days)
    const { posts } = await (await app.request('/api/top-range?timeframe=2026-11-19')).json()
    const [one, two, three] = posts.map(({ name }: Product) => name)
    expect(first.title).toBe('Launches, day by day · Launchboard')
    expect(first.items[0]).toMatchObject({
      id: 'tag:launchboard,2026:catalogue/day?timeframe=2026-11-19&tz=America%2FNew_York',
      title: `2026-11-19: #1 ${one}, #2 ${two}, #3 ${three}`,
      url: 'http://localhost/?timeframe=2026-11-19&tz=America%2FNew_York',
      date_published: '2026-11-20T05:00:00.000Z',
    })
    expect(first.items[0]?.content_text.split('\n')).toHaveLength(3)
    const later = testApp({ now: () => new Date('2026-11-21T06:00:00Z') }).app
    const second = await jsonFeed(days, later)
    expect(second.items.map(({ id }) => id).slice(1)).toEqual(
      first.items.map(({ id }) => id).slice(0, 1),
    )
  })

  it('a week is one too, and one without a launch within bounds is none', async () => {
    expect((await jsonFeed('each=day&tz=UTC&limit=100')).items).toHaveLength(10)
    const weeks = await jsonFeed('each=week&tz=UTC')
    expect(weeks.items[0]?.id).toContain('week?timeframe=2026-W46&tz=UTC')
    expect((await jsonFeed('each=week&tz=UTC&minVotes=100000')).items).toEqual([])
    const topical = await jsonFeed('each=week&tz=UTC&topic=productivity')
    expect(topical.title).toBe('Launches in Productivity, week by week · Launchboard')
  })

  it('a day is told once its launches were read after its end', async () => {
    const top = async () => ({
      products: [HOSTILE],
      source: 'product-hunt' as const,
      asOf: '2026-11-20T04:59:00.000Z',
      stale: true,
    })
    const { app: late } = testApp({ parts: { ranking: { ...hostile, top } } })
    const { items } = await jsonFeed('each=day&limit=2&tz=America/New_York', late)
    expect(items.map(({ date_published }) => date_published)).toEqual(['2026-11-19T05:00:00.000Z'])
  })
})

describe('GET /feed.atom', () => {
  it('the feed has every element that Atom requires', async () => {
    const { xml, tags } = await atom('timeframe=last_week&tz=UTC&limit=2')
    const entry = ['entry', 'id', 'title', 'published', 'updated', 'link', 'link', 'summary']
    expect(tags.filter((tag) => tag !== 'category')).toEqual(
      ['feed', 'id', 'title', 'subtitle', 'updated', 'author', 'name', 'link', 'link'].concat(
        entry,
        entry,
      ),
    )
    expect(xml).toContain(
      '<id>tag:launchboard,2026:feed?timeframe=last_week&amp;tz=UTC&amp;limit=2</id>',
    )
    // Some readers take the first link for the home page.
    expect(/<link rel="(\w+)"/.exec(xml)?.[1]).toBe('alternate')
    const [feedDate, ...dates] = Array.from(
      xml.matchAll(/<updated>(.+)<\/updated>/g),
      ([, at]) => at,
    )
    expect(feedDate).toBe(dates.sort().at(-1))
  })

  it('a name with markup is text, without what XML cannot say', async () => {
    const { xml } = await atom('timeframe=today', hostileApp)
    expect(xml).toContain('<title>#1 A &lt;script&gt;&amp;amp;\ufffd ]]&gt;</title>')
    expect(xml).toContain('<category term="AI &amp; &lt;b&gt;"/>')
    expect(xml).toContain('href="https://p.example/?a=1&amp;b=%22"')
  })
})

describe.each(['/feed.atom', '/feed.json'])('%s', (path) => {
  it('a feed that has not changed is 304, however the reader names its tag', async () => {
    const first = await app.request(path)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"\w+"$/)
    for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const again = await app.request(path, { headers: { 'if-none-match': tag } })
      expect([again.status, await again.text()]).toEqual([304, ''])
      expect(again.headers.get('etag')).toBe(etag)
    }
    const other = await app.request(`${path}?limit=1`, { headers: { 'if-none-match': etag } })
    expect(other.status).toBe(200)
  })

  it('behind a trusted proxy that speaks HTTPS the addresses do too', async () => {
    const headers = { 'x-forwarded-proto': 'https' }
    const linked = async (TRUST_PROXY: string, peer: string) => {
      const { app } = testApp({ env: { TRUST_PROXY, ALLOW_PUBLIC: 'true' } })
      const text = await (await app.request(path, { headers }, peer)).text()
      return /https?:\/\/localhost\/products\//.exec(text)?.[0].split(':')[0]
    }
    expect(await linked('1', '10.0.0.1')).toBe('https')
    expect(await linked('10.0.0.0/8', '10.0.0.1')).toBe('https')
    expect(await linked('10.0.0.0/8', '203.0.113.7')).toBe('http')
    expect(await linked('', '10.0.0.1')).toBe('http')
  })

  it.each([
    ['timeframe=soon', '"soon" is not a timeframe.'],
    ['tz=Nowhere', 'tz: must be an IANA time zone'],
    ['q=x&timeframe=today', 'timeframe: cannot be combined with q.'],
    ['q=+', 'q: must not be blank.'],
    ['each=day&timeframe=today', 'timeframe: cannot be combined with each.'],
    ['each=month', 'each: must be day or week.'],
  ])('?%s is invalid', async (query, error) => {
    const response = await app.request(`${path}?${query}`)
    expect(response.status).toBe(400)
    expect((await response.json()).error).toContain(error)
  })
})
