import { readFileSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import type { Product } from '../../src/ranking/product.ts'
import { withOwn } from '../../src/routes/page.ts'
import { catalogueSource } from '../../src/sources/catalogue.ts'
import { fakeSource } from '../helper/fake-source.ts'
import { fixedCatalogue } from '../helper/fixed-catalogue.ts'
import { NOW, testApp } from '../helper/test-services.ts'

const HOSTILE: Product = {
  id: '1/2',
  name: `</title><script>alert("1")</script>$& ${'x'.repeat(400)}\ud800`,
  tagline: 'Flies "high" & <low>',
  url: null,
  imageUrl: 'https://p.example/1.png?a="',
  votesCount: 1234,
  commentsCount: null,
  launchedAt: '2026-11-20T08:00:00.000Z',
  topics: ['AI'],
}
const hostile = catalogueSource(fixedCatalogue({ products: [HOSTILE] }), { now: () => NOW })

const GENERAL = '<!doctype html><title>Launchboard</title>'

async function htmlOf(path: string, setup: Parameters<typeof testApp>[0] = {}, headers = {}) {
  const response = await testApp(setup).app.request(path, { headers })
  return { status: response.status, html: await response.text() }
}

describe('the first HTML of the board', () => {
  it.each([
    ['/', 'Week 46, 2026'],
    ['/?timeframe=2026-W47&tz=UTC', 'Week 47, 2026'],
    ['/?timeframe=today&tz=Asia/Tokyo', 'November 21, 2026'],
    ['/?timeframe=yesterday&tz=America/Vancouver', 'November 19, 2026'],
    ['/?timeframe=this_month', 'November 2026'],
    ['/?timeframe=2026', '2026'],
    ['/?timeframe=last_3_days&tz=UTC', 'Last 3 days'],
    ['/?timeframe=all_time', 'All time'],
    ['/?timeframe=this_month&topic=games', 'Games in November 2026'],
    ['/?timeframe=yesterday&topic=Win+money+now', 'November 19, 2026'],
  ])('%s has the title %j', async (path, title) => {
    const { status, html } = await htmlOf(path)
    expect(status).toBe(200)
    expect(html).toContain(`<title>${title} · Launchboard</title>`)
    expect(html).toContain(`<meta property="og:title" content="${title} · Launchboard" />`)
  })

  it('the tags name the podium, the permanent address and the feeds', async () => {
    const { posts } = await (
      await testApp().app.request('/api/top-range?timeframe=last_week&tz=UTC')
    ).json()
    const { html } = await htmlOf('/?timeframe=Last-Week&tz=UTC&utm_source=x')
    const podium = posts.map(
      ({ name, votesCount }: Product, at: number) =>
        `${at + 1}. ${name} (${votesCount?.toLocaleString('en-US')} votes)`,
    )
    expect(html).toContain(`<meta name="description" content="${podium.join(', ')}" />`)
    expect(html).toContain(`<meta property="og:description" content="${podium.join(', ')}" />`)
    const query = 'timeframe=last_week&amp;tz=UTC'
    expect(html).toContain(`<link rel="canonical" href="http://localhost/?${query}" />`)
    expect(html).toContain(`<meta property="og:url" content="http://localhost/?${query}" />`)
    expect(html).toContain(`type="application/atom+xml" href="/feed.atom?${query}" />`)
    expect(html).toContain(`type="application/feed+json" href="/feed.json?${query}" />`)
  })

  it.each(['?timeframe=soon', '?tz=Nowhere', '?timeframe=2026-02-30'])(
    'an address that makes no sense (%s) has the general tags',
    async (query) => {
      expect((await htmlOf(`/${query}`)).html).toBe(GENERAL)
    },
  )

  it('the podium is a list of links, and the answer that the script begins with', async () => {
    const path = '/api/launches?timeframe=last_week&tz=UTC&limit=100&include=history'
    const answer = await (await testApp().app.request(path)).json()
    const { html } = await htmlOf('/?timeframe=last_week&tz=UTC')
    const links = [...html.matchAll(/<li><a href="([^"]*)">/g)].map(([, href]) => href)
    expect(links).toEqual(answer.posts.slice(0, 10).map(({ id }: Product) => `/products/${id}`))
    const [, key, json = ''] = /id="answer" data-path="([^"]*)">(.*?)<\/script>/s.exec(html) ?? []
    expect(key).toBe(path.replaceAll('&', '&amp;'))
    expect(JSON.parse(json).posts).toEqual(answer.posts)
    expect(html).toContain('og:image" content="http://localhost/assets/share-board.jpg" />')
  })

  it('markup in a name is text', async () => {
    const { html } = await htmlOf('/?timeframe=today', { parts: { ranking: hostile } })
    expect(html).toContain('content="1. &lt;/title&gt;&lt;script&gt;alert(&quot;1&quot;)')
    expect(html).not.toContain('<script>alert')
  })
})

