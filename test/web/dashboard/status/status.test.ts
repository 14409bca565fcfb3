import { describe, expect, it } from 'vitest'
import { expectShown, layoutShift } from '../../../helper/browser.ts'
import { isChromiumMissing } from '../../../helper/chromium.ts'
import { enterKey, useDashboard } from '../../../helper/dashboard.ts'

const statusOf = async (url: string) => (await fetch(`${url}/status`)).json()

describe.skipIf(isChromiumMissing)('the status', { timeout: 60_000 }, () => {
  const { visit, service, open } = useDashboard()

  it('the status shows what serves each part, the version and the time', async () => {
    const { version } = await statusOf(service.url)
    const page = await open('/dashboard/status')
    const parts = page.getByRole('list', { name: 'Parts' }).getByRole('listitem')
    await expectShown(parts.getByText('catalogue'))
    expect(await parts.getByRole('heading').allTextContents()).toEqual([
      'Model',
      'Ranking',
      'Search',
      'History',
      'Time zones',
    ])
    await expectShown(page.getByText(`Version ${version}`))
    await expectShown(page.getByText('Last read at'))
  })

  it('the status is refreshed every ten seconds, and stays when that fails', async () => {
    const page = await visit(`${service.url}/dashboard/status`)
    await page.clock.install()
    await enterKey(page)
    const parts = page.getByRole('list', { name: 'Parts' })
    await expectShown(parts.getByText('catalogue'))

    const failing = { breaker: 'open', budgetLeft: 12, budgetResetAt: null, lastSuccess: null }
    const lastFailure = { at: '2026-11-20T17:00:00Z', code: 'upstream-unavailable' }
    const part = { ...failing, serves: 'product-hunt' }
    const limited = {
      ...part,
      breaker: 'closed',
      failing: true,
      pausedUntil: '2026-11-20T18:00:00Z',
      lastFailure: { ...lastFailure, reason: 'status 429' },
    }
    const refusing = { ...part, lastFailure: { at: lastFailure.at, kind: 'refused', status: 401 } }
    let answer: object | undefined = {
      ...(await statusOf(service.url)),
      version: '9.9.9',
      model: refusing,
      ranking: limited,
      search: part,
    }
    await page.route('**/status', (route) =>
      answer ? route.fulfill({ json: answer }) : route.abort(),
    )
    await page.clock.runFor(10_000)
    await expectShown(parts.getByText('Failing').first())
    await expectShown(parts.getByText('12 left').first())
    await expectShown(parts.getByText('Not called for now: it limits the rate'))
    await expectShown(parts.getByText('Paused until'))
    await expectShown(parts.getByText('status 429'))
    await expectShown(parts.getByText('refused, status 401'))
    expect(await layoutShift(page)).toBeLessThan(0.01)

    answer = undefined
    await page.clock.runFor(10_000)
    await expectShown(page.getByRole('alert').getByText('cannot be reached'))
    await expectShown(page.getByText('This may be out of date'))
    expect(await parts.getByText('product-hunt').count()).toBe(3)
  })
})
