import { expect, it } from 'vitest'
import { nodeDrawing } from '../../src/runtime/drawing.node.ts'
import { catalogueSource } from '../../src/sources/catalogue.ts'
import { fixedCatalogue } from '../helper/fixed-catalogue.ts'
import { TEST_PAGE } from '../helper/test-page.ts'
import { NOW, testApp } from '../helper/test-services.ts'

/** An app whose pictures are the SVG that would be drawn. */
function drawingApp(setup: Parameters<typeof testApp>[0] = {}) {
  const drawn: string[] = []
  const drawing = {
    read: async () => undefined,
    async draw(svg: string) {
      drawn.push(svg)
      return new TextEncoder().encode(svg)
    },
  }
  const { app } = testApp({ ...setup, additions: { page: { ...TEST_PAGE, drawing } } })
  return { app, drawn }
}

const textsOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text)

it('the picture of a board has its podium, and is drawn once', async () => {
  const { app, drawn } = drawingApp()
  const query = 'timeframe=last_week&tz=UTC'
  const { posts, total } = await (await app.request(`/api/launches?${query}`)).json()
  const response = await app.request(`/share/board.png?${query}&utm=1`)
  expect(response.headers.get('content-type')).toBe('image/png')
  expect(response.headers.get('cache-control')).toBe('public, max-age=300')
  const texts = textsOf(await response.text())
  expect(texts).toEqual(expect.arrayContaining(['Week 46, 2026', `${total} launches`, '1', '2']))
  for (const { name, votesCount } of posts.slice(0, 3)) {
    expect(texts).toEqual(expect.arrayContaining([name, votesCount.toLocaleString('en-US')]))
  }
  await app.request(`/share/board.png?${query}`)
  expect(drawn).toHaveLength(1)
})

it('the picture of a moment has who led then', async () => {
  const { app } = drawingApp()
  const query = 'timeframe=2026-11-19&tz=UTC'
  const { launches, steps } = await (await app.request(`/api/replay?${query}`)).json()
  const step = steps.indexOf('2026-11-19T22:00:00+00:00')
  const votes = launches.map((one: { from: number; votes: number[] }) => one.votes[step - one.from])
  const most = Math.max(...votes.map((count: number | undefined) => count ?? 0))
  const texts = textsOf(await (await app.request(`/share/board.png?${query}&at=22:00`)).text())
  expect(texts).toContain(most.toLocaleString('en-US'))
  expect(texts.find((text) => text?.startsWith('As it stood at 22:00'))).toBeDefined()
})

it('the pictures of a product and of a comparison name them', async () => {
  const { app } = drawingApp()
  const { posts } = await (await app.request('/api/launches?timeframe=last_week')).json()
  const [one, two] = posts
  const product = textsOf(await (await app.request(`/products/${one.id}/share.png`)).text())
  expect(product).toContain(one.name)
  expect(
    product.find((text) => /^#1 of Week 46, 2026 · [\d,]+ votes$/.test(text ?? '')),
  ).toBeDefined()
  const path = `/share/compare.png?ids=${one.id},${two.id}`
  expect(textsOf(await (await app.request(path)).text())).toEqual(
    expect.arrayContaining([one.name, two.name]),
  )
})

it('a link names its picture', async () => {
  const { app } = drawingApp()
  const board = await (await app.request('/?timeframe=last_week&tz=UTC&at=2026-11-12T14:00')).text()
  expect(board).toContain(
    'og:image" content="http://localhost/share/board.png?timeframe=last_week&amp;tz=UTC&amp;at=2026-11-12T14%3A00"',
  )
  const product = await (await app.request('/products/sample-148')).text()
  expect(product).toContain('og:image" content="http://localhost/products/sample-148/share.png"')
})

it.each(['/share/board.png?timeframe=soon', '/products/nobody/share.png', '/share/compare.png'])(
  'where there is nothing to draw (%s) there is a picture for all',
  async (path) => {
    const response = await drawingApp().app.request(path)
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toMatch(/^\/assets\/share-(board|product)\.jpg$/)
  },
)

it('markup in a name is text, and what the fonts cannot write is not drawn', async () => {
  const named = (id: string, name: string) => ({
    id,
    name,
    tagline: null,
    url: null,
    imageUrl: null,
    votesCount: 1,
    commentsCount: 0,
    launchedAt: '2026-11-20T08:00:00.000Z',
    topics: [],
  })
  const products = [named('a', '<image href="x"/>'), named('b', '翻訳')]
  const ranking = catalogueSource(fixedCatalogue({ products }), { now: () => NOW })
  const { app } = drawingApp({ parts: { ranking } })
  const svg = await (await app.request('/products/a/share.png')).text()
  expect(svg).toContain('&lt;image href=')
  expect(svg).not.toContain('<image')
  expect((await app.request('/products/b/share.png')).status).toBe(302)
})

it('a service for callers with a token shows no pictures to others', async () => {
  const { app } = drawingApp({ env: { AGENT_TOKENS: 'a-token-of-the-test-0123' } })
  expect((await app.request('/share/board.png')).status).toBe(404)
})

it('Node draws them in a thread', async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10"><rect width="9" height="9"/></svg>'
  const png = Buffer.from(await nodeDrawing('dist/web').draw(svg, []))
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([20, 10])
})
