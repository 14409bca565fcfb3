import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { testApp } from '../helper/test-services.ts'
import {
  hang,
  redirect,
  refusingUrl,
  reply,
  reset,
  startUpstream,
} from '../helper/upstream-server.ts'

// The library keeps the time of its own: it is the clock of the whole process that is turned here.
const START = new Date('2026-11-20T18:00:00.000Z')

async function signer(alg: string, kid: string) {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' }
  const sign = (header: object = {}) => {
    const exp = START.getTime() / 1000 + 86_400
    const token = new SignJWT({ sub: 'ada', exp })
    return token.setProtectedHeader({ alg, kid, ...header }).sign(privateKey)
  }
  return { jwk, sign }
}

describe('a service that knows keys by their address', () => {
  let issuer: Awaited<ReturnType<typeof startUpstream>>
  let first: Awaited<ReturnType<typeof signer>>
  let second: Awaited<ReturnType<typeof signer>>

  beforeAll(async () => {
    issuer = await startUpstream(hang)
    first = await signer('RS256', 'first')
    second = await signer('ES256', 'second')
  })
  afterAll(() => issuer.stop())
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: START })
    issuer.questions.length = 0
    publish(first)
  })
  afterEach(() => vi.useRealTimers())

  function publish(...signers: { jwk: object }[]) {
    issuer.answerWith(reply(JSON.stringify({ keys: signers.map(({ jwk }) => jwk) })))
  }

  function service(AGENT_JWKS_URL = `${issuer.url}/keys`) {
    const { app, records, lines } = testApp({ env: { AGENT_JWKS_URL }, now: () => new Date() })
    const ask = (token: string) =>
      app.request('/api/top', { headers: { authorization: `Bearer ${token}` } })
    return { ask, records, lines }
  }

  it('lets in who has a token that one of them signed, and asks for them once', async () => {
    const { ask } = service()
    for (const _ of [1, 2, 3]) expect((await ask(await first.sign())).status).toBe(200)
    expect(issuer.questions.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /keys'])
    const stranger = await signer('RS256', 'first')
    expect((await ask(await stranger.sign())).status).toBe(401)
  })

  it('asks again for a key that it does not know, and no more than once in a while', async () => {
    const { ask } = service()
    expect((await ask(await first.sign())).status).toBe(200)
    publish(first, second)
    vi.setSystemTime(START.getTime() + 31_000)
    expect((await ask(await second.sign())).status).toBe(200)
    expect(issuer.questions).toHaveLength(2)

    const unknown = await signer('ES256', 'unknown')
    for (const _ of [1, 2, 3]) expect((await ask(await unknown.sign())).status).toBe(401)
    expect(issuer.questions).toHaveLength(2)
  })

  it('takes no key any longer that is gone', async () => {
    const { ask } = service()
    expect((await ask(await first.sign())).status).toBe(200)
    publish(second)
    vi.setSystemTime(START.getTime() + 11 * 60_000)
    expect((await ask(await first.sign())).status).toBe(401)
  })

  it('asks no address and takes no key that a token names', async () => {
    const { ask } = service()
    const stranger = await signer('RS256', 'stranger')
    const elsewhere = await startUpstream(reply(JSON.stringify({ keys: [stranger.jwk] })))
    const named = { jku: `${elsewhere.url}/keys`, x5u: `${elsewhere.url}/keys`, jwk: stranger.jwk }
    expect((await ask(await stranger.sign(named))).status).toBe(401)
    expect(elsewhere.questions).toEqual([])
    await elsewhere.stop()
  })

  it.each([
    ['fails', () => issuer.answerWith(reply('{"secret":"words"}', 500))],
    ['sends anything but keys', () => issuer.answerWith(reply('{"secret":"words"}'))],
    ['sends no JSON', () => issuer.answerWith(reply('secret words'))],
    ['sends elsewhere', () => issuer.answerWith(redirect('/other'))],
    ['hangs up', () => issuer.answerWith(reset)],
  ])('says that it cannot tell while their server %s, and logs it', async (_name, fail) => {
    fail()
    const { ask, records } = service()
    const response = await ask(await first.sign())
    expect(response.status).toBe(503)
    expect(response.headers.get('www-authenticate')).toBe(null)
    expect(response.headers.get('retry-after')).toBe('5')
    const body = await response.json()
    expect(body).toMatchObject({ code: 'upstream-unavailable' })
    expect(JSON.stringify(body)).not.toContain('secret')
    expect(records()).toContainEqual(
      expect.objectContaining({ level: 'error', event: 'request-failed' }),
    )
  })

  it('leaves a server alone that failed, and comes back to it', async () => {
    issuer.answerWith(reset)
    const { ask } = service()
    for (const _ of [1, 2, 3]) expect((await ask(await first.sign())).status).toBe(503)
    expect(issuer.questions).toHaveLength(1)
    publish(first)
    vi.setSystemTime(START.getTime() + 5_000)
    expect((await ask(await first.sign())).status).toBe(200)
  })

  it('goes on with the keys it has while the server is away', async () => {
    const { ask } = service()
    expect((await ask(await first.sign())).status).toBe(200)
    issuer.answerWith(reset)
    vi.setSystemTime(START.getTime() + 31_000)
    expect((await ask(await second.sign())).status).toBe(503)
    expect((await ask(await first.sign())).status).toBe(200)
  })

  it('says that it cannot tell when nobody listens there', async () => {
    const { ask } = service(`${await refusingUrl()}/keys`)
    expect((await ask(await first.sign())).status).toBe(503)
    expect((await ask('no-jwt')).status).toBe(401)
  })

  it('waits for a server that hangs no longer than its limit', { timeout: 15_000 }, async () => {
    issuer.answerWith(hang)
    const { ask } = service()
    expect((await ask(await first.sign())).status).toBe(503)
  })
})
