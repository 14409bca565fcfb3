import { inspect } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createClient } from '../../src/client/client.ts'
import {
  API_KEY,
  type PlatformProxy,
  refuse,
  startPlatformProxy,
} from '../helper/platform-proxy.ts'
import { drip, flood, hang, redirect, reply, replyPage, reset } from '../helper/upstream-server.ts'
import { failureOf } from './scripted-platform.fixture.ts'

let platform: PlatformProxy

beforeAll(async () => {
  platform = await startPlatformProxy()
})
afterAll(() => platform.stop())
beforeEach(() => {
  platform.questions.length = 0
  platform.drain()
})

function client(options = {}) {
  return createClient(platform.url, { apiKey: API_KEY, retries: 0, ...options })
}

describe('a call that fails', () => {
  const listed = (options = {}) => client(options).api.GET('/v3/users', { ...options })

  it.each([
    [
      'the envelope of the platform',
      refuse(404, 'ERR_UID_NOT_FOUND', {}, 'No such user.'),
      { code: 'ERR_UID_NOT_FOUND', message: 'No such user.', status: 404, details: {} },
    ],
    [
      'a plain sentence',
      reply('{"error":"Not so.","code":"invalid-request","requestId":"r1"}', 400),
      { code: 'invalid-request', message: 'Not so.', status: 400 },
    ],
    ['a page', replyPage(403), { code: 'status-403', message: 'The service answered 403.' }],
    ['nothing', reply('', 418), { code: 'status-418', status: 418 }],
    ['a code that is a number', reply('{"error":{"code":7}}', 400), { code: '7' }],
    ['a page that says it is well', replyPage(200), { code: 'unreadable', status: 200 }],
    ['no data where it is due', reply('{"name":1}'), { code: 'unreadable' }],
    ['a redirect', redirect('https://elsewhere.example/'), { code: 'redirected' }],
    ['too much', flood(64 * 1024 * 1024), { code: 'unreadable' }],
    ['a broken connection', reset, { code: 'unreachable' }],
  ])('the call fails with one error class when the answer is %s', async (_name, answer, facts) => {
    platform.failWith(answer)
    expect(await failureOf(listed())).toMatchObject(facts)
  })

  it.each([
    ['nothing', hang],
    ['a body that drips', drip(5)],
  ])('the call times out when the answer is %s', async (_name, answer) => {
    platform.failWith(answer)
    expect(await failureOf(listed({ timeoutMs: 60 }))).toMatchObject({ code: 'timed-out' })
  })

  it('a redirect never takes the key to another address', async () => {
    const other = await startPlatformProxy()
    for (const address of [`${other.url}/v3`, '/v3/elsewhere']) {
      platform.failWith(redirect(address, 307))
      await failureOf(listed())
    }
    expect(other.questions).toEqual([])
    expect(platform.questions).toHaveLength(2)
    await other.stop()
  })

  it('an aborted call rejects with the reason of its signal', async () => {
    const reason = new Error('left')
    await expect(listed({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason)

    const leaving = new AbortController()
    platform.failWith((question, response) => {
      leaving.abort(reason)
      return hang(question, response)
    })
    await expect(listed({ signal: leaving.signal })).rejects.toBe(reason)
  })

  it('no error contains the key, even when the platform repeats it', async () => {
    const body = {
      error: {
        code: `ERR_${API_KEY}`,
        message: `key ${API_KEY}\n\u001b[31mis bad`,
        details: { [API_KEY]: [API_KEY] },
      },
    }
    platform.failWith(reply(JSON.stringify(body), 400))
    const failure = await failureOf(listed())
    expect(inspect(failure, { depth: 9 })).not.toContain(API_KEY)
    expect(failure.message).toBe('key <secret> [31mis bad')
  })
})
