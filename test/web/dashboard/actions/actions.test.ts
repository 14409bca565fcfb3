import { describe, expect, it } from 'vitest'
import { expectFocused, expectShown } from '../../../helper/browser.ts'
import { isChromiumMissing } from '../../../helper/chromium.ts'
import { useDashboard } from '../../../helper/dashboard.ts'

const PATH = '/dashboard/actions'
const _HOSTILE = '<img src=x onerror=alert(1)>'

describe.skipIf(isChromiumMissing)('the frontend actions', { timeout: 60_000 }, () => {
  const { service, call, open } = useDashboard()

  const register = (name: string, displayName = name) =>
    call('POST', '/v3/ai-agents/tools', {
      name,
      displayName,
      description: 'Opens a map.',
      parameters: { type: 'object', properties: {}, required: [] },
    })
  const read = (name: string) => call('GET', `/v3/ai-agents/tools/${name}`)

  it('without actions the list shows a hint', async () => {
    const page = await open('/dashboard/agents')
    const pagination = { total: 0, per_page: 100, current_page: 1, total_pages: 0 }
    await page.route('**/v3/ai-agents/tools?*', (route) =>
      route.fulfill({ json: { data: [], meta: { pagination } } }),
    )
    await page.getByRole('link', { name: 'Actions' }).click()
    await expectShown(page.getByText('No frontend action is registered yet'))
  })

  it('an action is created with the keyboard', async () => {
    const page = await open(PATH)
    await page.getByRole('button', { name: 'New action' }).press('Enter')
    await expectShown(page.getByRole('textbox', { name: 'Display name' }))
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await expectShown(page.getByText('Enter a name for users to see.'))
    const first = page.getByRole('textbox', { name: 'Display name' })
    await expectFocused(first)

    await page.keyboard.type('Show a message')
    await page.getByRole('textbox', { name: 'Execution text' }).fill('Showing it…')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('showMessage')
    await page.getByRole('textbox', { name: 'Description' }).fill('Shows a message.')
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await expectShown(page.getByText('Show a message was saved.'))
    await expectShown(
      page.getByRole('table', { name: 'Frontend actions' }).getByText('showMessage'),
    )
    expect(await read('showMessage')).toMatchObject({
      executionText: 'Showing it…',
      parameters: { required: ['message'] },
    })
  })

  it('invalid JSON and invalid JSON Schema of parameters are marked', async () => {
    await register('openMap', 'Open a map')
    const page = await open(`${PATH}?action=openMap`)
    const parameters = page.getByRole('textbox', { name: 'Parameters' })
    const broken = '{\n  "type": "object"\n  "properties": {}\n}'
    await parameters.fill(broken)
    await page.getByRole('button', { name: 'Save' }).click()
    await expectShown(page.getByText(/^This is not JSON\..*line 3 column 3/))
    await expectFocused(parameters)

    const invalid = '{"type": "object", "properties": {"city": {"type": "sting"}}}'
    await parameters.fill(invalid)
    await page.getByRole('button', { name: 'Save' }).click()
    await expectShown(page.getByText(/^Properties\.city\.type /))
    expect(await parameters.inputValue()).toBe(invalid)

    await page.reload()
    await expectShown(page.getByText('Your unsaved draft is back.'))
    expect(await parameters.inputValue()).toBe(invalid)
    await parameters.fill(invalid.replace('sting', 'string'))
    await page.getByRole('button', { name: 'Save' }).dblclick()
    await expectShown(page.getByText('properties.city has no description'))
    expect((await read('openMap')).parameters.properties.city.type).toBe('string')
  })

  it('a name that is taken is marked at its field', async () => {
    await register('taken')
    const page = await open(`${PATH}?new`)
    await page.getByRole('textbox', { name: 'Display name' }).fill('Again')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('taken')
    await page.getByRole('textbox', { name: 'Description' }).fill('Again.')
    await page.getByRole('button', { name: 'Save' }).click()
    await expectShown(page.getByText('This name is taken.'))
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    expect(await name.getAttribute('aria-invalid')).toBe('true')
  })

  it('the actions of this service are imported, and importing twice is harmless', async () => {
    const page = await open(PATH)
    const importOwn = page.getByRole('button', { name: 'Import this service’s own' })
    await importOwn.click()
    await expectShown(page.getByText(/^\d+ actions imported\.$/))
    await expectShown(page.getByRole('cell', { name: /triggerConfetti/ }))
    const imported = page.waitForResponse((response) => response.request().method() === 'PUT')
    await importOwn.click()
    expect((await imported).status()).toBe(200)
    expect(await read('triggerConfetti')).toMatchObject({ type: 'action' })
    expect(await read('searchProducts')).toMatchObject({ type: 'tool' })
  })

  it('an action is deleted unless an agent has it', async () => {
    await register('inUse')
    await call('POST', '/v3/ai-agents/agents', {
      name: 'Holder',
      integrateWith: 'ag-ui',
      integrationMeta: { baseUrl: `${service.url}/agent`, agentId: 'ranking' },
      actions: ['inUse'],
    })
    await register('free')
    const page = await open(`${PATH}?action=inUse`)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expectShown(dialog.getByText('inUse is in use and cannot be deleted.'))
    await page.goto(`${service.url}${PATH}?action=free`)
    await page.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await expectShown(page.getByText('free was deleted.'))
  })
})
