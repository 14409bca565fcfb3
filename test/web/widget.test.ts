import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPlatformClient, type PlatformClient } from '../../src/client/client.ts'
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
  let banners: Server
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
    banners = createServer(answerWithBanner).listen(0, '127.0.0.1')
    await new Promise((resolve) => banners.once('listening', resolve))
    await client.agents.create({
      uid: 'banner',
      name: 'Banner',
      integrateWith: 'crewai',
      isActive: true,
      integrationMeta: {
        agentId: 'banner',
        baseUrl: `http://127.0.0.1:${(banners.address() as AddressInfo).port}/`,
      },
      actions: ['showBanner'],
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
    banners?.close()
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

  const script = (attributes: string) =>
    `<script src="${service.url}/assets/widget.js" ${attributes}></script>`

  /** The widget, and then what a page's author writes. */
  const scripted = (code: string) => pageWith(`${script('')}<script nonce="page">${code}</script>`)

  const onForeignPage = (options: Parameters<typeof visit>[1] = {}) =>
    visit(foreignUrl, { ...options, otherHosts: [new URL(service.url).host] })

  async function open(page: Page, name = 'Ranker') {
    await page.getByRole('button', { name: `Chat with ${name}` }).click()
    return page.getByRole('dialog', { name })
  }

  async function say(dialog: Locator, text: string) {
    await dialog.getByRole('textbox', { name: 'Message' }).fill(text)
    await dialog.getByRole('button', { name: 'Send' }).click()
  }

  it('the widget works on another origin under a strict policy from one script element', async () => {
    const token = await signedIn('ann')
    html = pageWith(script(`data-agent="ranker" data-token="${token}"`))
    const page = await onForeignPage()
    const dialog = await open(page)
    await dialog.getByText('Ahoy!').waitFor()
    expect(await dialog.locator('strong').textContent()).toBe('launches')
    await dialog.getByRole('button', { name: 'Top 3 last week' }).click()
    const log = dialog.getByRole('log', { name: 'Conversation' })
    await log.getByRole('article', { name: 'You' }).getByText('Top 3 last week').waitFor()
    const answer = log.getByRole('article', { name: 'Ranker' })
    await answer.getByRole('group', { name: 'getTopProductsByTimeframe' }).waitFor()
    await answer.getByRole('list', { name: 'Products found' }).waitFor()
    await answer.getByText('Source: the Launchboard catalogue').waitFor()
    await page.reload()
    const again = await open(page)
    await again.getByText('Source: the Launchboard catalogue').waitFor()
    expect(await again.getByRole('status').first().textContent()).toBe('')
    expect(await again.getByRole('article').count()).toBe(2)
  })

  it.each(THEMES)(
    'the widget has no accessibility issues and fits a narrow screen, %s',
    async (theme) => {
      const token = await signedIn(`axe-${theme}`)
      html = pageWith(script(`data-agent="ranker" data-token="${token}"`))
      const page = await onForeignPage({ theme, width: 320, height: 640 })
      const dialog = await open(page)
      await dialog.getByText('Ahoy!').waitFor()
      expect(await accessibilityIssues(page, 'launchboard-chat')).toEqual([])
      await say(dialog, 'top 3 last week')
      await dialog.getByRole('log').getByText('Source: the Launchboard').waitFor()
      expect(await accessibilityIssues(page, 'launchboard-chat')).toEqual([])
      expect(await overflowsSideways(page)).toBe(false)
      await page.setViewportSize({ width: 900, height: 760 })
      await keepScreenshot(page, `widget-${theme}`)
    },
  )

  it('two widgets look the same whatever the page styles', async () => {
    const token = await signedIn('two')
    html = pageWith(
      `${script(`data-agent="ranker" data-token="${token}"`)}<script nonce="page">
        Launchboard.chat({ agent: 'banner', token: '${token}' })
        document.adoptedStyleSheets = [new CSSStyleSheet()]
        document.adoptedStyleSheets[0].replaceSync('* { font-size: 40px; text-transform: uppercase }')
      </script>`,
    )
    const page = await onForeignPage()
    const [first, second] = await Promise.all(
      ['Ranker', 'Banner'].map(async (name) => {
        const bubble = page.getByRole('button', { name: `Chat with ${name}` })
        await bubble.waitFor()
        return (await bubble.boundingBox())!
      }),
    )
    expect(second!.y + second!.height).toBeLessThanOrEqual(first!.y)
    const dialog = await open(page)
    const look = await dialog.locator('strong').evaluate((element) => {
      const { fontSize, textTransform } = getComputedStyle(element)
      return { fontSize, textTransform }
    })
    expect(look).toEqual({ fontSize: '15px', textTransform: 'none' })
  })

  it('the widget works with the keyboard alone', async () => {
    const token = await signedIn('kim')
    html = pageWith(script(`data-agent="ranker" data-token="${token}"`))
    const page = await onForeignPage()
    await page.getByRole('button', { name: 'Chat with Ranker' }).focus()
    await page.keyboard.press('Enter')
    const field = page.getByRole('textbox', { name: 'Message' })
    await expect.poll(() => isFocused(field)).toBe(true)
    await page.keyboard.type('top product today')
    await page.keyboard.press('Enter')
    await page.getByRole('article', { name: 'Ranker' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await isFocused(page.getByRole('button', { name: 'Chat with Ranker' }))).toBe(true)
  })

  it('frontend actions reach the page, and their results the agent', async () => {
    const token = await signedIn('bea')
    html = scripted(`
      globalThis.shown = []
      Launchboard.chat({
        agent: 'banner',
        token: () => Promise.resolve('${token}'),
        actions: { showBanner: ({ text }) => { shown.push(text); return { seen: text } } },
      })
    `)
    const page = await onForeignPage()
    const dialog = await open(page, 'Banner')
    await say(dialog, 'Hello there')
    await dialog.getByRole('log').getByText('The page says {"seen":"Hello there"}').waitFor()
    expect(await page.evaluate(() => Reflect.get(globalThis, 'shown'))).toEqual(['Hello there'])
  })

  it('a failed action is reported to the agent', async () => {
    const token = await signedIn('fay')
    html = scripted(`
      Launchboard.chat({
        agent: 'banner',
        token: '${token}',
        actions: { showBanner() { throw new Error('no room') } },
      })
    `)
    const dialog = await open(await onForeignPage(), 'Banner')
    await say(dialog, 'Hello')
    await dialog.getByRole('log').getByText('The page says {"error":"no room"}').waitFor()
  })

  it('the widget fires confetti over the page', async () => {
    const token = await signedIn('cleo')
    html = pageWith(script(`data-agent="ranker" data-token="${token}"`))
    const page = await onForeignPage({ reducedMotion: false })
    const dialog = await open(page)
    await say(dialog, 'celebrate!')
    await page.locator('body > canvas').waitFor({ state: 'attached' })
    await page.locator('body > canvas').waitFor({ state: 'detached' })
  })

  it('the widget reports an expired token and continues with a new one', async () => {
    const token = await signedIn('eve')
    const { id } = (await client.authTokens.list('eve').next()).value!.at(0)!
    html = scripted(`
      addEventListener('launchboard:token-expired', ({ detail }) => { globalThis.expired = detail })
      Launchboard.chat({ agent: 'ranker', token: '${token}' })
    `)
    const page = await onForeignPage()
    const dialog = await open(page)
    await dialog.getByText('Ahoy!').waitFor()
    await client.authTokens.revoke('eve', id)
    await say(dialog, 'top 3 last week')
    await dialog.getByText('Your session has expired.').waitFor()
    const { authToken } = await client.authTokens.create('eve')
    await page.evaluate((next) => Reflect.get(globalThis, 'expired').setToken(next), authToken)
    await dialog.getByText('Your session has expired.').waitFor({ state: 'detached' })
    await say(dialog, 'top 3 last week')
    await dialog.getByRole('log').getByText('Source: the Launchboard').waitFor()
  })

  it('a removed widget leaves the page unchanged, and two do not interfere', async () => {
    const [one, other] = [await signedIn('one'), await signedIn('other')]
    html = scripted(`
      globalThis.first = Launchboard.chat({ agent: 'ranker', token: '${one}' })
      globalThis.second = Launchboard.chat({
        agent: 'banner', token: '${other}', theme: { scheme: 'dark', accent: '#2457c5' },
      })
    `)
    const page = await onForeignPage()
    const look = () =>
      page.evaluate(() => {
        const { color, backgroundColor, fontFamily } = getComputedStyle(document.body)
        const styles = document.styleSheets.length + document.adoptedStyleSheets.length
        return { color, backgroundColor, fontFamily, styles }
      })
    await page.getByRole('button', { name: 'Chat with Ranker' }).waitFor()
    const before = await look()
    await page.evaluate(() => {
      Reflect.get(globalThis, 'first').send('top product today')
      Reflect.get(globalThis, 'second').open()
    })
    await page
      .getByRole('dialog', { name: 'Ranker' })
      .getByRole('article', { name: 'You' })
      .waitFor()
    expect(await page.getByRole('dialog', { name: 'Banner' }).getByRole('article').count()).toBe(0)
    expect(await look()).toEqual({ ...before, styles: 0 })
    await page.evaluate(() => Reflect.get(globalThis, 'first').destroy())
    expect(await page.locator('launchboard-chat').count()).toBe(1)
  })

  it('wrong options of the widget are reported to the developer', async () => {
    html = scripted(`
      try { Launchboard.chat({ agent: 'ranker' }) } catch (error) { globalThis.message = error.message }
    `)
    const page = await onForeignPage()
    expect(await page.evaluate(() => Reflect.get(globalThis, 'message'))).toBe(
      'Launchboard.chat(): token must be an auth token, or a function that fetches one.',
    )
  })

  it('the widget is below 60 KiB gzipped', async () => {
    const headers = { 'accept-encoding': 'gzip' }
    const response = await fetch(`${service.url}/assets/widget.js`, { headers })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(Number(response.headers.get('content-length'))).toBeLessThan(60 * 1024)
  })
})

const isFocused = (field: Locator) =>
  field.evaluate((element) => {
    const root = element.getRootNode()
    return root instanceof ShadowRoot && root.activeElement === element
  })

/** An agent that has every message shown in a banner, and says what came of it. */
async function answerWithBanner(request: IncomingMessage, response: ServerResponse) {
  let body = ''
  for await (const chunk of request) body += chunk
  const last = JSON.parse(body).messages.at(-1)
  const call = { tool_call_id: 'c1', tool_name: 'showBanner' }
  const said = { type: 'text_delta', message_id: 'm', content: `The page says ${last.content}` }
  const lines = [
    { type: 'text_start', message_id: 'm' },
    ...(last.role === 'tool'
      ? [said]
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
