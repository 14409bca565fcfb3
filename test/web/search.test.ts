import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  accessibilityIssues,
  keepScreenshot,
  layoutShift,
  overflowsSideways,
  THEMES,
  useBrowser,
} from '../helper/browser.ts'
import { isChromiumMissing } from '../helper/chromium.ts'
import { type NodeProcess, startNode } from '../helper/node-process.ts'

const TOKEN = 'a-token-of-the-test-0123'
const SEARCHES = /\/api\/search/

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search products' })
const results = (page: Page) => page.getByRole('list', { name: 'Results' })
const status = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text })

const namesIn = (page: Page) => results(page).locator('a[target=_blank]').allTextContents()

describe.skipIf(isChromiumMissing)('the search', { timeout: 60_000 }, () => {
  const visit = useBrowser()
  const services: NodeProcess[] = []
  let url: string

  async function start(env?: Record<string, string>) {
    const service = await startNode(env)
    services.push(service)
    return service.url
  }

  beforeAll(async () => {
    url = await start()
  }, 60_000)
  afterAll(() => {
    for (const { child } of services) child.kill('SIGKILL')
  })

  async function found(q: string): Promise<string[]> {
    const query = new URLSearchParams({ q, limit: '10' })
    const { hits } = await (await fetch(`${url}/api/search?${query}`)).json()
    return hits.map(({ name }: { name: string }) => name)
  }

  it('the search finds while typing, marks the words and updates the address', async () => {
    const page = await visit(`${url}/search`)
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/search') asked.push(searchParams.get('q') ?? '')
    })
    await field(page).focus()
    await page.keyboard.type('meeting')
    await status(page, 'results for “meeting”').waitFor()
    expect(await namesIn(page)).toEqual(await found('meeting'))
    // Some of what was typed on the way may have been asked for, where the machine is slow.
    expect(asked.at(-1)).toBe('meeting')
    const marks = await results(page).locator('mark').allTextContents()
    expect(marks.length).toBeGreaterThan(0)
    for (const mark of marks) expect(mark).toMatch(/^meet/i)
    expect(new URL(page.url()).search).toBe('?q=meeting')

    await page.reload()
    await status(page, 'results for “meeting”').waitFor()
    expect(await field(page).inputValue()).toBe('meeting')
    // The words replaced one another there: a step back leads out.
    await page.getByRole('link', { name: 'Chat' }).click()
    await page.waitForURL(`${url}/chat`)
    await page.goBack()
    await status(page, 'results for “meeting”').waitFor()
    expect(await field(page).inputValue()).toBe('meeting')
  })

  it('the search has suggestions without a query and without a match', async () => {
    const page = await visit(`${url}/search`)
    const suggestions = page.getByRole('list', { name: 'Suggestions' })
    await suggestions.getByRole('link', { name: 'Music' }).click()
    await status(page, 'results for “Music”').waitFor()
    expect(await field(page).inputValue()).toBe('Music')
    await field(page).fill('xqzzvwy')
    await page.getByText('Nothing matches “xqzzvwy”.').waitFor()
    await suggestions.waitFor()
    await page.getByRole('button', { name: 'Clear' }).click()
    await page.getByText('What are you looking for?').waitFor()
    await page.waitForURL(`${url}/search`)
    expect(await field(page).evaluate((input) => input === document.activeElement)).toBe(true)
    await field(page).fill('   ')
    expect(await suggestions.count()).toBe(1)
  })

  it('the search shows the answer to the last query, whatever the order of answers', async () => {
    const page = await visit(`${url}/search`)
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/q=video/, async (route) => {
      await released
      await route.continue().catch(() => {}) // nobody waits for it any more
    })
    const held = page.waitForRequest(/q=video/)
    await field(page).fill('video')
    await held
    const cancelled = page.waitForEvent('requestfailed')
    await field(page).fill('music')
    await status(page, 'results for “music”').waitFor()
    expect((await cancelled).url()).toContain('q=video')
    release()
    await page.unrouteAll({ behavior: 'wait' })
    expect(await namesIn(page)).toEqual(await found('music'))
  })

  it('a failed search is explained, keeps the query and can be repeated', async () => {
    const page = await visit(`${url}/search`)
    await page.route(SEARCHES, (route) =>
      route.fulfill({
        status: 503,
        body: '{"error":"The index is resting.","code":"upstream-unavailable"}',
        contentType: 'application/json',
      }),
    )
    await field(page).fill('music')
    await page.getByRole('alert').filter({ hasText: 'The index is resting.' }).waitFor()
    expect(await field(page).inputValue()).toBe('music')
    await page.route(SEARCHES, (route) => route.fulfill({ status: 200, body: '{"hits":[' }))
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('alert').filter({ hasText: 'was cut off' }).waitFor()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    await status(page, 'results for “music”').waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  it('hostile queries and products are shown as plain text', async () => {
    const words = '<img src=x onerror=alert(1)> (a+)+$ \\'
    const page = await visit(`${url}/search?${new URLSearchParams({ q: words })}`, { width: 320 })
    await page.getByText(`“${words}”`).first().waitFor()
    expect(await page.locator('main img').count()).toBe(0)
    await page.route(SEARCHES, async (route) => {
      const response = await route.fetch()
      const answer = await response.json()
      const [first] = answer.hits
      first.name = '<b>Music</b>'
      first.url = 'javascript:alert(1)'
      first.tagline = 'music'.repeat(80)
      await route.fulfill({ response, json: { ...answer, hits: [first] } })
    })
    await field(page).fill('music')
    await status(page, '1 result for “music”').waitFor()
    await results(page).getByText('<b>Music</b>').waitFor()
    expect(await results(page).locator('b, a[target=_blank]').count()).toBe(0)
    expect(await overflowsSideways(page)).toBe(false)
  })

  it('the search fits a narrow screen whatever the query', async () => {
    const page = await visit(`${url}/search?q=${'x'.repeat(60)}`, { width: 320, height: 640 })
    await page.getByText('Nothing matches').waitFor()
    expect(await overflowsSideways(page)).toBe(false)
  })

  it('the search asks once for the access token', async () => {
    const guarded = await start({ AGENT_TOKENS: TOKEN })
    const page = await visit(`${guarded}/search?q=music`)
    await page.getByRole('textbox', { name: 'Access token' }).fill(TOKEN)
    await page.keyboard.press('Enter')
    await status(page, 'results for “music”').waitFor()
    await page.getByRole('link', { name: 'Board', exact: true }).click()
    await page.getByRole('list', { name: 'Products' }).waitFor()
  })

  it.each(THEMES)('the search has no accessibility issues, %s', async (theme) => {
    const page = await visit(`${url}/search`, { theme })
    await page.getByText('What are you looking for?').waitFor()
    expect(await accessibilityIssues(page)).toEqual([])
    await field(page).fill('meeting notes')
    await status(page, 'results for “meeting notes”').waitFor()
    expect(await accessibilityIssues(page)).toEqual([])
    await keepScreenshot(page, `search-${theme}`)
  })

  it('the search fits a narrow screen, and does not shift when a late answer arrives', async () => {
    const page = await visit('about:blank', { width: 320, otherHosts: [new URL(url).host] })
    let release = () => {}
    await page.route(SEARCHES, async (route) => {
      await new Promise<void>((resolve) => {
        release = resolve
      })
      await route.continue()
    })
    await page.goto(`${url}/search?q=music`)
    await status(page, 'Searching…').waitFor()
    release()
    await status(page, 'results for “music”').waitFor()
    expect(await overflowsSideways(page)).toBe(false)
    expect(await layoutShift(page)).toBeLessThan(0.01)
    await keepScreenshot(page, 'search-narrow')
  })
})
