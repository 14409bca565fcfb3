import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  expectFocused,
  expectShown,
  expectUrl,
  overflowsSideways,
  useBrowser,
} from '../../helper/browser.ts'
import { isChromiumMissing } from '../../helper/chromium.ts'
import { useSharedService } from '../../helper/use-service.ts'

const TOKEN = 'a-token-of-the-test-0123'
const SEARCHES = /\/api\/search/

const field = (page: Page) => page.getByRole('searchbox', { name: 'Search products' })
const results = (page: Page) => page.getByRole('list', { name: 'Results' })
const status = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text })

const namesIn = (page: Page) => results(page).locator('a[href^="/products/"]').allTextContents()

describe.skipIf(isChromiumMissing)('the search', { timeout: 60_000 }, () => {
  const visit = useBrowser()
  const service = useSharedService()
  const _guarded = useSharedService({ AGENT_TOKENS: TOKEN })

  async function found(q: string): Promise<string[]> {
    const query = new URLSearchParams({ q, limit: '10' })
    const { hits } = await (await fetch(`${service.url}/api/search?${query}`)).json()
    return hits.map(({ name }: { name: string }) => name)
  }

  it('the search finds while typing, highlights the words and updates the URL', async () => {
    const page = await visit(`${service.url}/search`)
    const asked: string[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/api/search') asked.push(searchParams.get('q') ?? '')
    })
    await field(page).focus()
    await page.keyboard.type('meeting')
    await expectShown(status(page, 'results for “meeting”'))
    expect(await namesIn(page)).toEqual(await found('meeting'))
    // On a slow machine parts of the word may have been searched for as well.
    expect(asked.at(-1)).toBe('meeting')
    const marks = await results(page).locator('mark').allTextContents()
    expect(marks.length).toBeGreaterThan(0)
    for (const mark of marks) expect(mark).toMatch(/^meet/i)
    expect(new URL(page.url()).search).toBe('?q=meeting')

    await page.reload()
    await expectShown(status(page, 'results for “meeting”'))
    expect(await field(page).inputValue()).toBe('meeting')
    // Typing replaces the history entry, so going back leaves the search.
    await page.getByRole('link', { name: 'Chat' }).click()
    await expectUrl(page, `${service.url}/chat`)
    await page.goBack()
    await expectShown(status(page, 'results for “meeting”'))
    expect(await field(page).inputValue()).toBe('meeting')
  })

  it('what is still composed is not searched for', async () => {
    const page = await visit(service.url)
    await field(page).focus()
    const input = await page.context().newCDPSession(page)
    const searches: string[] = []
    page.on(
      'request',
      (request) => void (SEARCHES.test(request.url()) && searches.push(request.url())),
    )
    for (const text of ['に', 'にほ', '日本']) {
      await input.send('Input.imeSetComposition', { text, selectionStart: 2, selectionEnd: 2 })
      await page.waitForTimeout(300) // longer than the search waits for the next letter
    }
    expect(page.url()).toBe(`${service.url}/`)
    expect(await field(page).inputValue()).toBe('日本')
    await input.send('Input.insertText', { text: '日本' })
    await expectUrl(page, /search\?q=%E6%97%A5%E6%9C%AC$/)
    expect(searches.every((url) => url.includes('%E6%97%A5%E6%9C%AC'))).toBe(true)
  })

  it('the search has suggestions without a query and without a match', async () => {
    const page = await visit(`${service.url}/search`)
    const suggestions = page.getByRole('list', { name: 'Suggestions' })
    await suggestions.getByRole('link', { name: 'Music' }).click()
    await expectShown(status(page, 'results for “Music”'))
    expect(await field(page).inputValue()).toBe('Music')
    await field(page).fill('xqzzvwy')
    await expectShown(page.getByText('Nothing matches “xqzzvwy”.'))
    await expectShown(suggestions)
    await page.getByRole('button', { name: 'Clear' }).click()
    await expectShown(page.getByText('What are you looking for?'))
    await expectUrl(page, `${service.url}/search`)
    await expectFocused(field(page))
    await field(page).fill('   ')
    expect(await suggestions.count()).toBe(1)
  })

  it('the search shows the results of the last query, whatever the order of responses', async () => {
    const page = await visit(`${service.url}/search`)
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(/q=video/, async (route) => {
      await released
      await route.continue().catch(() => {}) // the page has aborted it
    })
    const held = page.waitForRequest(/q=video/)
    await field(page).fill('video')
    await held
    const cancelled = page.waitForEvent('requestfailed')
    await field(page).fill('music')
    await expectShown(status(page, 'results for “music”'))
    expect((await cancelled).url()).toContain('q=video')
    release()
    await page.unrouteAll({ behavior: 'wait' })
    expect(await namesIn(page)).toEqual(await found('music'))
  })

  it('hostile queries and products are shown as plain text', async () => {
    const words = '<img src=x onerror=alert(1)> (a+)+$ \\'
    const page = await visit(`${service.url}/search?${new URLSearchParams({ q: words })}`, {
      width: 320,
    })
    await expectShown(page.getByText(`“${words}”`).first())
    expect(await page.locator('main img[src=x]').count()).toBe(0)
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
    await expectShown(status(page, '1 result for “music”'))
    await expectShown(results(page).getByText('<b>Music</b>'))
    expect(await results(page).locator('b, img[src=x]').count()).toBe(0)
    expect(await overflowsSideways(page)).toBe(false)
  })
})
