import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll } from 'vitest'
import { type Client, createClient } from '../../../src/client/client.ts'
import { useBrowser, type VisitorOptions } from '../../helper/browser.ts'
import { API_KEY } from '../../helper/dashboard.ts'
import { type Answer, startUpstream, type Upstream } from '../../helper/upstream-server.ts'
import { useService } from '../../helper/use-service.ts'

/** Calls `showBanner` with each message, and answers with the result of that call. */
const bannerAgent: Answer = ({ body }, response) => {
  const last = JSON.parse(body).messages.at(-1)
  const call = { tool_call_id: 'c1', tool_name: 'showBanner' }
  const answer = { type: 'text_delta', message_id: 'm', content: `The page says ${last.content}` }
  const lines = [
    { type: 'text_start', message_id: 'm' },
    ...(last.role === 'tool'
      ? [answer]
      : [
          { type: 'tool_call_start', ...call },
          { type: 'tool_call_args', ...call, args: { text: last.content } },
          { type: 'tool_call_end', ...call },
        ]),
    { type: 'text_end', message_id: 'm' },
    { type: 'done' },
  ]
  response.writeHead(200, { 'content-type': 'application/x-ndjson' })
  response.end(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

/** A platform with two agents, and a page on another origin that can contain the widget. */
export function useForeignPage() {
  const visit = useBrowser()
  const service = useService({ PLATFORM_API_KEYS: API_KEY, ALLOW_LOCAL_AGENTS: 'true' })
  let client: Client
  let site: Upstream
  let banners: Upstream
  let html = ''

  beforeAll(async () => {
    client = createClient(service.url, { apiKey: API_KEY })
    banners = await startUpstream(bannerAgent)
    await registerAgents(client, { rankerUrl: `${service.url}/stream`, bannerUrl: banners.url })
    // A strict policy: only the widget may run, and it may call only our service.
    const policy = [
      `default-src 'none'`,
      `script-src ${service.url} 'nonce-page'`,
      `style-src 'nonce-page'`,
      `connect-src ${service.url} 'self'`,
    ].join('; ')
    site = await startUpstream((_question, response) => {
      response.writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
      })
      response.end(html)
    })
  }, 60_000)
  afterAll(async () => {
    await site?.stop()
    await banners?.stop()
  })

  const script = (attributes = '') =>
    `<script src="${service.url}/assets/widget.js" ${attributes}></script>`

  async function visitWith(scripts: string, options: VisitorOptions = {}): Promise<Page> {
    html = `<!doctype html><html lang="en"><head><title>A site</title></head><body><h1>A site</h1>${scripts}</body></html>`
    const url = `http://localhost:${new URL(site.url).port}/`
    return visit(url, { ...options, otherHosts: [new URL(service.url).host] })
  }

  return {
    service,
    client: () => client,
    async signIn(uid: string): Promise<string> {
      await client.api.POST('/v3/users', { body: { uid, name: uid } })
      const params = { path: { uid } }
      const { data } = await client.api.POST('/v3/users/{uid}/auth_tokens', { params })
      return data.authToken
    },
    /** The script element of the widget for this user. */
    ranker: (token: string) => script(`data-agent="ranker" data-token="${token}"`),
    /** Visits a page with these script elements. */
    visitWith,
    /** Visits a page that loads the widget and then runs this code. */
    visitRunning: (code: string, options?: VisitorOptions) =>
      visitWith(`${script()}<script nonce="page">${code}</script>`, options),
  }
}

async function registerAgents(
  { api }: Client,
  { rankerUrl, bannerUrl }: { rankerUrl: string; bannerUrl: string },
) {
  await api.POST('/v3/ai-agents/tools', {
    body: {
      name: 'showBanner',
      displayName: 'Banner',
      executionText: 'Showing a banner…',
      description: 'Shows a banner that says something.',
      parameters: {
        type: 'object',
        properties: { text: { type: 'string' } },
        required: ['text'],
      },
    },
  })
  await api.POST('/v3/ai-agents/agents', {
    body: {
      uid: 'ranker',
      name: 'Ranker',
      integrateWith: 'crewai',
      isActive: true,
      metaData: {
        greetingMessage: 'Ahoy!',
        introductoryMessage: 'I rank **launches**.',
        suggestedMessages: ['Top 3 last week'],
      },
      integrationMeta: { agentId: 'ranking', baseUrl: rankerUrl },
    },
  })
  await api.POST('/v3/ai-agents/agents', {
    body: {
      uid: 'banner',
      name: 'Banner',
      integrateWith: 'crewai',
      isActive: true,
      integrationMeta: { agentId: 'banner', baseUrl: bannerUrl },
      actions: ['showBanner'],
    },
  })
}

export async function openWidget(page: Page, name = 'Ranker'): Promise<Locator> {
  await page.getByRole('button', { name: `Chat with ${name}` }).click()
  return page.getByRole('dialog', { name })
}

export async function send(dialog: Locator, text: string): Promise<void> {
  await dialog.getByRole('textbox', { name: 'Message' }).fill(text)
  await dialog.getByRole('button', { name: 'Send' }).click()
}
