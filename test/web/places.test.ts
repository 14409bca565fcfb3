import { describe, expect, it } from 'vitest'
import { accessibilityIssues, keepScreenshot, painted, THEMES } from '../helper/browser.ts'
import { isChromiumMissing } from '../helper/chromium.ts'
import { PLACES, usePlaces } from './places.ts'

describe.skipIf(isChromiumMissing)('every place', { timeout: 60_000 }, () => {
  const { enter } = usePlaces()

  it.each(PLACES)('$path has no accessibility issues in both themes', async (place) => {
    const page = await enter(place, {})
    expect(await page.locator('main img[src=x]').count()).toBe(0)
    await page.evaluate(() => {
      const still = new CSSStyleSheet()
      still.replaceSync('* { transition: none !important }')
      document.adoptedStyleSheets.push(still)
    })
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme })
      await painted(page)
      expect([theme, await accessibilityIssues(page)]).toEqual([theme, []])
      await keepScreenshot(page, `${place.path.replaceAll(/\W+/g, '-').slice(1)}-${theme}`)
    }
  })
})
