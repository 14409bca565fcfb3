import { build } from 'esbuild'
import { beforeAll, describe, expect, it } from 'vitest'
import { accessibilityIssues, expectShown, THEMES, useBrowser } from '../../helper/browser.ts'
import { isChromiumMissing } from '../../helper/chromium.ts'
import { serveApp } from '../../helper/serve-app.ts'
import type { Hosting } from './host-page.ts'

declare const seen: { opened: string[]; heights: number[]; calls: object[] }

describe.skipIf(isChromiumMissing)('the board inside an assistant', { timeout: 60_000 }, () => {
  const visit = useBrowser()
  let script = ''

  beforeAll(async () => {
    const entryPoints = ['test/web/assistant/host-page.ts']
    const bundle = { bundle: true, write: false, format: 'iife' } as const
    const { outputFiles } = await build({ ...bundle, entryPoints, logLevel: 'error' })
    script = outputFiles[0]!.text
  }, 60_000)

  async function host(hosting: Hosting = {}, visitor: Parameters<typeof visit>[1] = {}) {
    const { url } = await serveApp()
    const page = await visit(`${url}/health`, visitor)
    await page.evaluate(script)
    await page.evaluate((options) => {
      const { openBoard } = window as unknown as { openBoard(options: object): Promise<void> }
      return openBoard(options)
    }, hosting)
    return { page, board: page.frameLocator('iframe') }
  }

  it.each(['auto', 'legacy'] as const)('shows rows in their order, %s', async (mode) => {
    const { page, board } = await host({ mode, input: { limit: 2 } })
    await expectShown(board.getByRole('heading', { name: 'Top launches' }))
    const rows = board.getByRole('listitem')
    expect(await rows.count()).toBe(2)
    expect(await rows.first().innerText()).toMatch(/^Rank\s1\s.+\s[\d,]+\s+votes$/s)
    await expect.poll(() => page.evaluate(() => seen.heights.at(-1))).toBeGreaterThan(100)
    expect(await page.evaluate(() => seen.calls)).toEqual([])
  })

  it('opens links through the host', async () => {
    const url = 'https://kite.example/launch'
    const structuredContent = { posts: [{ id: '1', name: 'Kite', url }] }
    const { page, board } = await host({ result: { content: [], structuredContent } })
    await board.getByRole('link', { name: 'Kite' }).press('Enter')
    await expect.poll(() => page.evaluate(() => seen.opened)).toEqual([url])
  })

  it('draws products that are compared beside each other, as the chat does', async () => {
    const input = { product: 'Curlewtest', compareWith: ['Clapperjack', 'Tenantry'] }
    const { page, board } = await host({ tool: 'getProduct', input })
    const figures = board.getByRole('table', { name: 'Figures' })
    for (const name of ['Curlewtest', 'Clapperjack', 'Tenantry']) {
      await expectShown(figures.getByRole('columnheader', { name }))
    }
    expect(await board.locator('g.curve').count()).toBe(3)
    expect(await accessibilityIssues(page.frames()[1]!)).toEqual([])
  })

  it('reads the text of a result without data, and says which days it is of', async () => {
    const input = { timeframe: '2026-11-19', limit: 1 }
    const tool = 'getTopProductsByTimeframe'
    const { board } = await host({ result: 'without-data', tool, input })
    await expectShown(board.getByRole('listitem'))
    await expectShown(board.getByText('Nov 19', { exact: true }))
  })

  it.each([
    ['getProduct', { product: 'Curlewtest' }, 'One launch', /#\d+ of \d+ in its week, /],
    ['getProductHistory', { product: 'Curlewtest' }, 'Votes over time', / · [\d,]+ votes · #\d/],
    ['getBenchmark', { hours: 6, votes: 40 }, 'Votes after 6 hours', /^Half of \d+ launches had/],
    ['findLaunches', { timeframe: '2026-10' }, /^\d+ launches$/, /^Oct 1/],
  ])('shows what %s found', async (tool, input, title, words) => {
    const { board } = await host({ tool, input })
    await expectShown(board.getByRole('heading', { name: title, exact: true }))
    await expectShown(board.getByText(words).first())
    expect(await board.locator('g.curve').count()).toBe(tool === 'getProductHistory' ? 1 : 0)
  })

  it('calls the tool itself where the host never sends the result', async () => {
    const input = { query: 'invoices' }
    const { page, board } = await host({ result: 'withheld', tool: 'searchProducts', input })
    await expectShown(board.getByRole('heading', { name: 'Launches for “invoices”' }))
    const called = [{ name: 'searchProducts', arguments: input }]
    expect(await page.evaluate(() => seen.calls)).toMatchObject(called)
  })

  it('says so where it may not call it either', async () => {
    const { board } = await host({ result: 'withheld', isDeaf: true })
    await expectShown(board.getByRole('alert').getByText('has not sent the answer'))
  })

  it.each([
    [
      'a failure',
      { isError: true, content: [{ type: 'text', text: 'It is away.' }] },
      'It is away.',
    ],
    ['nothing', { structuredContent: { posts: [] } }, 'There is no such launch.'],
    ['an old answer', { structuredContent: { posts: [], stale: true, asOf: 'noon' } }, 'from noon'],
    ['anything else', { content: [{ type: 'text', text: 'hi' }] }, 'cannot be shown here'],
  ])('is never an empty page: %s', async (_what, result, words) => {
    const { board } = await host({ result: { content: [], ...result } })
    await expectShown(board.getByText(words))
  })

  it('shows names as text, and links to addresses of the web alone', async () => {
    const name = '<img src=x onerror="parent.postMessage(1)">'
    const tagline = '<b>bold</b>'
    const posts = [{ name, tagline, url: 'javascript:alert(1)', votesCount: null, gained: 12 }]
    const { board } = await host({ result: { content: [], structuredContent: { posts } } })
    await expectShown(board.getByText(name))
    expect(await board.locator('img, li b b, a').count()).toBe(0)
    await expectShown(board.getByText('+12 votes'))
  })

  it('throws confetti without a worker, and says what for', async () => {
    const confetti = { tool: 'triggerConfetti', input: { reason: 'we hit #1', ticks: 300 } }
    const { board } = await host(confetti, { reducedMotion: false })
    await expectShown(board.getByRole('heading', { name: '🎉 we hit #1' }))
    expect(await board.locator('canvas').count()).toBe(1)
    const still = await host({ ...confetti, isStill: true })
    await expectShown(still.board.getByRole('heading', { name: '🎉 we hit #1' }))
    expect(await still.board.locator('canvas').count()).toBe(0)
  })

  it.each(THEMES)('has the theme, the colours and the height of the host, %s', async (theme) => {
    const variables = { '--color-background-primary': theme === 'dark' ? '#102030' : '#fffbe6' }
    const context = { theme, styles: { variables }, containerDimensions: { height: 200 } }
    const { page, board } = await host({ context, input: { limit: 10 } })
    await expectShown(board.getByRole('list'))
    const shown = await board.locator('html').evaluate((root) => ({
      background: getComputedStyle(document.body).backgroundColor,
      scheme: getComputedStyle(root).colorScheme,
      height: root.clientHeight,
      scrolls: root.scrollHeight > root.clientHeight,
    }))
    const background = theme === 'dark' ? 'rgb(16, 32, 48)' : 'rgb(255, 251, 230)'
    expect(shown).toMatchObject({ background, scheme: theme, scrolls: true })
    expect(await accessibilityIssues(page.frames()[1]!)).toEqual([])
  })
})
