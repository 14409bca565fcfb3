import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  accessibilityIssues,
  expectShown,
  keepScreenshot,
  layoutShift,
  overflowsSideways,
  painted,
  THEMES,
} from '../helper/browser.ts'
import { isChromiumMissing } from '../helper/chromium.ts'
import { API_KEY, useDashboard } from '../helper/dashboard.ts'

const HOSTILE = '<img src=x onerror=alert(1)>'

interface Place {
  path: string
  /** What is shown once it has loaded. */
  shows: (page: Page) => ReturnType<Page['locator']>
}

const table = (page: Page) => page.locator('table').first()
const form = (page: Page) => page.locator('main form').first()

const PLACES: readonly Place[] = [
  { path: '/', shows: (page) => page.locator('[data-curve] svg').first() },
  { path: '/?timeframe=2026-11&topic=Music', shows: (page) => page.getByRole('img') },
  { path: '/products/sample-001', shows: (page) => page.getByRole('img', { name: 'Rank' }) },
  { path: '/search', shows: (page) => page.getByText('What are you looking for?') },
  { path: '/search?q=notes', shows: (page) => page.getByRole('list', { name: 'Results' }) },
  { path: '/chat', shows: (page) => page.getByRole('list', { name: 'Suggestions' }) },
  { path: '/nowhere', shows: (page) => page.getByRole('heading', { name: 'Not found' }) },
  { path: '/dashboard', shows: (page) => page.getByRole('heading', { name: /24 hours/ }) },
  { path: '/dashboard/agents', shows: table },
  { path: '/dashboard/agents?agent=hostile', shows: form },
  { path: '/dashboard/actions', shows: table },
  { path: '/dashboard/actions?action=hostile', shows: form },
  { path: '/dashboard/chat', shows: (page) => page.getByRole('combobox').first() },
  { path: '/dashboard/members', shows: (page) => page.getByRole('list', { name: 'Groups' }) },
  { path: '/dashboard/notifications', shows: form },
  { path: '/dashboard/notifications/mute', shows: form },
  { path: '/dashboard/notifications/templates', shows: form },
  { path: '/dashboard/status', shows: (page) => page.getByRole('list', { name: 'Parts' }) },
  { path: '/docs', shows: (page) => page.getByRole('banner') },
  { path: '/docs/chat-platform', shows: (page) => page.getByRole('banner') },
  { path: '/docs/reference-rankings', shows: (page) => page.getByRole('banner') },
]

/** Every place, as everybody needs it: readable in both themes, wide and narrow, with a finger. */
describe.skipIf(isChromiumMissing)('every place', { timeout: 60_000 }, () => {
  const { visit, service, call } = useDashboard()

  beforeAll(async () => {
    const baseUrl = `${service.url}/agent`
    await call('POST', '/v3/ai-agents/tools', {
      name: 'hostile',
      displayName: HOSTILE,
      description: 'Opens a map.',
      parameters: { type: 'object', properties: {}, required: [] },
    })
    await call('POST', '/v3/ai-agents/agents', {
      uid: 'hostile',
      name: HOSTILE,
      isActive: true,
      integrateWith: 'ag-ui',
      integrationMeta: { baseUrl, agentId: 'ranking' },
    })
    await call('POST', '/v3/groups', { guid: 'hostile', name: HOSTILE, type: 'public' })
  })

  async function enter(place: Place, options: Parameters<typeof visit>[1]) {
    const page = await visit(`${service.url}/assets/theme.js`, options)
    await page.evaluate((key) => sessionStorage.setItem('launchboard-api-key', key), API_KEY)
    await page.goto(service.url + place.path)
    await expectShown(place.shows(page).first())
    return page
  }

  it.each(PLACES)('$path has no accessibility issues in both themes', async (place) => {
    for (const theme of THEMES) {
      const page = await enter(place, { theme })
      expect([theme, await accessibilityIssues(page)]).toEqual([theme, []])
      expect(await page.locator('main img[src=x]').count()).toBe(0)
      await keepScreenshot(page, `${place.path.replaceAll(/\W+/g, '-').slice(1)}-${theme}`)
    }
  })

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
      .filter((target) => target.checkVisibility() && target.closest('label') === null)
      .map((target) => ({ target, edge: getComputedStyle(target, '::after').inset }))
      .map(({ target, edge }) => [
        target.textContent || target.ariaLabel,
        target.clientHeight - 2 * Math.min(0, Number.parseFloat(edge) || 0),
      ])
      .filter(([, height]) => Number(height) < 42),
  )
