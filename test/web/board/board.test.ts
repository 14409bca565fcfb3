import { readFile } from 'node:fs/promises'
import type { Locator } from 'playwright-core'
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
import {
  expectRanking,
  heading,
  namesIn,
  openMenu,
  products,
  rankedNames,
  tab,
  zone,
} from './board-page.ts'

const TOKEN = 'a-token-of-the-test-0123'

describe.skipIf(isChromiumMissing)('the board', { timeout: 60_000 }, () => {
  const visit = useBrowser()
  const service = useSharedService()
  const guarded = useSharedService({ AGENT_TOKENS: TOKEN })
  const ranking = (query: string) => `${service.url}/api/launches?${query}`

  it("the board has last week's launches on the first visit, in the visitor's zone", async () => {
    const page = await visit(service.url, { timezoneId: 'Asia/Tokyo' })
    const names = await namesIn(page)
    expect(names).toEqual(await rankedNames(ranking('timeframe=last_week&tz=Asia/Tokyo&limit=10')))
    expect(await heading(page).textContent()).toMatch(/^Week \d+$/)
    expect(await page.title()).toMatch(/^Week \d+, \d{4} · Launchboard$/)
    await expectShown(
      page.getByText(/^\w+ \d+–\d+ · \d+ launches · .+ won with [\d,]+ votes, [\d,]+ ahead$/),
    )
    expect(await tab(page, 'Last week').getAttribute('aria-selected')).toBe('true')
    const first = products(page).getByRole('listitem').first()
    expect(await first.textContent()).toMatch(/Rank 1.*\d votes · \d+ comments/)
    await expectShown(products(page).locator('[data-curve] svg').first())
    const sample = page.getByRole('link', { name: 'Sample data' })
    expect(await sample.getAttribute('href')).toBe('/docs/start/own-launches')
    await expectShown(page.getByText('From this service’s catalogue'))
  })

  it('the board shows all launches on demand, and what they are about', {
    timeout: 90_000,
  }, async () => {
    const page = await visit(`${service.url}/?timeframe=2026-10&tz=UTC&limit=3`)
    expect(await namesIn(page)).toHaveLength(3)
    const { total } = await (await fetch(ranking('timeframe=2026-10&tz=UTC&limit=1'))).json()
    await page.getByRole('button', { name: `Show all ${total}` }).click()
    const items = products(page).getByRole('listitem')
    const seen = async () => {
      await page.keyboard.press('End')
      return items.count()
    }
    await expect.poll(seen, { timeout: 60_000 }).toBe(total)
    await expectShown(page.getByRole('img', { name: 'Launches per day' }))
    const topics = page.getByRole('list', { name: 'Topics' })
    const query = 'timeframe=2026-10&tz=UTC&limit=1&topic=Developer%20Tools'
    const { total: count } = await (await fetch(ranking(query))).json()
    await topics.getByRole('link', { name: `Developer Tools ${count}` }).click()
    await expectUrl(page, /topic=Developer\+Tools/)
    await expectRanking(page, ranking('timeframe=2026-10&tz=UTC&limit=3&topic=Developer%20Tools'))
    await expectShown(page.getByRole('heading', { name: 'Developer Tools in October' }))
    await page.getByRole('link', { name: 'All topics' }).click()
    await expectUrl(page, /\?(?!.*topic=)/)
    await page.getByRole('list', { name: 'Days' }).getByRole('link').first().click()
    await expectUrl(page, /timeframe=2026-10-01&/)
    expect(await heading(page).textContent()).toBe('October 1')
  })

  it('going back shows at once what was left, as far down as it was', async () => {
    const page = await visit(`${service.url}/?timeframe=2026-10&tz=UTC`)
    await page.getByRole('button', { name: /^Show all/ }).click()
    const item = products(page).getByRole('listitem').nth(40)
    await item.getByRole('link').first().click()
    await expectShown(page.getByRole('list', { name: 'Ranks' }))
    await page.route(/\/api\/launches/, () => {}) // which never answers
    await page.goBack()
    await expectShown(item)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(1_000)
    expect(await page.locator('main [aria-busy=true]').count()).toBe(0)
  })

  it('the address of the board contains all choices and restores them', async () => {
    const page = await visit(service.url)
    await tab(page, 'This month').click()
    await openMenu(page, 'View')
    await page.getByRole('radiogroup', { name: 'Number' }).getByText('Top 5').click()
    await expectUrl(page, /\?timeframe=this_month&tz=America\/New_York&limit=5$/)
    const path = ranking('timeframe=this_month&tz=America/New_York&limit=5')
    await expectRanking(page, path)
    await page.keyboard.press('Escape')
    await tab(page, 'All time').click()
    await expectRanking(page, ranking('timeframe=all&limit=5'))
    await page.goBack()
    await expectRanking(page, path)
    await page.goForward()
    await page.reload()
    expect(await namesIn(page)).toEqual(await rankedNames(ranking('timeframe=all&limit=5')))
    expect(await tab(page, 'All time').getAttribute('aria-selected')).toBe('true')
  })

  it('the windows before and after are one step away, under the name that they have', async () => {
    const page = await visit(`${service.url}/?timeframe=2026-W01&tz=UTC`)
    expect(await heading(page).textContent()).toBe('Week 1')
    expect(await page.title()).toBe('Week 1, 2026 · Launchboard')
    await page.getByRole('button', { name: 'Previous' }).click()
    await expectUrl(page, /timeframe=2025-W52&/)
    expect(await page.getByLabel('First day').count()).toBe(0)
    await page.getByRole('button', { name: 'Next' }).click()
    await expectUrl(page, /timeframe=2026-W01&/)
    await page.goto(`${service.url}/?timeframe=2024-02&tz=UTC`)
    await expectShown(page.getByRole('heading', { name: 'February 2024' }))
    await page.goto(`${service.url}/?timeframe=today&tz=UTC`)
    await expectShown(page.getByText(/^ · Live/))
    expect(await page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Previous' }).click()
    await expectUrl(page, /timeframe=yesterday&/)
    expect(await tab(page, 'Yesterday').getAttribute('aria-selected')).toBe('true')
  })

  it('the board shows chosen days, once they are in order', async () => {
    const page = await visit(`${service.url}/?tz=UTC&timeframe=last_week`)
    await tab(page, 'Custom').click()
    await expectUrl(page, /timeframe=\d{4}-W\d\d&/)
    const first = page.getByLabel('First day')
    const last = page.getByLabel('Last day')
    await first.fill('2026-11-15')
    await last.fill('2026-11-01')
    await page.keyboard.press('Enter')
    await expectFocused(last)
    expect(await last.evaluate((field) => field.matches(':invalid'))).toBe(true)
    await first.fill('2026-10-01')
    await page.keyboard.press('Enter')
    await expectUrl(page, /timeframe=2026-10-01\/2026-11-01/)
    await expectShown(page.getByRole('heading', { name: 'October 1 – November 1', exact: true }))
  })

  it('the board works with the keyboard alone', async () => {
    const page = await visit(service.url)
    await namesIn(page)
    await tab(page, 'Last week').focus()
    const selected = () => page.locator('[role=tab][aria-selected=true]:focus').textContent()
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => selected()).toBe('This month')
    await page.keyboard.press('Home')
    await expect.poll(() => selected()).toBe('Today')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => selected()).toBe('Custom')
    await page.keyboard.press('End')
    await page.keyboard.press('ArrowLeft')
    await expect.poll(() => selected()).toBe('All time')
    expect(await page.locator('[role=tab][tabindex="0"]').count()).toBe(1)

    await page.getByRole('button', { name: 'View' }).focus()
    await page.keyboard.press('Enter')
    await zone(page).focus()
    await page.keyboard.type('tok')
    await page.keyboard.press('Enter')
    await expectUrl(page, /tz=Asia\/Tokyo/)
    expect(await zone(page).inputValue()).toBe('Asia/Tokyo')
    await page.keyboard.press('Escape')
    await expectFocused(page.getByRole('button', { name: 'View' }))
  })

  it('what replaces the texts of the page, as translators do, does not keep them', async () => {
    const page = await visit(service.url)
    await namesIn(page)
    const facts = page.locator('main p', { hasText: ' launches' })
    await page.evaluate(() => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      const found: Text[] = []
      while (texts.nextNode()) found.push(texts.currentNode as Text)
      for (const text of found) {
        const font = document.createElement('font')
        font.textContent = `${text.data}*`
        text.replaceWith(font)
      }
    })
    expect(await heading(page).textContent()).toMatch(/^Week \d+\*$/)
    await page.locator('#timeframe-all_time').click()
    await expect.poll(() => heading(page).textContent()).toBe('All time')
    await expect
      .poll(() => facts.textContent())
      .toMatch(/^\d+ launches · [^*]+ is first|leads, [^*]+$/)
  })

  it('the focus has a place where the control that had it is gone', async () => {
    const page = await visit(`${service.url}/?topic=Music&timeframe=all`)
    await namesIn(page)
    await page.getByRole('link', { name: 'All topics' }).press('Enter')
    await expectFocused(heading(page))
    await page.getByRole('button', { name: 'Show all' }).press('Enter')
    await expectFocused(products(page))
    await page.goto(`${service.url}/?timeframe=yesterday`)
    await namesIn(page)
    await page.getByRole('button', { name: 'Next' }).press('Enter')
    await expectFocused(heading(page))
  })

  it('a time zone is found by its city, its country or its abbreviation', async () => {
    const page = await visit(service.url)
    await openMenu(page, 'View')
    for (const [text, found] of [
      ['kolkata', 'Asia/Calcutta'],
      ['germany', 'Europe/Berlin'],
      ['são paulo', 'America/Sao_Paulo'],
      ['EST', 'America/New_York'],
      ['utc', 'UTC'],
    ] as const) {
      await zone(page).fill(text)
      await page.keyboard.press('Enter')
      await expect.poll(() => zone(page).inputValue()).toBe(found)
      await expectUrl(page, new RegExp(`tz=${found}&`))
    }
    const words = page.locator(`datalist option[value="Europe/Berlin"]`)
    await expect.poll(() => words.getAttribute('label')).toMatch(/^Berlin, Germany · UTC\+[12]$/)
    await zone(page).fill('nowhere at all')
    await page.keyboard.press('Enter')
    await expectShown(page.getByText('No time zone matches.'))
  })

  it('what is shared stays the same: a dated link, Markdown, a feed and CSV', async () => {
    const page = await visit(`${service.url}/?tz=UTC&limit=3`)
    const [winner] = await namesIn(page)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const copied = () => page.evaluate(() => navigator.clipboard.readText())
    await openMenu(page, 'Share')
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect.poll(copied).toMatch(/\/\?timeframe=\d{4}-W\d\d&tz=UTC&limit=3$/)
    await page.getByRole('button', { name: 'Markdown' }).click()
    await expect.poll(copied).toMatch(new RegExp(`^\\*\\*\\[Week.*\\n\\n1\\. \\[${winner}\\]`))
    const feed = page.getByRole('link', { name: 'Feed' })
    expect(await feed.getAttribute('href')).toMatch(/^\/feed\.atom\?timeframe=\d{4}-W\d\d&tz=UTC$/)
    const csv = page.getByRole('link', { name: 'CSV' })
    const [download] = await Promise.all([page.waitForEvent('download'), csv.click()])
    expect(await readFile(await download.path(), 'utf8')).toMatch(/^rank,id,name,/)
  })

  it('the board asks once for the access token, and says when it is wrong', async () => {
    const page = await visit(`${guarded.url}/?timeframe=last_week&tz=UTC&limit=3`)
    const token = page.getByRole('textbox', { name: 'Access token' })
    await page.getByRole('button', { name: 'Continue' }).click()
    await expectShown(page.getByText('Enter a token.'))
    for (const wrong of ['wrong-token-of-the-test-0123', 'nöpe✓']) {
      await token.fill(wrong)
      await page.getByRole('button', { name: 'Continue' }).click()
      await expectShown(page.getByText('This token is not accepted.'))
      expect(await token.inputValue()).toBe(wrong)
      await expectFocused(token)
    }
    await token.fill(TOKEN)
    await page.keyboard.press('Enter')
    expect(await namesIn(page)).toHaveLength(3)
    expect(page.url()).not.toContain(TOKEN)
    await openMenu(page, 'Share')
    const csv = page.getByRole('link', { name: 'CSV' })
    const [download] = await Promise.all([page.waitForEvent('download'), csv.click()])
    expect(download.suggestedFilename()).toMatch(/^launchboard-[\w-]+\.csv$/)
    await page.reload()
    expect(await namesIn(page)).toHaveLength(3)
  })

  it('the selection and the bars are told apart in forced colours, and print has no controls', async () => {
    const page = await visit(service.url)
    await namesIn(page)
    const groundOf = (locator: Locator) =>
      locator.evaluate((element) => getComputedStyle(element).backgroundColor)
    await page.emulateMedia({ forcedColors: 'active' })
    expect(await groundOf(tab(page, 'Last week'))).not.toBe(await groundOf(tab(page, 'Today')))
    const bar = page.getByRole('img', { name: 'Launches per day' }).locator('[data-bar]').first()
    expect(await groundOf(bar)).not.toBe(await groundOf(page.locator('body')))

    await page.emulateMedia({ forcedColors: 'none', media: 'print' })
    for (const controls of ['header', '[role=tablist]', 'main button', 'aside']) {
      expect(await page.locator(controls).first().isVisible(), controls).toBe(false)
    }
    expect(await namesIn(page)).toHaveLength(10)
    expect(await heading(page).isVisible()).toBe(true)
  })

  it('the first product is near the top, whatever the width', async () => {
    const page = await visit(service.url)
    for (const width of [320, 375, 768, 1060, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      await namesIn(page)
      expect([width, await overflowsSideways(page)]).toEqual([width, false])
      const { y = 999 } = (await products(page).getByRole('listitem').first().boundingBox()) ?? {}
      expect(y).toBeLessThanOrEqual(width < 375 ? 250 : 220)
    }
  })
})
