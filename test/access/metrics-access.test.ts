import { describe, expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import { replyJson } from '../../src/http/reply.ts'
import { testApp } from '../helper/test-services.ts'

const TOKEN = 'a-token-of-the-chat-platform'
const METRICS_TOKEN = 'a-token-of-those-who-watch'
const PROXIED = { TRUST_PROXY: '1', AGENT_TOKENS: TOKEN }

function service(env: Record<string, string> = {}) {
  const { services } = testApp({ env })
  const { fetch } = createApp(services, {
    metrics: { measure: (_c, next) => next(), show: async (c) => replyJson(c, 'numbers') },
  })
  const read = async (remoteAddress: string | undefined, headers: Record<string, string> = {}) => {
    const request = new Request('http://localhost:8787/metrics', { headers })
    return fetch(request, { incoming: { socket: { remoteAddress } } })
  }
  const statusOf = async (...call: Parameters<typeof read>) => (await read(...call)).status
  return { read, statusOf }
}

describe('GET /metrics without METRICS_TOKEN', () => {
  it.each([
    ['nothing set', {}],
    ['tokens', { AGENT_TOKENS: TOKEN }],
    ['a proxy', PROXIED],
  ])('without METRICS_TOKEN metrics are for callers on this machine: %s', async (_name, env) => {
    const { read, statusOf } = service(env)
    for (const peer of ['127.0.0.1', '127.0.0.9', '::1', '::ffff:127.0.0.1']) {
      expect(await statusOf(peer)).toBe(200)
    }
    for (const peer of ['203.0.113.7', '10.0.0.1', '::', '2001:db8::1', undefined]) {
      const response = await read(peer)
      expect(response.status).toBe(401)
      expect(await response.json()).toMatchObject({ code: 'unauthenticated' })
      expect(await statusOf(peer, { 'x-api-key': TOKEN })).toBe(401)
    }
  })

  it('without METRICS_TOKEN a forwarded request gets no metrics', async () => {
    const { statusOf } = service({ ...PROXIED, TRUST_PROXY: '127.0.0.1, ::1' })
    for (const address of ['203.0.113.7', '127.0.0.1', '127.0.0.1, 127.0.0.1', '::1', '']) {
      expect(await statusOf('127.0.0.1', { 'x-forwarded-for': address })).toBe(401)
      expect(await statusOf('203.0.113.7', { 'x-forwarded-for': address })).toBe(401)
    }
    expect(await statusOf('127.0.0.1', { forwarded: 'for=127.0.0.1' })).toBe(401)
    expect(await statusOf('127.0.0.1', { 'x-real-ip': '127.0.0.1' })).toBe(401)
  })

  it('without METRICS_TOKEN a foreign page gets no metrics', async () => {
    const { statusOf } = service({ AGENT_TOKENS: TOKEN })
    expect(await statusOf('127.0.0.1', { host: 'evil.example:8787' })).toBe(403)
    expect(await statusOf('127.0.0.1', { origin: 'https://evil.example' })).toBe(403)
    expect(await statusOf('127.0.0.1', { 'sec-fetch-site': 'cross-site' })).toBe(403)
  })
})

describe('GET /metrics with METRICS_TOKEN', () => {
  const env = { METRICS_TOKEN, AGENT_TOKENS: TOKEN }

  it('with METRICS_TOKEN a caller with that token gets metrics from anywhere', async () => {
    const { read, statusOf } = service(env)
    const response = await read('203.0.113.7', { authorization: `Bearer ${METRICS_TOKEN}` })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(await statusOf('203.0.113.7', { 'x-api-key': METRICS_TOKEN })).toBe(200)
    for (const peer of ['127.0.0.1', '203.0.113.7']) {
      const missing = await read(peer)
      expect(missing.status).toBe(401)
      expect(missing.headers.get('www-authenticate')).toBe('Bearer realm="launchboard"')
      expect(await statusOf(peer, { 'x-api-key': 'guess' })).toBe(401)
    }
  })

  it('wrong metrics tokens are limited', async () => {
    const { statusOf } = service(env)
    const guess = (at: number) => statusOf('203.0.113.7', { 'x-api-key': `guess-${at}` })
    for (let at = 0; at < 60; at += 1) expect(await guess(at)).toBe(401)
    expect(await guess(61)).toBe(429)
    expect(await statusOf('203.0.113.7', { 'x-api-key': METRICS_TOKEN })).toBe(429)
    expect(await statusOf('203.0.113.8', { 'x-api-key': METRICS_TOKEN })).toBe(200)
  })
})
