import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import {
  accessibilityIssues,
  expectFocused,
  expectShown,
  expectUrl,
  keepScreenshot,
  THEMES,
  useBrowser,
} from '../../helper/browser.ts'
import { isChromiumMissing } from '../../helper/chromium.ts'
import { useService } from '../../helper/use-service.ts'
import { expectRanking, namesIn, products, rankedNames, tab, zone } from './board-page.ts'

const TOKEN = 'a-token-of-the-test-0123'

describe.skipIf(isChromiumMissing)('the board', { timeout: 60_000 }, () => {
  const visit = useBrowser()
  const service = useService()
  const guarded = useService({ AGENT_TOKENS: TOKEN })

  it("the board has launches on the first visit, in the visitor's zone", async () => {
    const page = await visit(service.url, { timezoneId: 'Asia/Tokyo' })
    const names = await namesIn(page)
    expect(names).toHaveLength(10)
    expect(names).toEqual(
      await rankedNames(`${service.url}/api/top-range?timeframe=last_week&tz=Asia/Tokyo&limit=10`),
    )
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
    await expectShown(page.getByText('From this service’s catalogue'))
  })

  it('the URL of the board contains all choices and restores them', async () => {
    const page = await visit(service.url)
    await tab(page, 'This month').click()
    await page.getByText('Top 5').click()
    await expectUrl(page, /\?timeframe=this_month&tz=America\/New_York&limit=5$/)
    const path = `${service.url}/api/top-range?timeframe=this_month&tz=America/New_York&limit=5`
    await expectRanking(page, path)

    await tab(page, 'All time').click()
    await expectRanking(page, `${service.url}/api/top?limit=5`)
    await page.goBack()
    await expectRanking(page, path)
    expect(await tab(page, 'This month').getAttribute('aria-selected')).toBe('true')
    await page.goForward()
    await page.reload()
    expect(await namesIn(page)).toEqual(await rankedNames(`${service.url}/api/top?limit=5`))
    expect(await tab(page, 'All time').getAttribute('aria-selected')).toBe('true')

    const other = await visit(page.url(), { timezoneId: 'Europe/Paris' })
    expect(await namesIn(other)).toEqual(await rankedNames(`${service.url}/api/top?limit=5`))
    expect(await zone(other).inputValue()).toBe('America/New_York')
  })

  it('the board works with the keyboard alone', async () => {
    const page = await visit(service.url)
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
    await expectShown(page.getByRole('option', { name: 'Asia/Tokyo' }))
    await page.keyboard.press('Enter')
    await expectUrl(page, /tz=Asia\/Tokyo/)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Escape')
    expect(await zone(page).inputValue()).toBe('Asia/Tokyo')
    await page.keyboard.type('nowhere at all')
    await expectShown(page.getByText('No time zone matches.'))
    for (const name of ['Asia/Kolkata', 'Europe/Kyiv', 'Asia/Kathmandu']) {
      await zone(page).fill(name.split('/')[1]!)
      await expectShown(page.getByRole('option', { name, exact: true }))
    }
    await page.keyboard.press('Tab')
    expect(await zone(page).inputValue()).toBe('Asia/Tokyo')
    await page.keyboard.press('ArrowLeft')
    await expectUrl(page, /limit=5/)
    await expectShown(page.getByText('Top 5'))
  })

  it('a click on a topic filters the board until it is cleared', async () => {
    const page = await visit(`${service.url}/?timeframe=last_month&tz=UTC`)
    await namesIn(page)
    await products(page).getByRole('link', { name: 'Developer Tools' }).first().click()
    await expectUrl(page, /topic=Developer\+Tools/)
    const path = `${service.url}/api/top-range?timeframe=last_month&tz=UTC&limit=10&topic=Developer%20Tools`
    await expectRanking(page, path)
    await page.getByRole('link', { name: 'Remove the topic Developer Tools' }).click()
    await expectUrl(page, /\?(?!.*topic=)/)
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
    await tab(page, 'All time').click()
    await expectUrl(page, /all_time/)
    expect(await namesIn(page)).toHaveLength(3)
    const csv = page.getByRole('button', { name: 'CSV' })
    const [download] = await Promise.all([page.waitForEvent('download'), csv.click()])
    expect(download.suggestedFilename()).toMatch(/^launchboard-top-[\d-]+\.csv$/)
    expect(await readFile(await download.path(), 'utf8')).toMatch(/^rank,id,name,/)
    await page.reload()
    expect(await namesIn(page)).toHaveLength(3)
  })

  it.each(THEMES)('the board has no accessibility issues, %s', async (theme) => {
    const page = await visit(service.url, { theme })
    await namesIn(page)
    expect(await accessibilityIssues(page)).toEqual([])
    await keepScreenshot(page, `board-${theme}`)
  })
})
