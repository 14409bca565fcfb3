import type { Page } from 'playwright-core'
import { beforeAll } from 'vitest'
import { expectShown, type VisitorOptions } from '../helper/browser.ts'
import { API_KEY, useDashboard } from '../helper/dashboard.ts'

const HOSTILE = '<img src=x onerror=alert(1)>'

interface Place {
  path: string
  /** What is shown once it has loaded. */
  shows: (page: Page) => ReturnType<Page['locator']>
}

const table = (page: Page) => page.locator('table').first()
const form = (page: Page) => page.locator('main form').first()

export const PLACES: readonly Place[] = [
  { path: '/', shows: (page) => page.locator('[data-curve] svg').first() },
  { path: '/?timeframe=2026-11&topic=Music', shows: (page) => page.getByRole('img') },
  { path: '/products/sample-001', shows: (page) => page.getByRole('img', { name: 'Rank' }) },
  {
    path: '/compare?ids=sample-001,sample-002,sample-003',
    shows: (page) => page.getByRole('img', { name: 'Votes over time' }),
  },
  { path: '/search', shows: (page) => page.getByText('What are you looking for?') },
  { path: '/search?q=notes', shows: (page) => page.getByRole('list', { name: 'Results' }) },
  { path: '/watches', shows: (page) => page.getByText('You watch nothing yet') },
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
  { path: '/docs/platform/overview', shows: (page) => page.getByRole('banner') },
  { path: '/docs/api/rankings', shows: (page) => page.getByRole('banner') },
]

/** A service with something in each place, named as an attacker would. */
export function usePlaces() {
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

  return {
    /** Opens a place as somebody who has signed in. */
    async enter(place: Place, options: VisitorOptions): Promise<Page> {
      const page = await visit(`${service.url}/assets/theme.js`, options)
      await page.evaluate((key) => sessionStorage.setItem('launchboard-api-key', key), API_KEY)
      await page.goto(service.url + place.path)
      await expectShown(place.shows(page).first())
      return page
    },
  }
}
