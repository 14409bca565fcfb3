import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { API_KEY, askPlatform } from '../helper/ask-platform.ts'
import {
  accessibilityIssues,
  holdBack,
  keepScreenshot,
  layoutShift,
  overflowsSideways,
  painted,
  THEMES,
  useBrowser,
} from '../helper/browser.ts'
import { isChromiumMissing } from '../helper/chromium.ts'
import { type NodeProcess, startNode } from '../helper/node-process.ts'
import { openDashboard } from '../helper/open-dashboard.ts'
import { startUpstream, type Upstream } from '../helper/upstream-server.ts'

const SIGN_IN_KEY = 'a-key-that-signs-in-0123'
const HOSTILE = '<img src=x onerror=alert(1)>'
const SECRET = 'Bearer s3cr3t-of-the-agent'

describe.skipIf(isChromiumMissing)('the dashboard and its agents', { timeout: 60_000 }, () => {
  const visit = useBrowser()
  let service: NodeProcess
  let failing: Upstream

  beforeAll(async () => {
    service = await startNode({ PLATFORM_API_KEYS: `${API_KEY},${SIGN_IN_KEY}:authOnly` })
    failing = await startUpstream((_question, response) => {
      const event = { type: 'RUN_ERROR', message: 'The model key is missing.' }
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(`data: ${JSON.stringify(event)}\n\n`)
    })
    await register('ranker', { name: 'Ranker' })
    await register('hostile', { name: HOSTILE, icon: 'https://elsewhere.example/icon.png' })
  }, 60_000)
  afterAll(async () => {
    service?.child.kill('SIGKILL')
    await failing?.stop()
  })

  function register(uid: string, details: Record<string, unknown>) {
    return askPlatform(service.url, '/ai-agents/agents', {
      uid,
      name: uid,
      integrateWith: 'ag-ui',
      integrationMeta: {
        baseUrl: `${service.url}/agent`,
        agentId: 'ranking',
        headers: { Authorization: SECRET },
      },
      ...details,
    })
  }

  const read = (uid: string) => askPlatform(service.url, `/ai-agents/agents/${uid}`)

  async function enter(path = '/dashboard/agents', options = {}) {
    const page = await visit(service.url + path, options)
    await openDashboard(page, API_KEY)
    return page
  }

  it('the dashboard asks for a key, and says which keys it cannot use', async () => {
    const page = await visit(`${service.url}/dashboard`)
    const field = page.getByRole('textbox', { name: 'API key' })
    const open = page.getByRole('button', { name: 'Open' })
    await field.fill('no-key-of-this-service')
    await open.click()
    await page.getByText('This key is not accepted.').waitFor()
    expect(await field.inputValue()).toBe('no-key-of-this-service')
    expect(await field.evaluate((input) => input === document.activeElement)).toBe(true)
    await field.fill(SIGN_IN_KEY)
    await open.click()
    await page.getByText('This key can only sign users in').waitFor()

    await field.fill(API_KEY)
    await field.press('Enter')
    await page.waitForURL(`${service.url}/dashboard/agents`)
    await page.reload()
    await page.getByRole('table', { name: 'Agents' }).waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await field.waitFor()
    expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain(API_KEY)
  })

  it('a typed key is kept when the service cannot be reached', async () => {
    const page = await visit(`${service.url}/dashboard`)
    await page.route('**/v3/**', (route) => route.abort())
    const field = page.getByRole('textbox', { name: 'API key' })
    await field.fill(API_KEY)
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByRole('alert').getByText('cannot be reached').waitFor()
    expect(await field.inputValue()).toBe(API_KEY)
  })

  it('a key that is no longer valid is asked for again', async () => {
    const page = await enter()
    await page.getByRole('table', { name: 'Agents' }).waitFor()
    await page.route('**/v3/**', (route) => route.fulfill({ status: 401, json: {} }))
    await page.getByRole('link', { name: 'Actions' }).click()
    await page.getByText('This key is no longer accepted.').waitFor()
  })

  it('the dashboard links to each of its places', async () => {
    const page = await enter()
    const navigation = page.getByRole('navigation', { name: 'Dashboard' })
    for (const name of ['Actions', 'Chat', 'Members', 'Notifications', 'Status', 'Agents']) {
      await navigation.getByRole('link', { name }).click()
      await page.waitForURL(`${service.url}/dashboard/${name.toLowerCase()}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await navigation.locator('[aria-current=page]').textContent()).toBe(name)
    }
  })

  it("the service's own agent is registered and tested by keyboard", async () => {
    const page = await enter()
    await page.getByRole('button', { name: 'Register an agent' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/dashboard/agents?new')
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByText('Enter a name.').waitFor()
    const url = page.getByRole('textbox', { name: 'Deployment URL' })
    expect(await url.evaluate((input) => input === document.activeElement)).toBe(true)

    await page.getByRole('combobox', { name: 'Provider' }).selectOption('CrewAI')
    await page.getByText('newline-delimited JSON').first().waitFor()
    await page.getByRole('button', { name: 'Use this service’s own agent' }).press('Space')
    expect(await url.inputValue()).toBe(`${service.url}/stream`)
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Helper')
    await page.getByRole('textbox', { name: 'Greeting' }).fill('Ahoy')
    await page.getByRole('textbox', { name: 'Suggested messages' }).fill('One?\n\nTwo?')
    await page.getByRole('button', { name: 'Test' }).press('Enter')
    await page.getByRole('list', { name: 'Checks' }).getByText('The answer is complete.').waitFor()
    expect(await page.getByRole('region', { name: 'Events' }).textContent()).toContain('text_delta')

    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await page.getByText('Helper was registered.').waitFor()
    const answers = page.getByRole('switch', { name: 'Helper answers' })
    expect(await answers.getAttribute('aria-checked')).toBe('false')
    const changed = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await answers.press('Space')
    await changed
    expect(await read('helper')).toMatchObject({
      isActive: true,
      integrateWith: 'crewai',
      metaData: { greetingMessage: 'Ahoy', suggestedMessages: ['One?', 'Two?'] },
    })
  })

  it('a field with an invalid value is marked, and nothing is lost', async () => {
    const page = await enter('/dashboard/agents?new')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ftp')
    await page.getByRole('textbox', { name: 'Agent ID' }).fill('ftp')
    await page.getByRole('textbox', { name: 'Deployment URL' }).fill(`${service.url}/agent`)
    await page.getByRole('button', { name: 'Add a header' }).click()
    await page.keyboard.type('Host')
    await page.getByRole('textbox', { name: 'Value of Host' }).fill('elsewhere')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('group', { name: 'Headers' }).getByText('The header host is').waitFor()
    const header = page.getByRole('textbox', { name: 'Header name' })
    expect(await header.evaluate((input) => input === document.activeElement)).toBe(true)

    await page.reload()
    await page.getByText('This is your unsaved draft from earlier.').waitFor()
    expect(await page.getByRole('textbox', { name: 'Agent ID' }).inputValue()).toBe('ftp')
    expect(await page.getByRole('textbox', { name: 'Value of Host' }).inputValue()).toBe('')
    await page.getByRole('button', { name: 'Discard' }).click()
    expect(await page.getByRole('textbox', { name: 'Agent ID' }).inputValue()).toBe('')
  })

  it('a changed agent keeps its secret headers, which are never shown', async () => {
    await register('changed', { metaData: { greetingMessage: 'Hi' } })
    const page = await enter('/dashboard/agents?agent=changed')
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await name.fill('Changed name')
    await page.getByRole('textbox', { name: 'Greeting' }).fill('')
    expect(await page.content()).not.toContain(SECRET)
    const saving = await holdBack(page, '**/v3/**')
    await page.getByRole('button', { name: 'Save' }).dblclick()
    await expect.poll(saving.held).toBeGreaterThan(0)
    await painted(page)
    saving.release()
    await page.getByText('Changed name was saved.').waitFor()
    expect(saving.held()).toBe(1)
    const agent = await read('changed')
    expect(agent).toMatchObject({ name: 'Changed name' })
    expect(agent.metaData.greetingMessage ?? null).toBe(null)
    expect(agent.integrationMeta.headers).toEqual({ authorization: '•••' })
  })

  it('the widget snippet can be copied to another page', async () => {
    const page = await enter('/dashboard/agents?agent=ranker')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy the snippet' }).click()
    await page.getByText('Copied.').waitFor({ state: 'attached' })
    const snippet = await page.evaluate(() => navigator.clipboard.readText())

    await askPlatform(service.url, '/users', { uid: 'ann', name: 'Ann' })
    const { authToken } = await askPlatform(service.url, '/users/ann/auth_tokens', {})
    const elsewhere = await startUpstream((_question, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(`<!doctype html><title>Ours</title>${snippet.replace('AUTH_TOKEN', authToken)}`)
    })
    onTestFinished(elsewhere.stop)
    const visitor = await visit(elsewhere.url, { otherHosts: [new URL(service.url).host] })
    await visitor.getByRole('button', { name: 'Chat with Ranker' }).click()
    const dialog = visitor.getByRole('dialog', { name: 'Ranker' })
    await dialog.getByRole('textbox', { name: 'Message' }).waitFor()

    await page.goto(`${service.url}/dashboard/agents?new`)
    await page.getByRole('heading', { name: 'For a hosted platform' }).waitFor()
    expect(await page.getByText('For a page of your own').count()).toBe(0)
  })

  it('the error text of a failing agent is shown', async () => {
    await register('broken', {
      integrationMeta: { baseUrl: failing.url, agentId: 'broken' },
    })
    const page = await enter('/dashboard/agents?agent=broken')
    await page.getByRole('button', { name: 'Test' }).click()
    await page.getByText('The agent says:').waitFor()
    await page.getByRole('alert').getByText('The model key is missing.').waitFor()
    await page.getByRole('link', { name: 'All agents' }).click()
    const row = page.getByRole('row').filter({ hasText: 'broken' })
    await row.getByText('Failed').waitFor()
  })

  it('a switch that the service rejects returns to its state, with the reason', async () => {
    const page = await enter()
    const answers = page.getByRole('switch', { name: 'Ranker answers' })
    await answers.waitFor()
    await page.route('**/v3/**', (route) => route.abort())
    await answers.click()
    await page.getByRole('alert').getByText('Ranker was not switched on').waitFor()
    expect(await answers.getAttribute('aria-checked')).toBe('false')
  })

  it('an agent is deleted after a confirmation', async () => {
    await register('deleted', {})
    const page = await enter('/dashboard/agents?agent=deleted')
    await page.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete deleted?' })
    await dialog.waitFor()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('deleted was deleted.').waitFor()
    await expect(read('deleted')).rejects.toThrow('ERR_AGENT_NOT_FOUND')
  })

  it('a failed request is explained and can be repeated', async () => {
    const page = await visit(`${service.url}/dashboard/agents`)
    await openDashboard(page, API_KEY)
    await page.getByRole('table', { name: 'Agents' }).waitFor()
    let isBroken = true
    await page.route('**/v3/**', (route) =>
      isBroken ? route.fulfill({ status: 200, body: '{"data":[' }) : route.continue(),
    )
    await page.reload()
    await page.getByRole('alert').getByText('was cut off').waitFor()
    isBroken = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('table', { name: 'Agents' }).waitFor()
  })

  it.each(THEMES)('the agents have no accessibility issues, %s', async (theme) => {
    const page = await visit(`${service.url}/dashboard/agents`, { theme })
    await page.getByRole('textbox', { name: 'API key' }).waitFor()
    expect(await accessibilityIssues(page)).toEqual([])
    await openDashboard(page, API_KEY)
    await page.getByRole('table', { name: 'Agents' }).waitFor()
    expect(await page.getByText(HOSTILE).count()).toBe(1)
    expect(await accessibilityIssues(page)).toEqual([])
    await keepScreenshot(page, `dashboard-agents-${theme}`)

    await page.getByRole('link', { name: 'Ranker' }).click()
    await page.getByRole('button', { name: 'Test' }).click()
    await page.getByRole('list', { name: 'Checks' }).waitFor()
    expect(await accessibilityIssues(page)).toEqual([])
    await keepScreenshot(page, `dashboard-agent-${theme}`)
  })

  it('the agents fit a narrow screen, and nothing shifts when a slow answer arrives', async () => {
    const page = await enter('/dashboard/agents', { width: 320, height: 640 })
    await page.getByRole('table', { name: 'Agents' }).waitFor()
    expect(await overflowsSideways(page)).toBe(false)
    for (const path of ['', '?agent=ranker']) {
      const answers = await holdBack(page, '**/v3/**')
      await page.goto(`${service.url}/dashboard/agents${path}`)
      await expect.poll(answers.held).toBeGreaterThan(0)
      await painted(page)
      answers.release()
      await page.getByText('Ranker').first().waitFor()
      expect([path, await overflowsSideways(page)]).toEqual([path, false])
      expect(await layoutShift(page)).toBeLessThan(0.05)
    }
  })
})
