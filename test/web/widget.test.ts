import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPlatformClient, type PlatformClient } from '../../src/platform/client.ts'
import {
  accessibilityIssues,
  keepScreenshot,
  overflowsSideways,
  THEMES,
  useBrowser,
} from '../helper/browser.ts'
import { isChromiumMissing } from '../helper/chromium.ts'
import { type NodeProcess, startNode } from '../helper/node-process.ts'

const KEY = 'a-key-of-the-test-0123456789'

describe.skipIf(isChromiumMissing)('the chat widget', { timeout: 60_000 }, () => {
  const visit = useBrowser()
  let service: NodeProcess
  let client: PlatformClient
  let foreign: Server
  let foreignUrl: string
  let html = ''

  beforeAll(async () => {
    service = await startNode({ PLATFORM_API_KEYS: KEY, ALLOW_LOCAL_AGENTS: 'true' })
    client = createPlatformClient({ baseUrl: service.url, apiKey: KEY })
    await client.actions.create({
      name: 'showBanner',
      displayName: 'Banner',
      executionText: 'Showing a banner…',
      description: 'Shows a banner that says something.',
      parameters: {
        type: 'object',
        properties: { text: { type: 'string' } },
        required: ['text'],
      },
    })
    await client.agents.create({
      uid: 'ranker',
      name: 'Ranker',
      integrateWith: 'crewai',
      isActive: true,
      metaData: {
        greetingMessage: 'Ahoy!',
        introductoryMessage: 'I rank **launches**.',
        suggestedMessages: ['Top 3 last week'],
      },
      integrationMeta: { agentId: 'ranking', baseUrl: `${service.url}/stream` },
    })
    // What a careful site sends: nothing but the widget may run, and it may ask nobody but us.
    const policy = [
      `default-src 'none'`,
      `script-src ${service.url} 'nonce-page'`,
      `connect-src ${service.url} 'self'`,
    ].join('; ')
    foreign = createServer((_request, response) => {
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
      })
      response.end(html)
    }).listen(0, '127.0.0.1')
    await new Promise((resolve) => foreign.once('listening', resolve))
    foreignUrl = `http://localhost:${(foreign.address() as AddressInfo).port}/`
  }, 60_000)
  afterAll(() => {
    service?.child.kill('SIGKILL')
    foreign?.close()
  })

  async function signedIn(uid: string) {
    await client.users.create({ uid, name: uid })
    const { authToken } = await client.authTokens.create(uid)
    return authToken
  }

  /** A page of somebody else with the widget on it. */
  function pageWith(script: string, body = '<h1>A site</h1>') {
    return `<!doctype html><html lang="en"><head><title>A site</title></head><body>${body}${script}</body></html>`
  }

  async function open(page: Page) {
    await page.getByRole('button', { name: 'Chat with Ranker' }).click()
    return page.getByRole('dialog', { name: 'Ranker' })
  }

  it('chats on a page of another origin under a strict policy, from one script element', async () => {
    const token = await signedIn('ann')
    html = pageWith(
      `<script src="${service.url}/assets/widget.js" data-agent="ranker" data-token="${token}"></script>`,
    )
    const page = await visit(foreignUrl, { otherHosts: [new URL(service.url).host] })
    const dialog = await open(page)
    await dialog.getByText('Ahoy!').waitFor()
    await dialog.getByRole('button', { name: 'Top 3 last week' }).click()
    const log = dialog.getByRole('log', { name: 'Conversation' })
    await log.getByRole('article', { name: 'You' }).getByText('Top 3 last week').waitFor()
    const answer = log.getByRole('article', { name: 'Ranker' })
    await answer.getByRole('group', { name: 'getTopProductsByTimeframe' }).waitFor()
    await answer.getByRole('list', { name: 'Products found' }).waitFor()
    await keepScreenshot(page, 'widget-light')
  })
})
