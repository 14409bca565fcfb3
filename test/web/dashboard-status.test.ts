import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API_KEY } from '../helper/ask-platform.ts'
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
import { openDashboard } from '../helper/open-dashboard.ts'

const TOKEN = 'a-token-of-the-test-0123'

describe.skipIf(isChromiumMissing)(
  'the service’s state in the dashboard',
  { timeout: 60_000 },
  () => {
    const visit = useBrowser()
    let service: NodeProcess
    let guarded: NodeProcess

    beforeAll(async () => {
      service = await startNode({ PLATFORM_API_KEYS: API_KEY })
      guarded = await startNode({ PLATFORM_API_KEYS: API_KEY, AGENT_TOKENS: TOKEN })
    }, 60_000)
    afterAll(() => {
      service?.child.kill('SIGKILL')
      guarded?.child.kill('SIGKILL')
    })

    async function enter(url: string, options = {}) {
      const page = await visit(`${url}/dashboard/status`, options)
      await openDashboard(page, API_KEY)
      return page
    }

    it('the status shows what serves each part, the version and when it was read', async () => {
      const { version } = await (await fetch(`${service.url}/status`)).json()
      const page = await enter(service.url)
      const parts = page.getByRole('list', { name: 'Parts' }).getByRole('listitem')
      await parts.getByText('catalogue').waitFor()
      expect(await parts.getByRole('heading').allTextContents()).toEqual([
        'Model',
        'Ranking',
        'Search',
      ])
      await page.getByText(`Version ${version}`).waitFor()
      await page.getByText('Last read at').waitFor()
    })

    it('the status is read every ten seconds, and kept when that fails', async () => {
      const page = await visit(`${service.url}/dashboard/status`)
      await page.clock.install()
      await openDashboard(page, API_KEY)
      const parts = page.getByRole('list', { name: 'Parts' })
      await parts.getByText('catalogue').waitFor()

      const failing = { breaker: 'open', budgetLeft: 12, budgetResetAt: null, lastSuccess: null }
      const part = { ...failing, serves: 'product-hunt' }
      let answer: object | undefined = {
        version: '9.9.9',
        model: part,
        ranking: part,
        search: part,
      }
      await page.route('**/status', (route) =>
        answer ? route.fulfill({ json: answer }) : route.abort(),
      )
      await page.clock.runFor(10_000)
      await parts.getByText('Failing').first().waitFor()
      await parts.getByText('12 left').first().waitFor()
      expect(await layoutShift(page)).toBeLessThan(0.01)

      answer = undefined
      await page.clock.runFor(10_000)
      await page.getByRole('alert').getByText('cannot be reached').waitFor()
      await page.getByText('This may be out of date').waitFor()
      expect(await parts.getByText('product-hunt').count()).toBe(3)
    })

    it('the status asks for the access token where the service has one', async () => {
      const page = await enter(guarded.url)
      await page.getByRole('textbox', { name: 'Access token' }).fill(TOKEN)
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByRole('list', { name: 'Parts' }).getByText('catalogue').waitFor()
    })

    it.each(THEMES)(
      'the status has no accessibility issues and fits a narrow screen, %s',
      async (theme) => {
        const page = await enter(service.url, { theme })
        await page.getByRole('list', { name: 'Parts' }).getByText('catalogue').waitFor()
        expect(await accessibilityIssues(page)).toEqual([])
        await keepScreenshot(page, `dashboard-status-${theme}`)
        await page.setViewportSize({ width: 320, height: 640 })
        expect(await overflowsSideways(page)).toBe(false)
        await page.reload()
        await page.getByRole('list', { name: 'Parts' }).getByText('catalogue').waitFor()
        expect(await layoutShift(page)).toBeLessThan(0.01)
      },
    )
  },
)
