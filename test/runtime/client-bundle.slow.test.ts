import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listen } from '../../src/runtime/listen.node.ts'
import { isChromiumMissing, launchChromium } from '../helper/chromium.ts'
import { testPlatform } from '../helper/test-platform.ts'
import { importPeople, text } from '../platform/people.fixture.ts'

const MAX_GZIP_BYTES = 10 * 1024

/** The client as a front end bundles it. */
async function bundledClient() {
  const { outputFiles } = await build({
    entryPoints: ['src/client/client.ts'],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  })
  return outputFiles[0]!.text
}

it('the client is small enough to be loaded whole', async () => {
  expect(gzipSync(await bundledClient()).byteLength).toBeLessThan(MAX_GZIP_BYTES)
})

/** A front end: it has a page, and signs its user in where the page asks for a token. */
async function startFrontEnd(platformUrl: string, signIn: () => Promise<string>) {
  const client = await bundledClient()
  const page = `<!doctype html><link rel="icon" href="data:,"><script type="module">
    import { createClient } from '/client.js'
    const authToken = async () => (await fetch('/token')).text()
    const client = createClient('${platformUrl}', { authToken })
    const seen = []
    const follow = async () => {
      for await (const event of client.events()) seen.push(event)
    }
    follow().catch((error) => seen.push({ type: 'error', code: error.code }))
    Object.assign(window, { client, seen })
  </script>`
  const answers: Record<string, [string, () => string | Promise<string>]> = {
    '/': ['text/html', () => page],
    '/client.js': ['text/javascript', () => client],
    '/token': ['text/plain', signIn],
  }
  const server = createServer(async ({ url = '' }, response) => {
    const [type, body] = answers[url] ?? ['text/plain', () => '']
    response.writeHead(200, { 'content-type': type }).end(await body())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { server, url: `http://127.0.0.1:${port}/` }
}

describe.skipIf(isChromiumMissing)('the client in a browser', { timeout: 60_000 }, () => {
  let platform: Awaited<ReturnType<typeof testPlatform>>
  let service: Server
  let frontEnd: Server
  let browser: Browser
  let page: Page
  let signedIn = 0

  beforeAll(async () => {
    platform = await testPlatform({ env: { LOG_LEVEL: 'silent' } })
    await importPeople(platform.call)
    const { log } = platform.services
    const listening = await listen(platform.app, { hostname: '127.0.0.1', port: 0, log })
    service = listening.server
    const started = await startFrontEnd(listening.url, () => {
      signedIn += 1
      return platform.signIn('ann')
    })
    frontEnd = started.server
    browser = await launchChromium()
    page = await browser.newPage()
    await page.goto(started.url)
  }, 90_000)

  afterAll(async () => {
    await browser?.close()
    for (const server of [service, frontEnd]) {
      server?.close()
      server?.closeAllConnections()
    }
  })

  const say = (words: string) =>
    platform.call('POST', '/v3/messages', { as: 'bob', body: text('ann', words) })

  /** How often the page has seen a message, once it has. */
  async function seen(words: string): Promise<number> {
    const countOf = `seen.filter(({ message }) => message?.data.text === '${words}').length`
    await page.waitForFunction(countOf, null, { timeout: 40_000 })
    return Number(await page.evaluate(countOf))
  }

  it('the client in a browser calls another origin as a signed-in user', async () => {
    const sent = `client.api.POST('/v3/messages', {
      body: { receiver: 'bob', receiverType: 'user', data: { text: 'Ahoy' } },
    })`
    expect(await page.evaluate(sent)).toMatchObject({
      data: { sender: 'ann', data: { text: 'Ahoy' } },
    })
    const refused = `client.api.GET('/v3/messages/{id}', { params: { path: { id: '999' } } })
      .catch(({ name, code, status }) => ({ name, code, status }))`
    expect(await page.evaluate(refused)).toEqual({
      name: 'ClientError',
      code: 'ERR_MESSAGE_ID_NOT_FOUND',
      status: 404,
    })
  })

  it('the client in a browser gets each event once across a disconnect', async () => {
    await page.waitForFunction("seen.some(({ type }) => type === 'ready')")
    await say('Before')
    expect(await seen('Before')).toBe(1)
    service.closeAllConnections()
    await say('Meanwhile')
    expect(await seen('Meanwhile')).toBe(1)
    expect(await seen('Before')).toBe(1)
  })

  it('the client in a browser signs in again after its token is revoked', async () => {
    const before = signedIn
    await platform.call('DELETE', '/v3/users/ann/auth_tokens')
    service.closeAllConnections()
    await say('After')
    expect(await seen('After')).toBe(1)
    expect(signedIn).toBe(before + 1)
    expect(await page.evaluate("seen.filter(({ type }) => type === 'error')")).toEqual([])
  })
})
