import { describe, expect, it } from 'vitest'
import {
  accessibilityIssues,
  expectFocused,
  expectShown,
  expectUrl,
  THEMES,
  useBrowser,
} from '../../helper/browser.ts'
import { isChromiumMissing } from '../../helper/chromium.ts'
import { useService } from '../../helper/use-service.ts'
import { namesIn, tab } from './board-page.ts'

describe.skipIf(isChromiumMissing)('the form for a custom timeframe', { timeout: 60_000 }, () => {
  const visit = useBrowser()
  const service = useService()

  it('the board shows chosen days, and marks a field that is incomplete', async () => {
    const page = await visit(`${service.url}/?tz=UTC&timeframe=today`)
    await tab(page, 'Custom').click()
    await expectUrl(page, /timeframe=\d{4}-\d\d-\d\d&/)
    const day = page.getByLabel('Day', { exact: true })
    expect(await day.inputValue()).toMatch(/^\d{4}-\d\d-\d\d$/)
    await page.getByText('A range').click()
    await page.getByRole('button', { name: 'Apply' }).click()
    const first = page.getByLabel('First day')
    await expectShown(page.getByText('Choose the first day.'))
    await expectFocused(first)
    await first.fill('2026-11-15')
    const last = page.getByLabel('Last day')
    await last.fill('2026-11-01')
    await page.keyboard.press('Enter')
    await expectShown(page.getByText('Choose a day on or after the first day.'))
    expect(await first.inputValue()).toBe('2026-11-15')
    await first.fill('2026-10-01')
    await page.keyboard.press('Enter')
    await expectUrl(page, /timeframe=2026-10-01\/2026-11-01/)
    await expectShown(page.getByRole('heading', { name: 'Thu 1 Oct – Sun 1 Nov 2026' }))

    await page.goto(`${service.url}/?timeframe=2026-W44&tz=UTC`)
    expect(await page.getByLabel('ISO week').inputValue()).toBe('2026-W44')
    await expectShown(page.getByRole('heading', { name: 'Mon 26 Oct – Sun 1 Nov 2026' }))
    await page.goto(`${service.url}/?timeframe=2026-11-01/2026-11-15&tz=UTC`)
    expect(await first.inputValue()).toBe('2026-11-01')
    expect(await last.inputValue()).toBe('2026-11-15')
    await page.goto(`${service.url}/?timeframe=2024-02&tz=UTC`)
    expect(await first.inputValue()).toBe('2024-02-01')
    expect(await last.inputValue()).toBe('2024-02-29')
  })

  it.each(THEMES)(
    'the board of a week and a topic has no accessibility issues, %s',
    async (theme) => {
      const url = `${service.url}/?timeframe=2026-W44&topic=Developer%20Tools`
      const page = await visit(url, { theme })
      await namesIn(page)
      expect(await accessibilityIssues(page)).toEqual([])
    },
  )
})
