import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pageHeaders } from '../../src/routes/page-headers.ts'
import { expectShown, layoutShift, useBrowser } from '../helper/browser.ts'
import { isChromiumMissing } from '../helper/chromium.ts'
import { type LiveWorker, startWorker } from '../helper/live-worker.ts'

const STARTING_MS = 120_000

/** The headers of a browser that opens a page. */
const AS_BROWSER = { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } }

describe('the page on Workers', { timeout: STARTING_MS }, () => {
  let worker: LiveWorker
  beforeAll(async () => {
    worker = await startWorker({ AGENT_TOKENS: '' })
  }, STARTING_MS)
  afterAll(() => worker?.stop())

  it.each([
    ['/', 200],
    ['/?timeframe=2026-W47', 200],
    ['/products/sample-148', 200],
    ['/search', 200],
    ['/chat', 200],
    ['/dashboard/agents', 200],
    ['/embed?limit=3', 200],
    ['/nowhere', 404],
  ])('the page on Workers answers %s with the headers that Node sends', async (path, status) => {
    const response = await fetch(new URL(path, worker.url), AS_BROWSER)
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toMatch(/^text\/html/)
    const expected = Object.entries(pageHeaders(path.replace(/\?.*/, '')))
    expect(expected.map(([name]) => name.toLowerCase())).toContain('content-security-policy')
    for (const [name, value] of expected) expect(response.headers.get(name)).toBe(value)
    const html = await response.text()
    expect(html).toContain('<div id="app">')
    expect(html).toContain(path.startsWith('/?') ? '<title>Week 47, 2026 ·' : '<title>')
  })

  it.each(['/share/board.png?timeframe=last_week', '/products/sample-148/share.png'])(
    'the picture of a link (%s) is drawn on Workers too',
    async (path) => {
      const response = await fetch(new URL(path, worker.url))
      expect(response.headers.get('content-type')).toBe('image/png')
      const png = Buffer.from(await response.arrayBuffer())
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1_200, 630])
    },
  )

  describe.skipIf(isChromiumMissing)('in a browser', () => {
    const visit = useBrowser()

    it('the page on Workers shows the board and search results', async () => {
      const page = await visit(new URL('/?timeframe=last_week&tz=UTC&limit=5', worker.url).href)
      const products = page.getByRole('list', { name: 'Products' })
      await expectShown(products.getByRole('listitem').nth(4))
      const answer = await fetch(
        new URL('/api/top-range?timeframe=last_week&tz=UTC&limit=5', worker.url),
      )
      const { posts } = await answer.json()
      expect(await products.locator('a[href^="/products/"]').allTextContents()).toEqual(
        posts.map(({ name }: { name: string }) => name),
      )
      expect(await layoutShift(page)).toBeLessThan(0.01)
      await page.goto(new URL('/search?q=music', worker.url).href)
      await expectShown(page.getByRole('list', { name: 'Results' }))
    })
  })
})
