import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import {
  expectFocused,
  expectShown,
  expectUrl,
  holdBack,
  painted,
} from '../../../helper/browser.ts'
import { isChromiumMissing } from '../../../helper/chromium.ts'
import { useDashboard } from '../../../helper/dashboard.ts'
import { startUpstream } from '../../../helper/upstream-server.ts'

const HOSTILE = '<img src=x onerror=alert(1)>'
const SECRET = 'Bearer s3cr3t-of-the-agent'

describe.skipIf(isChromiumMissing)('the agents', { timeout: 60_000 }, () => {
  const { visit, service, call, open } = useDashboard()

  beforeAll(async () => {
    await register('ranker', { name: 'Ranker' })
    await register('hostile', { name: HOSTILE, icon: 'https://elsewhere.example/icon.png' })
  }, 60_000)

  const register = (uid: string, details: Record<string, unknown>) =>
    call('POST', '/v3/ai-agents/agents', {
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
  const read = (uid: string) => call('GET', `/v3/ai-agents/agents/${uid}`)
  const verdictOf = (page: Page) => page.getByRole('status', { name: 'Test' })

  it("the service's own agent is registered and tested by keyboard", async () => {
    const page = await open('/dashboard/agents')
    await page.getByRole('button', { name: 'Register an agent' }).focus()
    await page.keyboard.press('Enter')
    await expectUrl(page, `${service.url}/dashboard/agents?new`)
    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await expectShown(page.getByText('Enter a name.'))
    const url = page.getByRole('textbox', { name: 'Deployment URL' })
    await expectFocused(url)

    await page.getByRole('combobox', { name: 'Provider' }).selectOption('CrewAI')
    await expectShown(page.getByText('one JSON object per line').first())
    await page.getByRole('button', { name: 'Use this service’s own agent' }).press('Space')
    await expect.poll(() => url.inputValue()).toBe(`${service.url}/stream`)
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Helper')
    await page.getByRole('textbox', { name: 'Greeting' }).fill('Ahoy')
    await page.getByRole('textbox', { name: 'Suggested messages' }).fill('One?\n\nTwo?')
    await page.getByRole('button', { name: 'Test' }).press('Enter')
    await expectShown(verdictOf(page).getByText('It works'))
    await page.getByText('Details').click()
    expect(await page.getByRole('region', { name: 'Events' }).textContent()).toContain('text_delta')

    await page.getByRole('button', { name: 'Save' }).press('Enter')
    await expectShown(page.getByText('Helper was registered.'))
    // It stays at the agent, whose test before is its own.
    await expectShown(page.getByRole('region', { name: 'Snippet of the chat widget' }))
    await page.getByRole('link', { name: 'All agents' }).press('Enter')
    await expectShown(page.getByRole('cell', { name: 'Passed' }))
    const answers = page.getByRole('switch', { name: 'Helper answers' })
    expect(await answers.isChecked()).toBe(false)
    const changed = page.waitForResponse((response) => response.request().method() === 'PATCH')
    await answers.press('Space')
    await changed
    expect(await read('helper')).toMatchObject({
      isActive: true,
      integrateWith: 'crewai',
      metaData: { greetingMessage: 'Ahoy', suggestedMessages: ['One?', 'Two?'] },
    })
  })

  it('a test of an agent of another format says which it is', async () => {
    const page = await open('/dashboard/agents?new')
    const provider = page.getByRole('combobox', { name: 'Provider' })
    const url = page.getByRole('textbox', { name: 'Deployment URL' })
    const test = page.getByRole('button', { name: 'Test' })
    await test.click()
    await expectShown(verdictOf(page).getByText('Not tested: fill in the marked fields first.'))
    await expectFocused(url)
    await page.getByRole('textbox', { name: 'Agent ID' }).fill('ranking')
    for (const [chosen, path, found] of [
      ['CrewAI', '/agent', 'AG-UI'],
      ['AG-UI', '/api/ui/chat', 'Vercel AI SDK 5'],
    ] as const) {
      await provider.selectOption(chosen)
      await url.fill(service.url + path)
      await test.click()
      await expectShown(verdictOf(page).getByText(`This looks like ${found}.`))
      await page.getByRole('button', { name: `Use ${found}` }).click()
      await test.click()
      await expectShown(verdictOf(page).getByText('It works'))
    }
  })

  it('an invalid field is marked, and nothing that was typed is lost', async () => {
    const page = await open('/dashboard/agents?new')
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ftp')
    await page.getByRole('textbox', { name: 'Agent ID' }).fill('ftp')
    await page.getByRole('textbox', { name: 'Deployment URL' }).fill(`${service.url}/agent`)
    const headers = page.getByRole('textbox', { name: 'Headers' })
    await headers.fill('Authorization')
    await page.getByRole('button', { name: 'Save' }).click()
    await expectShown(page.getByText('Each header needs a name and a value'))
    await headers.fill('Host: elsewhere')
    await page.getByRole('button', { name: 'Save' }).click()
    await expectShown(page.getByText('The header host is'))
    await expectFocused(headers)

    await page.reload()
    await expectShown(page.getByText('Your unsaved draft is back.'))
    expect(await page.getByRole('textbox', { name: 'Agent ID' }).inputValue()).toBe('ftp')
    expect(await headers.inputValue()).toBe('')
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect.poll(() => page.getByRole('textbox', { name: 'Agent ID' }).inputValue()).toBe('')
  })

  it('a changed agent keeps its secret headers, which are never shown', async () => {
    await register('changed', { metaData: { greetingMessage: 'Hi' } })
    const page = await open('/dashboard/agents?agent=changed')
    const name = page.getByRole('textbox', { name: 'Name', exact: true })
    await name.fill('Changed name')
    await page.getByRole('textbox', { name: 'Greeting' }).fill('')
    expect(await page.content()).not.toContain(SECRET)
    const saving = await holdBack(page, '**/v3/**')
    await page.getByRole('button', { name: 'Save' }).dblclick()
    await expect.poll(saving.held).toBeGreaterThan(0)
    await painted(page)
    saving.release()
    await expectShown(page.getByText('Changed name was saved.'))
    expect(saving.held()).toBe(1)
    const agent = await read('changed')
    expect(agent).toMatchObject({ name: 'Changed name' })
    expect(agent.metaData.greetingMessage ?? null).toBe(null)
    expect(agent.integrationMeta.headers).toEqual({ authorization: '•••' })
  })

  it('the snippet has a token with which the widget works on another page', async () => {
    const page = await open('/dashboard/agents?agent=ranker')
    const shown = page.getByRole('region', { name: 'Snippet of the chat widget' })
    await expect.poll(() => shown.textContent()).toMatch(/data-token="[0-9a-f]{64}"/)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Copy the snippet' }).click()
    await expectShown(page.getByText('Copied.'))
    const snippet = await page.evaluate(() => navigator.clipboard.readText())
    await page.getByText('Your server', { exact: true }).click()
    await page.getByText('Python', { exact: true }).click()
    await expect.poll(() => shown.textContent()).toContain('requests.post(')
    const elsewhere = await startUpstream((_question, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(`<!doctype html><title>Ours</title>${snippet}`)
    })
    onTestFinished(elsewhere.stop)
    const visitor = await visit(elsewhere.url, { otherHosts: [new URL(service.url).host] })
    await visitor.getByRole('button', { name: 'Chat with Ranker' }).click()
    const dialog = visitor.getByRole('dialog', { name: 'Ranker' })
    await expectShown(dialog.getByRole('textbox', { name: 'Message' }))
  })

  it('a switch that the service rejects returns to its state, with the reason', async () => {
    const page = await open('/dashboard/agents')
    const answers = page.getByRole('switch', { name: 'Ranker answers' })
    await expectShown(answers)
    await page.route('**/v3/**', (route) => route.abort())
    await answers.click()
    await expectShown(page.getByRole('alert').getByText('Ranker was not switched on'))
    await expect.poll(() => answers.isChecked()).toBe(false)
  })

  it('agents that fail to load show an error and can be retried', async () => {
    const page = await open('/dashboard/agents')
    await expectShown(page.getByRole('table', { name: 'Agents' }))
    let isBroken = true
    await page.route('**/v3/**', (route) =>
      isBroken ? route.fulfill({ status: 200, body: '{"data":[' }) : route.continue(),
    )
    await page.reload()
    await expectShown(page.getByRole('alert').getByText('was cut off'))
    isBroken = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await expectShown(page.getByRole('table', { name: 'Agents' }))
  })
})
