import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { API_KEY, askPlatform } from '../helper/ask-platform.ts'
import {
  accessibilityIssues,
  keepScreenshot,
  overflowsSideways,
  THEMES,
  useBrowser,
} from '../helper/browser.ts'
import { isChromiumMissing } from '../helper/chromium.ts'
import { type NodeProcess, startNode } from '../helper/node-process.ts'
import { openDashboard } from '../helper/open-dashboard.ts'

const ADDRESS = '/dashboard/actions'
const HOSTILE = '<img src=x onerror=alert(1)>'

describe.skipIf(isChromiumMissing)('frontend actions in the dashboard', { timeout: 60_000 }, () => {
  const visit = useBrowser()
  let service: NodeProcess

  beforeAll(async () => {
    service = await startNode({ PLATFORM_API_KEYS: API_KEY })
  }, 60_000)
  afterAll(() => void service?.child.kill('SIGKILL'))

  async function enter(path = ADDRESS, options = {}) {
    const page = await visit(service.url + path, options)
    await openDashboard(page, API_KEY)
    return page
  }

  const register = (name: string, displayName = name) =>
    askPlatform(service.url, '/ai-agents/tools', {
      name,
      displayName,
      description: 'Opens a map.',
      parameters: { type: 'object', properties: {}, required: [] },
    })
  const read = (name: string) => askPlatform(service.url, `/ai-agents/tools/${name}`)

  it('without actions there is a hint, and one is created by keyboard', async () => {
    const page = await enter()
    await page.getByText('No frontend action is registered yet').waitFor()
    await page.getByRole('button', { name: 'New action' }).press('Enter')
    await page.getByRole('textbox', { name: 'Display name' }).waitFor()
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByText('Enter a name for users to see.').waitFor()
    const first = page.getByRole('textbox', { name: 'Display name' })
    expect(await first.evaluate((input) => input === document.activeElement)).toBe(true)

    await page.keyboard.type('Show a message')
    await page.getByRole('textbox', { name: 'Execution text' }).fill('Showing it…')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('showMessage')
    await page.getByRole('textbox', { name: 'Description' }).fill('Shows a message.')
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByText('Show a message was saved.').waitFor()
    await page.getByRole('table', { name: 'Frontend actions' }).getByText('showMessage').waitFor()
    expect(await read('showMessage')).toMatchObject({
      executionText: 'Showing it…',
      parameters: { required: ['message'] },
    })
  })

  it('invalid JSON and invalid JSON Schema of parameters are marked', async () => {
    await register('openMap', 'Open a map')
    const page = await enter(`${ADDRESS}?action=openMap`)
    const parameters = page.getByRole('textbox', { name: 'Parameters' })
    const at = () => parameters.evaluate((area) => (area as HTMLTextAreaElement).selectionStart)
    const broken = '{\n  "type": "object"\n  "properties": {}\n}'
    await parameters.fill(broken)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Line 3, column 3: a comma is missing.').waitFor()
    expect(await at()).toBe(broken.indexOf('"properties"'))

    const wrong =
      '{\n  "type": "object",\n  "properties": {\n    "city": { "type": "sting" }\n  }\n}'
    await parameters.fill(wrong)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText(/Line 4, column 23: properties\.city\.type /).waitFor()
    expect(await at()).toBe(wrong.indexOf('"sting"'))
    expect(await parameters.inputValue()).toBe(wrong)

    await page.reload()
    await page.getByText('This is your unsaved draft from earlier.').waitFor()
    expect(await parameters.inputValue()).toBe(wrong)
    await parameters.fill(wrong.replace('sting', 'string'))
    await page.getByRole('button', { name: 'Save' }).dblclick()
    await page.getByText('properties.city has no description').waitFor()
    expect((await read('openMap')).parameters.properties.city.type).toBe('string')
  })

  it('a name that is taken is marked at its field', async () => {
    await register('taken')
    const page = await enter(`${ADDRESS}?new`)
    await page.getByRole('textbox', { name: 'Display name' }).fill('Again')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('taken')
    await page.getByRole('textbox', { name: 'Description' }).fill('Again.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('This name is taken.').waitFor()
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    expect(await name.getAttribute('aria-invalid')).toBe('true')
  })

  it('the actions of this service are imported, and importing twice is harmless', async () => {
    const page = await enter(`${ADDRESS}?import`)
    const text = page.getByRole('textbox', { name: 'Text' })
    await text.fill('{"actions": [}')
    await page.getByRole('button', { name: 'Import' }).click()
    await page.getByText(/^Line 1, column 14: /).waitFor()
    await page.getByRole('button', { name: 'Use this service’s own' }).click()
    await page.waitForFunction(() => document.querySelector('textarea')?.value.includes('triggerC'))
    for (const outcome of ['Registered', 'Updated']) {
      await page.getByRole('button', { name: 'Import' }).click()
      const imported = page.getByRole('list', { name: 'Imported' })
      const confetti = imported.getByRole('listitem').filter({ hasText: 'triggerConfetti' })
      await confetti.getByText(outcome).waitFor()
    }
    expect(await read('triggerConfetti')).toMatchObject({ type: 'action' })
    expect(await read('searchProducts')).toMatchObject({ type: 'tool' })
  })

  it('an action is deleted unless an agent has it', async () => {
    await register('inUse')
    await askPlatform(service.url, '/ai-agents/agents', {
      name: 'Holder',
      integrateWith: 'ag-ui',
      integrationMeta: { baseUrl: `${service.url}/agent`, agentId: 'ranking' },
      actions: ['inUse'],
    })
    await register('free')
    const page = await enter(`${ADDRESS}?action=inUse`)
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByText('inUse is in use and cannot be deleted.').waitFor()
    await page.goto(`${service.url}${ADDRESS}?action=free`)
    await page.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('free was deleted.').waitFor()
  })

  it.each(THEMES)(
    'the actions have no accessibility issues and fit a narrow screen, %s',
    async (theme) => {
      const name = `hostile${theme}`
      await register(name, HOSTILE)
      const page = await enter(ADDRESS, { theme })
      await page.getByRole('table', { name: 'Frontend actions' }).waitFor()
      expect(await page.getByText(HOSTILE).count()).toBeGreaterThan(0)
      for (const query of ['', `?action=${name}`, '?import']) {
        await page.goto(`${service.url}${ADDRESS}${query}`)
        await page.locator('table, textarea').first().waitFor()
        expect(await accessibilityIssues(page)).toEqual([])
        await page.setViewportSize({ width: 320, height: 640 })
        expect([query, await overflowsSideways(page)]).toEqual([query, false])
        await page.setViewportSize({ width: 1280, height: 900 })
        if (query !== '?import')
          await keepScreenshot(page, `dashboard-action${query ? '' : 's'}-${theme}`)
      }
    },
  )
})
