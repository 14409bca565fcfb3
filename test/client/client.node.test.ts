import { inspect } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createPlatformClient } from '../../src/client/client.ts'
import { PlatformClientError } from '../../src/client/client-error.ts'
import {
  API_KEY,
  fakeClock,
  type PlatformProxy,
  refuse,
  startPlatformProxy,
} from '../helper/platform-proxy.ts'
import {
  drip,
  flood,
  hang,
  hangInBody,
  redirect,
  refusingUrl,
  reply,
  replyPage,
  reset,
} from '../helper/upstream-server.ts'

let platform: PlatformProxy
let clock = fakeClock()
/** Of a message of ann in a group of six. */
let messageId = ''

const MEMBERS = ['ann', 'ben', 'cem', 'dan', 'eve', 'fay']

beforeAll(async () => {
  platform = await startPlatformProxy()
  const records = MEMBERS.map((uid) => ({
    memberId: uid,
    guid: 'team',
    uid,
    groupDetails: { guid: 'team', name: 'Team', type: 'public' as const },
    userDetails: { uid, name: uid },
  }))
  for await (const outcomes of client().importMembers(records)) {
    expect(outcomes.every(({ success }) => success)).toBe(true)
  }
  const message = { receiver: 'team', receiverType: 'group', data: { text: 'Hi' } } as const
  const { id } = await client().sendMessage(message, { onBehalfOf: 'ann' })
  messageId = id
  for (const onBehalfOf of MEMBERS.slice(1)) {
    await client().addReaction(messageId, '❤️', { onBehalfOf })
  }
})
afterAll(() => platform.stop())
beforeEach(() => {
  platform.questions.length = 0
  platform.drain()
  clock = fakeClock()
})

function client(options = {}) {
  const { url: baseUrl } = platform
  return createPlatformClient({ baseUrl, apiKey: API_KEY, clock, random: () => 0, ...options })
}

async function failureOf(call: Promise<unknown>): Promise<PlatformClientError> {
  const failure: unknown = await call.then(
    () => undefined,
    (error) => error,
  )
  if (failure instanceof PlatformClientError) return failure
  throw new Error(`not a failure of the client: ${failure}`)
}

describe('pages', () => {
  const reaction = {
    id: '1',
    messageId: '7',
    reaction: '❤️',
    uid: 'ann',
    reactedAt: 1_700_000_000,
    reactedBy: { uid: 'ann', name: 'U', status: 'offline', role: 'default', extra: 1 },
  }

  const pagesOf = async (...args: Parameters<ReturnType<typeof client>['listReactions']>) => {
    const pages: { id: string; uid: string }[][] = []
    for await (const { reactions } of client().listReactions(...args)) pages.push(reactions)
    return pages
  }
  const uidsOf = async (...args: Parameters<typeof pagesOf>) =>
    (await pagesOf(...args)).map((page) => page.map(({ uid }) => uid))

  it('reactions are listed page by page to the end', async () => {
    const pages = await pagesOf(messageId, { limit: 2, onBehalfOf: 'ann' })
    const uids = pages.map((page) => page.map(({ uid }) => uid))
    expect(uids).toEqual([['ben', 'cem'], ['dan', 'eve'], ['fay']])
    const cursors = pages.map((page) => `&affix=append&id=${page.at(-1)?.id}`)
    expect(platform.questions.map(({ path }) => path)).toEqual(
      ['', ...cursors].map((cursor) => `/v3/messages/${messageId}/reactions?limit=2${cursor}`),
    )
    expect(platform.questions[0]!.headers.onbehalfof).toBe('ann')
  })

  it('an empty next page is not returned, and a message without reactions has one empty page', async () => {
    const full = { data: [reaction], meta: { next: { affix: 'append', id: '1' } } }
    platform.failWith(reply(JSON.stringify(full)), reply('{"data":[],"meta":{}}'))
    expect(await uidsOf('7')).toEqual([['ann']])
    platform.failWith(reply('{"data":[]}'))
    expect(await uidsOf('7')).toEqual([[]])
  })

  it('a platform that repeats a cursor is an error and not an endless loop', async () => {
    const page = { data: [], meta: { next: { affix: 'append', id: '3' } } }
    platform.failWith(reply(JSON.stringify(page)), reply(JSON.stringify(page)))
    expect(await failureOf(uidsOf('7'))).toMatchObject({ code: 'unreadable' })
  })
})

describe('retries', () => {
  const text = { receiver: 'ben', receiverType: 'user', data: { text: 'Hi' } } as const

  it('a lost answer is retried only for a message with a muid', async () => {
    platform.failWith(reset)
    await client().sendMessage({ ...text, muid: 'm1' }, { onBehalfOf: 'ann' })
    expect(platform.questions).toHaveLength(2)
    platform.failWith(reset)
    const failure = await failureOf(client().sendMessage(text, { onBehalfOf: 'ann' }))
    expect(failure.code).toBe('unreachable')
    expect(platform.questions).toHaveLength(3)
  })

  it('a message is retried after a 429', async () => {
    platform.failWith(refuse(429, 'ERR_TOO_MANY_REQUESTS', { 'retry-after': '3' }))
    await client().sendMessage(text, { onBehalfOf: 'ann' })
    expect(clock.waits).toEqual([3_000])
  })
})

describe('a call that fails', () => {
  const listed = (options = {}) => client({ retries: 0, ...options }).agents.list()

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
    [
      'a sentence alone',
      reply('{"error":"Bad gateway"}', 502),
      { code: 'status-502', message: 'Bad gateway' },
    ],
    ['a page', replyPage(403), { code: 'status-403', message: 'The platform answered 403.' }],
    ['nothing', reply('', 418), { code: 'status-418', status: 418 }],
    ['a code that is a number', reply('{"error":{"code":7}}', 400), { code: '7' }],
    ['a list', reply('[]', 400), { code: 'status-400' }],
    ['a page that says it is well', replyPage(200), { code: 'unreadable', status: 200 }],
    ['no list where one is due', reply('{"data":{"name":1}}'), { code: 'unreadable' }],
    ['a redirect', redirect('https://elsewhere.example/'), { code: 'redirected' }],
    ['too much', flood(64 * 1024 * 1024), { code: 'unreadable' }],
    ['a broken connection', reset, { code: 'unreachable' }],
  ])('the call fails with one error class when the answer is %s', async (_name, answer, facts) => {
    platform.failWith(answer)
    expect(await failureOf(listed())).toMatchObject(facts)
  })

  it.each([
    ['nothing', hang],
    ['half a body', hangInBody],
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

  it('a refused connection is an error with the code unreachable', async () => {
    const baseUrl = await refusingUrl()
    expect(await failureOf(listed({ baseUrl }))).toMatchObject({ code: 'unreachable' })
  })

  it('an aborted call rejects with the reason of its signal', async () => {
    platform.failWith(hang)
    const reason = new Error('left')
    const call = client().agents.list({ signal: AbortSignal.any([AbortSignal.abort(reason)]) })
    await expect(call).rejects.toBe(reason)

    const leaving = new AbortController()
    platform.whenAsked(() => leaving.abort(reason))
    await expect(client().agents.list({ signal: leaving.signal })).rejects.toBe(reason)
    platform.whenAsked(() => undefined)
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
    expect(failure.message).toBe('key <API_KEY> [31mis bad')
  })
})
