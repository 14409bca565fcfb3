import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
const RANKINGS = /\/api\/top-range/

const LAUNCHES = JSON.stringify([
  {
    id: 'hostile',
    name: '<img src=x onerror=alert(1)><b>Bold</b>',
    tagline: `${'long'.repeat(60)} <script>alert(1)</script>`,
    url: 'https://launchboard.example/hostile',
    votesCount: 1_234_567,
    launchedAt: '2026-11-20T12:00:00Z',
    topics: ['"><script>alert(1)</script>', 'C++ & C#'],
  },
  { id: 'plain', name: 'Plain', votesCount: 3, launchedAt: '2026-11-20T13:00:00Z' },
])

const products = (page: Page) => page.getByRole('list', { name: 'Products' })
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const zone = (page: Page) => page.getByRole('combobox', { name: 'Time zone' })

/** What the list shows, once it has no answer to come. */
async function namesIn(page: Page) {
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
  const links = products(page).getByRole('listitem').locator('a[target=_blank]')
  await links.first().waitFor()
  return links.allTextContents()
}

describe.skipIf(isChromiumMissing)('the board', { timeout: 60_000 }, () => {
  const visit = useBrowser()
  const services: NodeProcess[] = []
  const start = async (env?: Record<string, string>) => {
    const service = await startNode(env)
    services.push(service)
    return service
  }
  let url: string

  beforeAll(async () => {
    url = (await start()).url
  }, 60_000)
  afterAll(() => {
    for (const { child } of services) child.kill('SIGKILL')
  })

  async function ranked(path: string): Promise<string[]> {
    const { posts } = await (await fetch(url + path)).json()
    return posts.map(({ name }: { name: string }) => name)
  }

  /** Shows it before long: the answer before may still be there. */
  async function expectRanking(page: Page, path: string) {
    const names = await ranked(path)
    await expect.poll(() => namesIn(page), { timeout: 20_000 }).toEqual(names)
  }

  it("the board has launches on the first visit, in the visitor's zone", async () => {
    const page = await visit(url, { timezoneId: 'Asia/Tokyo' })
    const names = await namesIn(page)
    expect(names).toHaveLength(10)
    expect(names).toEqual(await ranked('/api/top-range?timeframe=last_week&tz=Asia/Tokyo&limit=10'))
    expect(await zone(page).inputValue()).toBe('Asia/Tokyo')
    expect(await tab(page, 'Last week').getAttribute('aria-selected')).toBe('true')
    const chart = page.getByRole('img', { name: 'Votes', exact: true })
    const described = await chart.getByRole('paragraph', { includeHidden: true }).textContent()
    for (const name of names) expect(described).toContain(name)
    expect(await products(page).getByRole('listitem').count()).toBe(names.length)
    const first = products(page).getByRole('listitem').first()
    expect(await first.textContent()).toMatch(/^Rank 1.*\d votes.*\d comments/)
    expect(await first.locator('time').getAttribute('datetime')).toMatch(/^\d{4}-.*Z$/)
    const link = first.locator('a[target=_blank]')
    expect(await link.getAttribute('rel')).toBe('noopener nofollow')
    await page.getByText('From this service’s catalogue').waitFor()
  })

  it('the address of the board holds all choices and restores them', async () => {
    const page = await visit(url)
    await tab(page, 'This month').click()
    await page.getByText('Top 5').click()
    await page.waitForURL(/\?timeframe=this_month&tz=America\/New_York&limit=5$/)
    const path = '/api/top-range?timeframe=this_month&tz=America/New_York&limit=5'
    await expectRanking(page, path)

    await tab(page, 'All time').click()
    await expectRanking(page, '/api/top?limit=5')
    await page.goBack()
    await expectRanking(page, path)
    expect(await tab(page, 'This month').getAttribute('aria-selected')).toBe('true')
    await page.goForward()
    await page.reload()
    expect(await namesIn(page)).toEqual(await ranked('/api/top?limit=5'))
    expect(await tab(page, 'All time').getAttribute('aria-selected')).toBe('true')

    const other = await visit(page.url(), { timezoneId: 'Europe/Paris' })
    expect(await namesIn(other)).toEqual(await ranked('/api/top?limit=5'))
    expect(await zone(other).inputValue()).toBe('America/New_York')
  })

  it('the board works with the keyboard alone', async () => {
    const page = await visit(url)
    await namesIn(page)
    await tab(page, 'Last week').focus()
    const selected = () => page.locator('[role=tab][aria-selected=true]:focus').textContent()
    await page.keyboard.press('ArrowRight')
    expect(await selected()).toBe('This month')
    await page.keyboard.press('Home')
    expect(await selected()).toBe('Today')
    await page.keyboard.press('ArrowLeft')
    expect(await selected()).toBe('Custom')
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowLeft')
    expect(await selected()).toBe('All time')
    expect(await page.locator('[role=tab][tabindex="0"]').count()).toBe(1)

    await zone(page).focus()
    await page.keyboard.type('tok')
    await page.getByRole('option', { name: 'Asia/Tokyo' }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/tz=Asia\/Tokyo/)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    expect(await zone(page).inputValue()).toBe('Asia/Tokyo')
    await page.keyboard.type('nowhere at all')
    await page.getByText('No time zone matches.').waitFor()
    for (const name of ['Asia/Kolkata', 'Europe/Kyiv', 'Asia/Kathmandu']) {
      await zone(page).fill(name.split('/')[1]!)
      await page.getByRole('option', { name, exact: true }).waitFor()
    }
    await page.keyboard.press('Tab')
    expect(await zone(page).inputValue()).toBe('Asia/Tokyo')
    await page.keyboard.press('ArrowLeft')
    await page.waitForURL(/limit=5/)
    await page.getByText('Top 5').waitFor()
  })

  it('the board offers every zone, and reports an unknown one in its address', async () => {
    const page = await visit(`${url}/?tz=Mars/Base`)
    await page
      .getByRole('status')
      .filter({ hasText: 'does not know the time zone “Mars/Base”' })
      .waitFor()
    expect(await zone(page).inputValue()).toBe('America/New_York')
    expect(await namesIn(page)).toHaveLength(10)
    await zone(page).click()
    const offered = await page.getByRole('option').allTextContents()
    const all = await page.evaluate(() => Intl.supportedValuesOf('timeZone'))
    expect(offered).toEqual(expect.arrayContaining(['UTC', ...all]))
    await page.getByRole('option', { name: 'UTC', exact: true }).click()
    await page.waitForURL(/tz=UTC/)
    await page.getByText('does not know the time zone').waitFor({ state: 'detached' })
  })

  it('the board shows chosen days, and marks a field that is incomplete', async () => {
    const page = await visit(`${url}/?tz=UTC&timeframe=today`)
    await tab(page, 'Custom').click()
    await page.waitForURL(/timeframe=\d{4}-\d\d-\d\d&/)
    const day = page.getByLabel('Day', { exact: true })
    expect(await day.inputValue()).toMatch(/^\d{4}-\d\d-\d\d$/)
    await page.getByText('A range').click()
    await page.getByRole('button', { name: 'Apply' }).click()
    const first = page.getByLabel('First day')
    await page.getByText('Choose the first day.').waitFor()
    expect(await first.evaluate((field) => field === document.activeElement)).toBe(true)
    await first.fill('2026-11-15')
    const last = page.getByLabel('Last day')
    await last.fill('2026-11-01')
    await page.keyboard.press('Enter')
    await page.getByText('Choose a day on or after the first day.').waitFor()
    expect(await first.inputValue()).toBe('2026-11-15')
    await first.fill('2026-10-01')
    await page.keyboard.press('Enter')
    await page.waitForURL(/timeframe=2026-10-01\/2026-11-01/)
    await page.getByRole('heading', { name: 'Thu 1 Oct – Sun 1 Nov 2026' }).waitFor()

    await page.goto(`${url}/?timeframe=2026-W44&tz=UTC`)
    expect(await page.getByLabel('ISO week').inputValue()).toBe('2026-W44')
    await page.getByRole('heading', { name: 'Mon 26 Oct – Sun 1 Nov 2026' }).waitFor()
    await page.goto(`${url}/?timeframe=2026-11-01/2026-11-15&tz=UTC`)
    expect(await first.inputValue()).toBe('2026-11-01')
    expect(await last.inputValue()).toBe('2026-11-15')
    await page.goto(`${url}/?timeframe=2024-02&tz=UTC`)
    expect(await first.inputValue()).toBe('2024-02-01')
    expect(await last.inputValue()).toBe('2024-02-29')
  })

  it('a click on a topic filters the board until it is cleared', async () => {
    const page = await visit(`${url}/?timeframe=last_month&tz=UTC`)
    await namesIn(page)
    await products(page).getByRole('link', { name: 'Developer Tools' }).first().click()
    await page.waitForURL(/topic=Developer\+Tools/)
    const path = '/api/top-range?timeframe=last_month&tz=UTC&limit=10&topic=Developer%20Tools'
    await expectRanking(page, path)
    await page.getByRole('link', { name: 'Remove the topic Developer Tools' }).click()
    await page.waitForURL((address) => !address.searchParams.has('topic'))
  })

  it('the board explains invalid addresses and empty rankings, with a way out', async () => {
    const page = await visit(`${url}/?timeframe=nonsense&tz=UTC&limit=5`)
    const alert = page.getByRole('alert')
    await alert.filter({ hasText: '"nonsense" is not a timeframe. Use today' }).waitFor()
    await alert.getByRole('link', { name: 'Show last week' }).click()
    expect(await namesIn(page)).toHaveLength(10)
    // A zone that browsers know and IANA does not.
    await page.goto(`${url}/?tz=AST&timeframe=today`)
    await alert.filter({ hasText: 'must be an IANA time zone' }).waitFor()
    await alert.getByRole('link', { name: 'Show last week' }).click()
    expect(await namesIn(page)).toHaveLength(10)
    await page.goto(`${url}/?limit=many`)
    await alert.filter({ hasText: 'limit' }).waitFor()
    await page.goto(`${url}/?timeframe=1999-12-31&tz=UTC&topic=Music`)
    await page.getByText('Nothing was launched in this timeframe with this topic.').waitFor()
    await page.getByRole('link', { name: 'Show all topics' }).click()
    await page.getByText('Nothing was launched in this timeframe.').waitFor()
    await page.getByRole('link', { name: 'Show last week' }).click()
    expect(await namesIn(page)).toHaveLength(10)
  })

  it('the board shows the answer to the last question, whatever the order of answers', async () => {
    const page = await visit(url)
    await namesIn(page)
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    const held = page.waitForRequest(/timeframe=today/)
    await page.route(/timeframe=today/, async (route) => {
      await released
      await route.continue().catch(() => {}) // nobody waits for it any more
    })
    await tab(page, 'Today').click()
    await held
    await page.locator('[aria-busy=true]').waitFor()
    await tab(page, 'Yesterday').click()
    const path = '/api/top-range?timeframe=yesterday&tz=America/New_York&limit=10'
    await expectRanking(page, path)
    release()
    await page.unrouteAll({ behavior: 'wait' })
    expect(await namesIn(page)).toEqual(await ranked(path))
  })

  it('the board shows failures, broken answers and stale ones', async () => {
    const page = await visit('about:blank', { otherHosts: [new URL(url).host] })
    const answer = (status: number, body: string) =>
      page.route(RANKINGS, (route) =>
        route.fulfill({ status, body, contentType: 'application/json' }),
      )
    await answer(503, '{"error":"The source is resting.","code":"upstream-unavailable"}')
    await page.goto(url)
    await page.getByRole('alert').filter({ hasText: 'The source is resting.' }).waitFor()
    await answer(200, '{"posts":[{"id"')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('alert').filter({ hasText: 'was cut off' }).waitFor()
    await page.unrouteAll()
    await page.getByRole('button', { name: 'Try again' }).click()
    expect(await namesIn(page)).toHaveLength(10)

    // A question that fails is not answered with what was shown for another.
    await page.route(/timeframe=today/, (route) => route.abort())
    await tab(page, 'Today').click()
    await page.getByRole('alert').filter({ hasText: 'cannot be reached' }).waitFor()
    expect(await products(page).count()).toBe(0)

    const fresh = await (await fetch(`${url}/api/top-range?timeframe=this_week`)).text()
    await answer(200, fresh.replace('"stale":false', '"stale":true'))
    await page.goto(`${url}/?timeframe=this_week`)
    await page.getByRole('status').filter({ hasText: 'These are earlier results' }).waitFor()
  })

  it('the board stays as it is while the network is down', async () => {
    const page = await visit(url)
    const names = await namesIn(page)
    await page.waitForLoadState('networkidle')
    await page.context().setOffline(true)
    await page.getByText('You are offline.').waitFor()
    expect(await namesIn(page)).toEqual(names)
    await page.context().setOffline(false)
    await page.getByText('You are offline.').waitFor({ state: 'detached' })
    expect(await namesIn(page)).toEqual(names)
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  it('the copied link of the board holds everything shown', async () => {
    const page = await visit(url)
    await namesIn(page)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy link' }).click()
    await page.getByRole('status').filter({ hasText: 'Copied.' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${url}/?timeframe=last_week&tz=America/New_York&limit=10`,
    )
    const csv = page.getByRole('link', { name: 'CSV' })
    const [download] = await Promise.all([page.waitForEvent('download'), csv.click()])
    expect(await readFile(await download.path(), 'utf8')).toMatch(/^id,name,/)
  })

  it('the board asks once for the access token, and says when it is wrong', async () => {
    const guarded = await start({ AGENT_TOKENS: TOKEN })
    const page = await visit(`${guarded.url}/?timeframe=last_week&tz=UTC&limit=3`)
    const token = page.getByRole('textbox', { name: 'Access token' })
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('Enter a token.').waitFor()
    for (const wrong of ['wrong-token-of-the-test-0123', 'nöpe✓']) {
      await token.fill(wrong)
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByText('This token is not accepted.').waitFor()
      expect(await token.inputValue()).toBe(wrong)
      const hasFocus = () => token.evaluate((field) => field === document.activeElement)
      await expect.poll(hasFocus).toBe(true)
    }
    await token.fill(TOKEN)
    await page.keyboard.press('Enter')
    expect(await namesIn(page)).toHaveLength(3)
    expect(page.url()).not.toContain(TOKEN)
    await tab(page, 'All time').click()
    await page.waitForURL(/all_time/)
    expect(await namesIn(page)).toHaveLength(3)
    const csv = page.getByRole('button', { name: 'CSV' })
    const [download] = await Promise.all([page.waitForEvent('download'), csv.click()])
    expect(download.suggestedFilename()).toMatch(/^launchboard-top-[\d-]+\.csv$/)
    expect(await readFile(await download.path(), 'utf8')).toMatch(/^id,name,/)
    await page.reload()
    expect(await namesIn(page)).toHaveLength(3)
  })

  it('the board shows hostile launches as plain text', async () => {
    const file = join(tmpdir(), 'hostile.json')
    await writeFile(file, LAUNCHES)
    const own = await start({ CATALOGUE_FILE: file })
    const page = await visit(`${own.url}/?timeframe=2026-11-20&tz=UTC`, { width: 320 })
    const item = products(page).getByRole('listitem').first()
    await item.getByText('<img src=x onerror=alert(1)><b>Bold</b>').waitFor()
    expect(await products(page).locator('img, b, script').count()).toBe(0)
    expect(await overflowsSideways(page)).toBe(false)
    // Links of products are the web's alone, whatever an answer says.
    await page.route(RANKINGS, async (route) => {
      const response = await route.fetch()
      const text = await response.text()
      await route.fulfill({ response, body: text.replace('https://launchboard', 'javascript://') })
    })
    await page.reload()
    await item.getByText('Bold').waitFor()
    expect(await products(page).locator('a[target=_blank]').count()).toBe(0)
  })

  it.each(THEMES)('the board has no accessibility issues, %s', async (theme) => {
    const page = await visit(`${url}/?timeframe=2026-W44&topic=Developer%20Tools`, { theme })
    await namesIn(page)
    expect(await accessibilityIssues(page)).toEqual([])
    await zone(page).click()
    expect(await accessibilityIssues(page)).toEqual([])
    await page.goto(url)
    await namesIn(page)
    expect(await accessibilityIssues(page)).toEqual([])
    await keepScreenshot(page, `board-${theme}`)
  })

  it.each([320, 1280])(
    'the board fits %i pixels and does not shift when a late answer arrives',
    async (width) => {
      const page = await visit('about:blank', { width, otherHosts: [new URL(url).host] })
      let release = () => {}
      await page.route(RANKINGS, async (route) => {
        await new Promise<void>((resolve) => {
          release = resolve
        })
        await route.continue()
      })
      await page.goto(url)
      await page.getByText('Loading the ranking…').waitFor({ state: 'attached' })
      expect(await overflowsSideways(page)).toBe(false)
      release()
      await namesIn(page)
      expect(await overflowsSideways(page)).toBe(false)
      expect(await layoutShift(page)).toBeLessThan(0.01)
      if (width === 320) await keepScreenshot(page, 'board-narrow')
    },
  )
})
