import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import type { TextRequest } from '../../src/core/upstream/request-text.ts'
import { requestJson } from '../../src/sources/request-json.ts'
import { failureOf } from '../helper/failure-of.ts'
import {
  type Answer,
  drip,
  flood,
  hang,
  hangInBody,
  redirect,
  refusingUrl,
  reply,
  replyPage,
  reset,
  startUpstream,
  truncate,
  type Upstream,
} from '../helper/upstream-server.ts'

const NOW = new Date('2026-11-20T18:00:00.000Z')
const MIB = 1024 * 1024
const SECRET = 'secret-token'
const WORDS = 'words of the upstream'

const schema = z.object({ name: z.string() })
const good = reply('{"name":"Loom","extra":1}')

let upstream: Upstream
beforeAll(async () => {
  upstream = await startUpstream(good)
})
beforeEach(() => {
  upstream.answerWith(good)
  upstream.questions.length = 0
})
afterAll(() => upstream.stop())

function request(options: Partial<TextRequest> = {}) {
  const init = { headers: { authorization: `Bearer ${SECRET}` } }
  const { url } = upstream
  return requestJson({ upstream: 'Acme', url, init, schema, now: () => NOW, ...options })
}

async function failure(answer: Answer, options: Partial<TextRequest> = {}) {
  upstream.answerWith(answer)
  const failed = await failureOf(request(options))
  expect(JSON.stringify(failed)).not.toMatch(new RegExp(`${SECRET}|${WORDS}`))
  return failed
}

/** The milliseconds that a call took to fail. */
async function patience(answer: Answer, timeoutMs: number) {
  const startedMs = performance.now()
  const failed = await failure(answer, { timeoutMs })
  return { failed, tookMs: performance.now() - startedMs }
}

describe('requestJson()', () => {
  it('the result has what the schema knows and the headers', async () => {
    upstream.answerWith(reply('{"name":"Loom","extra":1}', 200, { 'x-left': '7' }))
    const { value, headers } = await request()
    expect({ value, left: headers.get('x-left') }).toEqual({ value: { name: 'Loom' }, left: '7' })
  })

  it('fetch is called without a receiver', async () => {
    let self: unknown = 'not called'
    async function fetch(this: unknown) {
      self = this
      return new Response('{"name":"Loom"}')
    }
    await request({ fetch })
    expect(self).toBeUndefined()
  })
})

describe('an upstream that refuses', () => {
  it.each([400, 404, 409, 422])('a %i is not retryable', async (status) => {
    expect(await failure(reply(`{"message":"${WORDS}"}`, status))).toEqual({
      code: 'upstream-failed',
      message: 'Acme rejected the request.',
      retryable: false,
      retryAfterMs: undefined,
      logged: `status ${status}`,
    })
  })

  it.each([401, 403])('a %i is a failure of our credentials', async (status) => {
    expect(await failure(reply(`{"error":"${SECRET}"}`, status))).toMatchObject({
      code: 'upstream-failed',
      message: 'Acme rejected the credentials of this service.',
      retryable: false,
      logged: `status ${status}`,
    })
  })

  it('a challenge page for browsers is no failure of our credentials', async () => {
    expect(await failure(replyPage(403))).toMatchObject({
      code: 'upstream-failed',
      message: 'Acme sent an unreadable response.',
      retryable: false,
    })
  })

  it.each([500, 502, 504, 520])('a %i is retryable', async (status) => {
    expect(await failure(replyPage(status))).toMatchObject({
      code: 'upstream-failed',
      message: 'Acme had an internal error.',
      retryable: true,
      retryAfterMs: undefined,
      logged: `status ${status}`,
    })
  })

  it('a 503 may say when to return', async () => {
    const answer = reply('{}', 503, { 'retry-after': '7' })
    expect(await failure(answer)).toMatchObject({ retryable: true, retryAfterMs: 7_000 })
  })

  it('a redirect is never followed', async () => {
    expect(await failure(redirect('/elsewhere'))).toMatchObject({
      code: 'upstream-failed',
      message: 'Acme redirected the request.',
      retryable: false,
      logged: 'status 302',
    })
    expect(upstream.questions).toHaveLength(1)
  })

  it.each([301, 303, 307, 308, 304])('a %i is a failure', async (status) => {
    expect(await failure(redirect(upstream.url, status))).toMatchObject({ retryable: false })
    expect(upstream.questions).toHaveLength(1)
  })

  it('after an error status the rest of the body is not awaited', async () => {
    const answer: Answer = (_question, response) => response.writeHead(500).write('{')
    expect(await failure(answer)).toMatchObject({ logged: 'status 500' })
    await upstream.questions[0]?.closed
  })

  it('an error has the headers of its response', async () => {
    const seen: Array<string | null> = []
    const onHeaders = (headers: Headers) => seen.push(headers.get('x-left'))
    await failure(reply('{}', 429, { 'x-left': '0' }), { onHeaders })
    await failure(reply('{}', 500, { 'x-left': '1' }), { onHeaders })
    expect(seen).toEqual(['0', '1'])
  })
})

