import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { testApp } from '../helper/test-services.ts'
import { hang, redirect, reply, reset, startUpstream } from '../helper/upstream-server.ts'

const START = new Date('2026-11-20T18:00:00.000Z')

async function signer(alg: string, kid: string) {
  const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true })
  const jwk = { ...(await exportJWK(publicKey)), kid, alg, use: 'sig' }
  const sign = (header: object = {}) => {
    const exp = START.getTime() / 1000 + 10 * 86_400
    const token = new SignJWT({ sub: 'ada', exp })
    return token.setProtectedHeader({ alg, kid, ...header }).sign(privateKey)
  }
  return { jwk, sign }
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

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
  // The library that fetches the keys goes by the clock on the wall.
  afterEach(() => void vi.useRealTimers())
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: START })
    issuer.questions.length = 0
    publish(first)
  })

  function publish(...signers: { jwk: object }[]) {
    issuer.answerWith(reply(JSON.stringify({ keys: signers.map(({ jwk }) => jwk) })))
  }

  function service(AGENT_JWKS_URL = `${issuer.url}/keys`) {
    let nowMs = START.getTime()
    let passedMs = 0
    const { app, records } = testApp({
      env: { AGENT_JWKS_URL },
      now: () => new Date(nowMs),
      clock: () => passedMs,
    })
    const pass = (ms: number) => {
      nowMs += ms
      passedMs += ms
      vi.setSystemTime(nowMs)
    }
    const ask = (token: string) =>
      app.request('/api/top', { headers: { authorization: `Bearer ${token}` } })
    const statusOf = async ({ sign }: { sign(): Promise<string> }) =>
      (await ask(await sign())).status
    return { ask, statusOf, pass, records }
  }

  it('a JWT signed by a published key is accepted, and the key set is fetched once', async () => {
    const { ask } = service()
    for (const _ of [1, 2, 3]) expect((await ask(await first.sign())).status).toBe(200)
    expect(issuer.questions.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /keys'])
    const stranger = await signer('RS256', 'first')
    expect((await ask(await stranger.sign())).status).toBe(401)
  })

  it('an unknown key id causes a new fetch, at most once in a while', async () => {
    const { ask, pass } = service()
    expect((await ask(await first.sign())).status).toBe(200)
    publish(first, second)
    pass(31_000)
    expect((await ask(await second.sign())).status).toBe(200)
    expect(issuer.questions).toHaveLength(2)

    const unknown = await signer('ES256', 'unknown')
    for (const _ of [1, 2, 3]) expect((await ask(await unknown.sign())).status).toBe(401)
    expect(issuer.questions).toHaveLength(2)
  })

  it('a key that was removed from the key set is no longer accepted', async () => {
    const { ask, pass } = service()
    expect((await ask(await first.sign())).status).toBe(200)
    publish(second)
    pass(11 * MINUTE_MS)
    expect((await ask(await first.sign())).status).toBe(401)
  })

  it('a key address or key inside a JWT is ignored', async () => {
    const { ask } = service()
    const stranger = await signer('RS256', 'stranger')
    const elsewhere = await startUpstream(reply(JSON.stringify({ keys: [stranger.jwk] })))
    const named = { jku: `${elsewhere.url}/keys`, x5u: `${elsewhere.url}/keys`, jwk: stranger.jwk }
    expect((await ask(await stranger.sign(named))).status).toBe(401)
    expect(elsewhere.questions).toEqual([])
    await elsewhere.stop()
  })

  it.each([
    ['fails', reply('{"secret":"words"}', 500), 'status 500'],
    ['sends anything but keys', reply('{"secret":"words"}'), 'not a JSON Web Key Set'],
    ['sends no JSON', reply('secret words'), 'not a JSON Web Key Set'],
    ['sends elsewhere', redirect('/other'), 'status 302'],
    ['hangs up', reset, expect.stringMatching(/^[A-Z_]+$/)],
  ])('when the key server %s, the answer is 503 and the log says why', async (...failing) => {
    const [, answer, reason] = failing
    issuer.answerWith(answer)
    const { ask, records } = service()
    const response = await ask(await first.sign())
    expect(response.status).toBe(503)
    expect(response.headers.get('www-authenticate')).toBe(null)
    expect(response.headers.get('retry-after')).toBe('5')
    const body = await response.json()
    expect(body).toMatchObject({ code: 'upstream-unavailable' })
    expect(JSON.stringify(body)).not.toContain('secret')
    expect(records()).toContainEqual(
      expect.objectContaining({ level: 'error', event: 'request-failed', reason }),
    )
  })

  it('a key server that failed is left alone for a while and then asked again', async () => {
    issuer.answerWith(reset)
    const { statusOf, pass, records } = service()
    for (const _ of [1, 2, 3]) expect(await statusOf(first)).toBe(503)
    expect(issuer.questions).toHaveLength(1)
    const failed = records().filter(({ event }) => event === 'request-failed')
    expect(failed.map(({ level }) => level)).toEqual(['error', 'info', 'info'])
    publish(first)
    pass(5_000)
    expect(await statusOf(first)).toBe(200)
  })

  it('concurrent callers cause one fetch of the key set', async () => {
    const { statusOf, pass } = service()
    const crowd = () => Promise.all(Array.from({ length: 50 }, () => statusOf(first)))
    expect(new Set(await crowd())).toEqual(new Set([200]))
    expect(issuer.questions).toHaveLength(1)
    pass(11 * MINUTE_MS)
    expect(new Set(await crowd())).toEqual(new Set([200]))
    expect(issuer.questions).toHaveLength(2)
  })

  it('while the key server is down, known keys stay in use for a day', async () => {
    const { statusOf, pass, records } = service()
    expect(await statusOf(first)).toBe(200)
    issuer.answerWith(reset)
    for (const ms of [11 * MINUTE_MS, HOUR_MS, 22 * HOUR_MS]) {
      pass(ms)
      expect(await statusOf(first)).toBe(200)
    }
    expect(records().filter(({ event }) => event === 'keys-not-refreshed')).toHaveLength(3)
    pass(HOUR_MS)
    expect(await statusOf(first)).toBe(503)
  })
})
