import { describe, expect, it } from 'vitest'
import {
  accessibilityIssues,
  expectGone,
  expectShown,
  expectUrl,
  THEMES,
  useBrowser,
} from '../../helper/browser.ts'
import { isChromiumMissing } from '../../helper/chromium.ts'
import { useService } from '../../helper/use-service.ts'
import { namesIn, zone } from './board-page.ts'

describe.skipIf(isChromiumMissing)('the time zone picker', { timeout: 60_000 }, () => {
  const visit = useBrowser()
  const service = useService()

  it('the board offers every time zone, and reports an unknown one in its URL', async () => {
    const page = await visit(`${service.url}/?tz=Mars/Base`)
    await expectShown(
      page.getByRole('status').filter({ hasText: 'does not know the time zone “Mars/Base”' }),
    )
    expect(await zone(page).inputValue()).toBe('America/New_York')
    expect(await namesIn(page)).toHaveLength(10)
    await zone(page).click()
    const offered = await page.getByRole('option').allTextContents()
    const all = await page.evaluate(() => Intl.supportedValuesOf('timeZone'))
    expect(offered).toEqual(expect.arrayContaining(['UTC', ...all]))
    await page.getByRole('option', { name: 'UTC', exact: true }).click()
    await expectUrl(page, /tz=UTC/)
    await expectGone(page.getByText('does not know the time zone'))
  })

  it.each(THEMES)('the open list of time zones has no accessibility issues, %s', async (theme) => {
    const page = await visit(service.url, { theme })
    await namesIn(page)
    await zone(page).click()
    await expectShown(page.getByRole('listbox', { name: 'Time zones' }))
    expect(await accessibilityIssues(page)).toEqual([])
  })
})
