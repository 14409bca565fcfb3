import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../src/core/error.ts'
import type { Env } from '../../src/http/env.ts'
import { readJson } from '../../src/http/read-json.ts'

const app = new Hono<Env>().post('/', async (c) => c.json(await readJson(c)))
app.onError((error) => {
  const { code, message } = AppError.from(error)
  return new Response(`${code}: ${message}`)
})

const send = async (body: BodyInit, init: RequestInit = {}) =>
  (await app.request('/', { method: 'POST', body, ...init })).text()

describe('readJson()', () => {
  it('a body is read as JSON whatever its content type', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    expect(await send('{"a":[1]}', { headers })).toBe('{"a":[1]}')
  })

  it.each(['', '{', 'undefined', '{"a":1}x'])(
    'a body that is not JSON is rejected: %j',
    async (body) => {
      expect(await send(body)).toMatch(/^invalid-request: The body .*JSON/)
    },
  )

  it('a body that is nested too deep is rejected', async () => {
    const body = '['.repeat(101) + ']'.repeat(101)
    expect(await send(body)).toMatch(/^invalid-request: The body .*100 levels/)
  })

  it('a body that the caller stops sending is cancelled', async () => {
    const caller = new AbortController()
    const body = new ReadableStream({
      pull(controller) {
        caller.abort()
        controller.error(new Error('socket closed'))
      },
    })
    const options = { method: 'POST', body, duplex: 'half', signal: caller.signal } as const
    const response = await app.fetch(new Request('http://localhost/', options))
    expect(await response.text()).toBe('cancelled: The caller disconnected.')
  })

  const JSON_TEXT = JSON.stringify({ text: 'größer '.repeat(100) })
  const encode = (text: string, ...formats: CompressionFormat[]) =>
    formats.reduce<ReadableStream<Uint8Array<ArrayBuffer>>>(
      (stream, format) => stream.pipeThrough(new CompressionStream(format)),
      new Blob([text]).stream(),
    )
  const sendEncoded = async (coding: string, text: string, ...formats: CompressionFormat[]) => {
    const body = await new Response(encode(text, ...formats)).arrayBuffer()
    return send(body, { headers: { 'content-encoding': coding } })
  }

  it.each<[string, ...CompressionFormat[]]>([
    ['gzip', 'gzip'],
    ['GZip', 'gzip'],
    ['x-gzip', 'gzip'],
    ['deflate', 'deflate'],
    ['identity'],
    [''],
    ['identity, gzip', 'gzip'],
    ['gzip , ,identity', 'gzip'],
    ['deflate, gzip', 'deflate', 'gzip'],
  ])('an encoded body is decoded: %s', async (coding, ...formats) => {
    expect(await sendEncoded(coding, JSON_TEXT, ...formats)).toBe(JSON_TEXT)
  })

  it.each(['br', 'zstd', 'gzip, br', 'aes128gcm', 'gzip;q=1', 'gzip,gzip,gzip,gzip'])(
    'another encoding is refused: %s',
    async (coding) => {
      expect(await sendEncoded(coding, '{}', 'gzip')).toMatch(/^unsupported-media-type: .*gzip/)
    },
  )

  it.each([
    ['not gzip', '{}'],
    ['cut', 'gzip'],
  ])('a body that is not what its encoding says is rejected: %s', async (name) => {
    const whole = new Uint8Array(await new Response(encode(JSON_TEXT, 'gzip')).arrayBuffer())
    const body = name === 'cut' ? whole.slice(0, -12) : new TextEncoder().encode(JSON_TEXT)
    const headers = { 'content-encoding': 'gzip' }
    expect(await send(body, { headers })).toMatch(/^invalid-request: .*Content-Encoding/)
  })

  it('a body may have 1 MiB once it is decoded, and no more', async () => {
    const body = (length: number) => `"${'x'.repeat(length - 2)}"`
    expect(await sendEncoded('gzip', body(2 ** 20), 'gzip')).toBe(body(2 ** 20))
    expect(await sendEncoded('gzip', body(2 ** 20 + 1), 'gzip')).toMatch(/^payload-too-large/)
  })

  it('a bomb is cut early, however often it is encoded', async () => {
    const bomb = ' '.repeat(20 * 2 ** 20)
    expect(await sendEncoded('gzip', bomb, 'gzip')).toMatch(/^payload-too-large/)
    expect(await sendEncoded('gzip, gzip', bomb, 'gzip', 'gzip')).toMatch(/^payload-too-large/)
  })
})
