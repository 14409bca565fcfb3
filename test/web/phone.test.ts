import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { layoutShift, overflowsSideways, painted } from '../helper/browser.ts'
import { isChromiumMissing } from '../helper/chromium.ts'
import { PLACES, usePlaces } from './places.ts'

describe.skipIf(isChromiumMissing)('every place on a phone', { timeout: 60_000 }, () => {
  const { enter } = usePlaces()

  it.each(PLACES)('$path fits a small phone and its fingers, and nothing shifts', async (place) => {
    const page = await enter(place, { width: 320, height: 640, isPhone: true })
    expect(await overflowsSideways(page)).toBe(false)
    await painted(page)
    expect(await layoutShift(page)).toBeLessThan(0.05)
    expect(await smallTargets(page)).toEqual([])
  })
})

/** What is lower than a finger, apart from links within text. */
const smallTargets = (page: Page) =>
  page.locator('button, summary, select, input, nav a, td a').evaluateAll((targets) =>
    targets
      .filter((target) => target.checkVisibility() && !target.closest('label, .docs td'))
      .map((target) => ({ target, edge: getComputedStyle(target, '::after').inset }))
      .map(({ target, edge }) => [
        target.textContent || target.ariaLabel,
        target.clientHeight - 2 * Math.min(0, Number.parseFloat(edge) || 0),
      ])
      .filter(([, height]) => Number(height) < 42),
  )
