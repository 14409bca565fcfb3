import { exportSPKI, generateKeyPair, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { NOW, testApp } from '../helper/test-services.ts'

const SECRET = 'a-secret-of-at-least-thirty-two-bytes'
const NOW_S = NOW.getTime() / 1000
const env = {
  AGENT_JWT_SECRET: SECRET,
  AGENT_JWT_ISSUER: 'https://id.example',
  AGENT_JWT_AUDIENCE: 'launchboard',
}
const GOOD = {
  iss: 'https://id.example',
  aud: 'launchboard',
  sub: 'ada lovelace',
  exp: NOW_S + 600,
}

const key = (secret: string) => new TextEncoder().encode(secret)
const sign = (claims: object, secret = SECRET, alg = 'HS256') =>
  new SignJWT({ ...claims }).setProtectedHeader({ alg }).sign(key(secret))

/** As a forger writes it: any header, any claims, any signature. */
function forge(header: object, claims: object, signature = '') {
  const part = (value: object) => btoa(JSON.stringify(value)).replace(/=+$/, '')
  return `${part(header)}.${part(claims)}.${signature}`
}

describe('a service with a shared secret', () => {
  const { app, lines, records } = testApp({ env })
  const ask = (token: string) =>
    app.request('/api/top', { headers: { authorization: `Bearer ${token}` } })

  it.each([
    ['all claims', GOOD],
    ['an audience among others', { ...GOOD, aud: ['another', 'launchboard'] }],
    ['no subject', { ...GOOD, sub: undefined }],
    ['a clock that is a little ahead', { ...GOOD, nbf: NOW_S + 20 }],
    ['an end that is only just over', { ...GOOD, exp: NOW_S - 20 }],
  ])('a token signed with the shared secret is accepted: %s', async (_name, claims) => {
    expect((await ask(await sign(claims))).status).toBe(200)
  })

  it.each([
    ['it has expired', () => sign({ ...GOOD, exp: NOW_S - 60 })],
    ['it is not valid yet', () => sign({ ...GOOD, nbf: NOW_S + 60 })],
    ['it never ends', () => sign({ ...GOOD, exp: undefined })],
    ['its end is no number', async () => forge({ alg: 'HS256' }, { ...GOOD, exp: 'never' })],
    ['it comes from elsewhere', () => sign({ ...GOOD, iss: 'https://other.example' })],
    ['it does not say where from', () => sign({ ...GOOD, iss: undefined })],
    ['it is meant for others', () => sign({ ...GOOD, aud: 'another' })],
    ['it does not say for whom', () => sign({ ...GOOD, aud: undefined })],
    ['another secret signed it', () => sign(GOOD, SECRET.replace('a', 'b'))],
    ['another algorithm signed it', () => sign(GOOD, SECRET.repeat(2), 'HS512')],
    ['the same secret signed it otherwise', () => sign(GOOD, SECRET, 'HS384')],
    ['nobody signed it', async () => forge({ alg: 'none' }, GOOD)],
    ['nobody signed it, and it says HS256', async () => forge({ alg: 'HS256' }, GOOD)],
    [
      'its claims were changed',
      async () => {
        const [header, , signature] = (await sign(GOOD)).split('.')
        return `${header}.${forge({}, { ...GOOD, sub: 'eve' }).split('.')[1]}.${signature}`
      },
    ],
    ['it is three dots', async () => '...'],
    ['it is two dots', async () => '..'],
    ['its parts are nothing', async () => 'a.b.c'],
    ['its header is a list', async () => forge([], GOOD, 'c')],
    ['its claims are a list', async () => forge({ alg: 'HS256' }, [], 'c')],
  ])('a token is rejected when %s', async (_name, make) => {
    const response = await ask(await make())
    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"')
    expect(await response.json()).toMatchObject({ code: 'unauthenticated' })
  })

  it('the message says that a token has expired, and the log why one is rejected', async () => {
    const { error } = await (await ask(await sign({ ...GOOD, exp: NOW_S - 60 }))).json()
    expect(error).toContain('expired')
    await ask(await sign({ ...GOOD, iss: 'https://other.example' }))
    const reasons = records().filter(({ event }) => event === 'token-refused')
    expect(reasons.at(-1)).toMatchObject({ level: 'info', reason: expect.stringContaining('iss') })
    expect(lines.join('')).not.toContain('other.example')
  })

  it('callers are told apart by subject, and neither that nor the token is logged', async () => {
    const callerOf = async (claims: object) => {
      await ask(await sign(claims))
      return records().at(-1).caller
    }
    const ada = await callerOf(GOOD)
    expect(ada).toMatch(/^user-[0-9a-f]{11}$/)
    expect(await callerOf({ ...GOOD, exp: NOW_S + 900 })).toBe(ada)
    expect(await callerOf({ ...GOOD, sub: 'grace hopper' })).not.toBe(ada)
    expect(lines.join('')).not.toMatch(/lovelace|hopper|eyJ/)
    expect(lines.join('')).not.toContain(SECRET)
  })
})

describe('a service with both tokens and a shared secret', () => {
  it('a service with both tokens and a shared secret accepts either', async () => {
    const { app } = testApp({ env: { ...env, AGENT_TOKENS: 'static,with.two.dots' } })
    const statusOf = async (token: string) =>
      (await app.request('/api/top', { headers: { 'x-api-key': token } })).status
    expect(await statusOf('static')).toBe(200)
    expect(await statusOf('with.two.dots')).toBe(200)
    expect(await statusOf(await sign(GOOD))).toBe(200)
    expect(await statusOf('another')).toBe(401)
    expect(await statusOf('three.other.parts')).toBe(401)
  })
})

describe('a service with a JWKS URL', () => {
  it('a token signed with the public key as its secret is rejected without a fetch', async () => {
    const { app } = testApp({ env: { AGENT_JWKS_URL: 'http://127.0.0.1:1/keys' } })
    const { publicKey } = await generateKeyPair('RS256', { extractable: true })
    const token = await sign(GOOD, await exportSPKI(publicKey))
    const headers = { authorization: `Bearer ${token}` }
    expect((await app.request('/api/top', { headers })).status).toBe(401)
  })
})
