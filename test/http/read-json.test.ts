import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../src/core/error.ts'
import type { Env } from '../../src/http/env.ts'
import { limitBody, readJson } from '../../src/http/read-json.ts'

const app = new Hono<Env>().post('/', limitBody, async (c) => c.json(await readJson(c)))
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
})