describe('the first HTML of a product', () => {
  it('the tags of a product are its own, shortened, and its markup is text', async () => {
    const { status, html } = await htmlOf('/products/1%2F2', { parts: { ranking: hostile } })
    expect(status).toBe(200)
    const [, title = ''] = /<title>(.*)<\/title>/.exec(html) ?? []
    expect(title).toMatch(/^&lt;\/title&gt;&lt;script&gt;alert.*\$&amp; x+… · Launchboard$/)
    expect(html).toContain('content="Flies &quot;high&quot; &amp; &lt;low&gt; · 1,234 votes"')
    expect(html).toContain('<link rel="canonical" href="http://localhost/products/1%2F2" />')
    expect(html).toContain('og:image" content="https://p.example/1.png?a=&quot;" />')
    expect(html).not.toContain('<script')
  })

  it('a product that does not exist is not found', async () => {
    const { status, html } = await htmlOf('/products/nobody')
    expect(status).toBe(404)
    expect(html).toContain('<title>Not found · Launchboard</title>')
    expect(html).not.toContain('canonical')
  })
})

describe('the badge of a product', () => {
  it('the badge says its rank and votes, and a product that does not exist has none', async () => {
    const { app } = testApp({ parts: { ranking: hostile } })
    const response = await app.request('/products/1%2F2/badge.svg')
    expect(response.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
    expect(await response.text()).toContain('>#1 of the day · 1,234 votes</text>')
    expect((await app.request('/products/nobody/badge.svg')).status).toBe(404)
  })
})

describe('the first HTML without its source', () => {
  const never = fakeSource({
    launches: () => new Promise(() => {}),
    product: () => new Promise(() => {}),
  })
  const failing = fakeSource({
    launches: () => Promise.reject(new Error('secret')),
    product: () => Promise.reject(new Error('secret')),
  })

  it.each(['/', '/products/1'])(
    '%s has the general tags if the source is slow or fails',
    async (path) => {
      for (const ranking of [never, failing]) {
        expect(await htmlOf(path, { parts: { ranking } })).toEqual({ status: 200, html: GENERAL })
      }
    },
  )

  it.each(['/', '/products/sample-148'])(
    '%s says nothing to those who may not ask',
    async (path) => {
      const launches = vi.fn(hostile.launches)
      const product = vi.fn(hostile.product)
      const parts = { ranking: { ...hostile, launches, product } }
      const token = { AGENT_TOKENS: 'a-token-that-is-long-enough' }
      expect((await htmlOf(path, { env: token, parts })).html).toBe(GENERAL)
      const foreign = { host: 'rebound.example' }
      expect((await htmlOf(path, { parts }, foreign)).html).toBe(GENERAL)
      const limited = testApp({ env: { RATE_LIMIT_PER_MINUTE: '1' }, parts }).app
      await limited.request('/api/search?q=x')
      expect(await (await limited.request(path)).text()).toBe(GENERAL)
      expect(launches).not.toHaveBeenCalled()
      expect(product).not.toHaveBeenCalled()
    },
  )
})

describe('withOwn()', () => {
  it('the tags and the podium take the place of the general ones, as they are', () => {
    const page = readFileSync('src/web/index.html', 'utf8')
    const html = withOwn(page, { head: '<title>$& $1</title>', body: '<ol>$&</ol>' })
    expect(html.match(/<title>[^<]*/g)).toEqual(['<title>$& $1'])
    expect(html).not.toMatch(/name="description"|og:|feed/)
    expect(html).toMatch(/<script type="module".*<ol>\$&<\/ol>\s*<div id="app">/s)
  })
})
