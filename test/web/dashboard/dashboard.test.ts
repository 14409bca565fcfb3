import { describe, expect, it } from 'vitest'
import { expectFocused, expectShown, expectUrl } from '../../helper/browser.ts'
import { isChromiumMissing } from '../../helper/chromium.ts'
import { API_KEY, useDashboard } from '../../helper/dashboard.ts'

const SIGN_IN_KEY = 'a-key-that-signs-in-0123'

describe.skipIf(isChromiumMissing)('the dashboard', { timeout: 60_000 }, () => {
  const { visit, service, open } = useDashboard({
    PLATFORM_API_KEYS: `${API_KEY},${SIGN_IN_KEY}:authOnly`,
  })

  it('the dashboard asks for a key, and says which keys it cannot use', async () => {
    const page = await visit(`${service.url}/dashboard`)
    const field = page.getByRole('textbox', { name: 'API key' })
    const open = page.getByRole('button', { name: 'Sign in' })
    await field.fill('no-key-of-this-service')
    await open.click()
    await expectShown(page.getByText('This key is not accepted.'))
    expect(await field.inputValue()).toBe('no-key-of-this-service')
    await expectFocused(field)
    await field.fill(SIGN_IN_KEY)
    await open.click()
    await expectShown(page.getByText('This key can only sign users in'))

    await field.fill(API_KEY)
    await field.press('Enter')
    await expectUrl(page, `${service.url}/dashboard`)
    await page.reload()
    await expectShown(page.getByRole('heading', { name: 'Overview', level: 1 }))
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expectShown(field)
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(API_KEY)
  })

  it('a typed key is kept when the service cannot be reached', async () => {
    const page = await visit(`${service.url}/dashboard`)
    await page.route('**/v3/**', (route) => route.abort())
    const field = page.getByRole('textbox', { name: 'API key' })
    await field.fill(API_KEY)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expectShown(page.getByRole('alert').getByText('cannot be reached'))
    expect(await field.inputValue()).toBe(API_KEY)
  })

  it('a key that is no longer valid is asked for again', async () => {
    const page = await open('/dashboard/agents')
    await expectShown(page.getByRole('heading', { name: 'Agents', level: 1 }))
    await page.route('**/v3/**', (route) => route.fulfill({ status: 401, json: {} }))
    await page.getByRole('link', { name: 'Actions' }).click()
    await expectShown(page.getByText('This key is no longer accepted.'))
  })

  it('the dashboard links to each of its pages', async () => {
    const page = await open('/dashboard/agents')
    const navigation = page.getByRole('navigation', { name: 'Dashboard' })
    for (const name of ['Actions', 'Chat', 'Members', 'Notifications', 'Status', 'Agents']) {
      await navigation.getByRole('link', { name }).click()
      await expectUrl(page, `${service.url}/dashboard/${name.toLowerCase()}`)
      await expectShown(page.getByRole('heading', { level: 1 }))
      expect(await navigation.locator('[aria-current=page]').textContent()).toBe(name)
    }
  })
})
