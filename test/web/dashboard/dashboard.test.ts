import { describe, expect, it } from 'vitest'
import { expectFocused, expectShown } from '../../helper/browser.ts'
import { isChromiumMissing } from '../../helper/chromium.ts'
import { API_KEY, useDashboard } from '../../helper/dashboard.ts'

const SIGN_IN_KEY = 'a-key-that-signs-in-0123'

describe.skipIf(isChromiumMissing)('the dashboard', { timeout: 60_000 }, () => {
  const { visit, service, open, call } = useDashboard({
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
    await expectShown(page.getByRole('heading', { name: 'Overview', level: 1 }))
    await page.reload()
    await expectShown(page.getByRole('heading', { name: 'Overview', level: 1 }))
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expectShown(field)
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(API_KEY)
  })

  it('a key is kept on this device only where that was asked for', async () => {
    const page = await visit(`${service.url}/dashboard`)
    await page.getByRole('textbox', { name: 'API key' }).fill(API_KEY)
    await page.getByRole('checkbox', { name: 'Keep the key on this device' }).check()
    await page.getByRole('button', { name: 'Sign in' }).click()
    const heading = { name: 'Overview', level: 1 }
    await expectShown(page.getByRole('heading', heading))
    const other = await page.context().newPage()
    await other.goto(`${service.url}/dashboard`)
    await expectShown(other.getByRole('heading', heading))
    await other.getByRole('button', { name: 'Sign out' }).click()
    await other.reload()
    await expectShown(other.getByRole('textbox', { name: 'API key' }))
  })

  it('a key that is no longer valid is asked for again', async () => {
    const page = await open('/dashboard/agents')
    await expectShown(page.getByRole('heading', { name: 'Agents', level: 1 }))
    await page.route('**/v3/**', (route) => route.fulfill({ status: 401, json: {} }))
    await page.getByRole('link', { name: 'Actions' }).click()
    await expectShown(page.getByText('This key is no longer accepted.'))
  })

  it('the overview says what is done, and what happened in the last day', async () => {
    const page = await open('/dashboard')
    const step = (name: string) => page.getByRole('heading', { name, level: 3 })
    await expectShown(page.getByRole('button', { name: "Try Launchboard's own agent" }))
    await call('POST', '/v3/ai-agents/agents', {
      uid: 'ranker',
      name: 'Ranker',
      isActive: true,
      integrateWith: 'ag-ui',
      integrationMeta: { baseUrl: `${service.url}/agent`, agentId: 'ranking' },
    })
    await page.reload()
    await expectShown(step('Register (done)'))
    await expectShown(step('Switch on (done)'))
    await page.getByRole('link', { name: 'Test it' }).click()
    await page.getByRole('button', { name: 'Test' }).click()
    await expectShown(page.getByRole('status', { name: 'Test' }).getByText('It works'))
    await page.getByRole('link', { name: 'Overview' }).click()
    await expectShown(step('Test (done)'))
    await expectShown(step('Embed (to do)'))

    await call('POST', '/v3/users', { uid: 'ann', name: 'Ann' })
    const question = { receiver: 'ranker', receiverType: 'user', data: { text: 'Hi' } }
    await call('POST', '/v3/messages', question, 'ann')
    await expect.poll(async () => (await call('GET', '/v3/stats')).answers).toBe(1)
    await page.reload()
    await expectShown(page.getByText('Your agent answers visitors.'))
    const last = page.getByRole('list', { name: 'Last conversations' }).getByRole('listitem')
    expect(await last.textContent()).toContain('Ann and Ranker')
    const answers = page.getByText('Agents’ answers').locator('..')
    expect(await answers.innerText()).toMatch(/\n1$/)
  })
})

describe.skipIf(isChromiumMissing)('a new database', { timeout: 60_000 }, () => {
  const { open, call } = useDashboard()

  it('one button registers our own agent, and its answer comes in the widget', async () => {
    const page = await open('/dashboard')
    await page.getByRole('button', { name: "Try Launchboard's own agent" }).click()
    const widget = page.getByRole('dialog', { name: 'Launchboard' })
    await expectShown(widget.getByText('From this service’s catalogue').first())
    await widget.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('main').getByRole('button', { name: 'Open the widget' }).click()
    await expectShown(widget.getByText('From this service’s catalogue').first())
    const agents = await call('GET', '/v3/ai-agents/agents')
    expect(agents).toMatchObject([{ name: 'Launchboard', isActive: true }])
  })
})
