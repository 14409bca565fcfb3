import { describe, expect, it } from 'vitest'
import { post, testApp, user } from '../helper/test-services.ts'

const MAX_STREAMS = 50

function limited(perMinute: number) {
  const { app } = testApp({ env: { RATE_LIMIT_PER_MINUTE: String(perMinute) } })
  const open = (from: string) => app.request('/stream', post({ messages: [user('hello')] }), from)
  const openMany = (count: number, from: string) =>
    Promise.all(Array.from({ length: count }, () => open(from)))
  return { open, openMany }
}

describe('open streams with a rate limit', () => {
  it('a rate limit also limits the streams that an address has open at once', async () => {
    const { open, openMany } = limited(300)
    const streams = await openMany(MAX_STREAMS, '192.0.2.1')
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
    const refused = await open('192.0.2.1')
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await refused.json()).code).toBe('rate-limited')
    const other = await open('192.0.2.2')
    expect(other.status).toBe(200)

    await streams[0]!.body!.cancel()
    await streams[1]!.text()
    const more = await openMany(3, '192.0.2.1')
    expect(more.map(({ status }) => status)).toEqual([200, 200, 429])
    const left = [other, ...streams.slice(2), ...more.slice(0, 2)]
    await Promise.all(left.map(({ body }) => body!.cancel()))
  })

  it('a higher rate limit admits more streams at once', async () => {
    const { openMany } = limited(600)
    const streams = await openMany(101, '192.0.2.1')
    expect(streams.filter(({ status }) => status === 429)).toHaveLength(1)
    await Promise.all(streams.map(({ body }) => body!.cancel()))
  })
})

describe('open streams without a rate limit', () => {
  it('without a rate limit there is no limit of streams', async () => {
    const { openMany } = limited(0)
    const streams = await openMany(2 * MAX_STREAMS, '127.0.0.1')
    expect(streams.every(({ status }) => status === 200)).toBe(true)
    await Promise.all(streams.map(({ body }) => body!.cancel()))
  })
})