describe('an upstream that limits our rate', () => {
  const limited = {
    code: 'upstream-unavailable',
    message: 'Acme is rate limiting this service.',
    retryable: false,
  }

  it('an upstream may report its rate limit in a header or body of its own', async () => {
    const answer = reply('{"in":40}', 429, { 'x-rate-limit-reset': '2' })
    const readRetryAfter: TextRequest['readRetryAfter'] = ({ headers, body }) =>
      Number(headers.get('x-rate-limit-reset')) + JSON.parse(body).in
    expect(await failure(answer, { readRetryAfter })).toMatchObject({
      ...limited,
      retryAfterMs: 42,
    })
  })

  it('a rate limit counts although its body cannot be read', async () => {
    const readRetryAfter: TextRequest['readRetryAfter'] = ({ body }) => body.length
    expect(await failure(truncate('{', 429), { readRetryAfter })).toMatchObject({
      ...limited,
      retryAfterMs: 0,
    })
  })
})

describe('an upstream that answers with what is no answer', () => {
  const unreadable = {
    code: 'upstream-failed',
    message: 'Acme sent an unreadable response.',
    retryable: false,
    retryAfterMs: undefined,
  }

  it.each<[string, Answer, string]>([
    ['a page', replyPage(200), 'invalid JSON'],
    ['broken JSON', reply(`{"name":"${WORDS}`), 'invalid JSON'],
    ['an empty body', reply(''), 'an empty body'],
    ['no content', reply('', 204), 'an empty body'],
    ['null', reply('null'), 'invalid_type at /'],
    ['the wrong shape', reply(`{"name":["${WORDS}"]}`), 'invalid_type at /name'],
  ])('an answer with %s is not retryable', async (_what, answer, logged) => {
    expect(await failure(answer)).toEqual({ ...unreadable, logged })
  })

  it('an answer that breaks off is retryable', async () => {
    expect(await failure(truncate(`{"name":"${WORDS}`))).toMatchObject({
      code: 'upstream-failed',
      message: 'Acme closed the connection early.',
      retryable: true,
    })
  })

  it('a body over the maximum size is aborted', async () => {
    const failed = await failure(flood(64 * MIB))
    expect(failed).toEqual({
      code: 'upstream-failed',
      message: 'Acme sent a response that is too large.',
      retryable: false,
      retryAfterMs: undefined,
      logged: `more than ${2 * MIB} bytes`,
    })
    const { bytes } = (await upstream.questions[0]?.closed) ?? {}
    expect(bytes).toBeLessThan(32 * MIB)
  })

  it('a body of the maximum size is read', async () => {
    const body = '{"name":"Loom"}'
    upstream.answerWith(reply(body))
    await expect(request({ maxBytes: body.length })).resolves.toMatchObject({})
    await failure(reply(body), { maxBytes: body.length - 1 })
  })
})

describe('an upstream that cannot be had', () => {
  it('a reset connection is retryable', async () => {
    expect(await failure(reset)).toMatchObject({
      code: 'upstream-failed',
      message: 'Acme could not be reached.',
      retryable: true,
    })
  })

  it('a refused connection is retryable', async () => {
    expect(await failure(good, { url: await refusingUrl() })).toMatchObject({
      code: 'upstream-failed',
      message: 'Acme could not be reached.',
      retryable: true,
      logged: 'ECONNREFUSED',
    })
  })

  it('a header that cannot be sent is not logged', async () => {
    const init = { headers: { authorization: `Bearer ${SECRET}\nx` } }
    expect(await failure(good, { init })).toMatchObject({ logged: 'TypeError' })
  })
})

describe('an upstream that takes too long', () => {
  it.each<[string, Answer]>([
    ['before its headers', hang],
    ['in its body', hangInBody],
    ['by sending a byte now and then', drip(20)],
  ])('an upstream that is too slow is aborted: %s', async (_where, answer) => {
    const { failed, tookMs } = await patience(answer, 150)
    expect(failed).toEqual({
      code: 'upstream-timeout',
      message: 'Acme took too long to answer.',
      retryable: false,
      retryAfterMs: undefined,
      logged: undefined,
    })
    expect(tookMs).toBeGreaterThan(140)
    expect(tookMs).toBeLessThan(600)
    await upstream.questions[0]?.closed
  })
})

describe('a caller that leaves', () => {
  it.each<[string, Answer]>([
    ['before the headers', hang],
    ['in the body', hangInBody],
  ])(
    'a caller that leaves closes the socket and gets its own reason: %s',
    async (_where, answer) => {
      upstream.answerWith(answer)
      const caller = new AbortController()
      const reason = new Error('the reader left')
      const thrown = request({ signal: caller.signal }).catch((error: unknown) => error)
      await expect.poll(() => upstream.questions.length).toBe(1)
      const leftMs = performance.now()
      caller.abort(reason)
      expect(await thrown).toBe(reason)
      const { atMs } = (await upstream.questions[0]?.closed) ?? { atMs: Infinity }
      expect(atMs - leftMs).toBeLessThan(2_000)
    },
  )

  it('a caller that has already left causes no request', async () => {
    const reason = new Error('the reader left')
    const thrown = request({ signal: AbortSignal.abort(reason) })
    await expect(thrown).rejects.toBe(reason)
    expect(upstream.questions).toHaveLength(0)
  })
})
