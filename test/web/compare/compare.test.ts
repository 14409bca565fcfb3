import { describe, expect, it } from 'vitest'
import { expectShown, useBrowser } from '../../helper/browser.ts'
import { isChromiumMissing } from '../../helper/chromium.ts'
import { useSharedService } from '../../helper/use-service.ts'
import { namesIn, products } from '../board/board-page.ts'

describe.skipIf(isChromiumMissing)('a comparison', { timeout: 60_000 }, () => {
  const visit = useBrowser()
  const service = useSharedService()

  it('launches are chosen by a box or by c, and stand in one chart and one table', async () => {
    const page = await visit(`${service.url}/?timeframe=last_week`)
    const names = await namesIn(page)
    const [first, second, third] = [names[3]!, names[0]!, names[5]!]
    await page.getByRole('checkbox', { name: `Compare ${first}` }).check()
    await products(page).getByRole('link', { name: second, exact: true }).focus()
    await page.keyboard.press('c')
    await products(page).getByRole('link', { name: third, exact: true }).focus()
    await page.keyboard.press('c')
    const bar = page.getByRole('region', { name: 'Compare' })
    await bar.getByRole('link', { name: 'Compare 3' }).click()

    await expectShown(page.getByRole('heading', { name: `${first}, ${second}, ${third}` }))
    await expectShown(page.getByRole('img', { name: 'Votes over time' }))
    const votes = page.getByRole('table', { name: 'Votes over time' })
    expect(await votes.getByRole('columnheader').allTextContents()).toEqual([
      'Hours',
      first,
      second,
      third,
    ])
    expect(await votes.getByRole('row').count()).toBe(50)
    const slider = page.getByRole('slider', { name: 'Read the chart by hours since launch' })
    await slider.focus()
    await page.keyboard.press('Home')
    await expect.poll(() => slider.getAttribute('aria-valuetext')).toMatch(/^0 h/)
    const figures = page.getByRole('table', { name: 'Figures' })
    expect(await figures.getByRole('row').nth(1).textContent()).toMatch(/^Votes[\d,]+$/)
  })

  it('a chosen launch is taken away again, and an address without ids says how to begin', async () => {
    const page = await visit(`${service.url}/products/sample-148`)
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    const bar = page.getByRole('region', { name: 'Compare' })
    await expectShown(bar.getByText('Choose another'))
    await page.getByRole('button', { name: 'Compare', exact: true }).click()
    await expect.poll(() => bar.count()).toBe(0)
    await page.goto(`${service.url}/compare`)
    await expectShown(page.getByText('Choose launches to compare.'))
  })
})
