import { afterEach, describe, expect, it } from 'vitest'
import type { GuardedFetch } from '../../../src/core/upstream/guarded-fetch.ts'
import { runs } from '../../../src/storage/run-schema.ts'
import { NOW } from '../../helper/test-services.ts'
import { answering, bytesOf, linesOf, NDJSON } from '../delivery/delivery.fixture.ts'
import { isOf, leaveAll, listen, startListening } from '../events/live.fixture.ts'
import { text } from '../people.fixture.ts'
import { agentDetails, chatPlatform, waving } from './chat.fixture.ts'

afterEach(leaveAll)

const DISABLED = 'Helper is switched off and will not answer.'
const NOT_A_MEMBER = 'Helper is not a member of this group and will not answer.'

interface Told {
  id: string
  category: string
  data: { text: string }
}

const isNotice = ({ category }: Told) => category === 'action'

interface Setup {
  isActive?: boolean
  script?: readonly object[]
  now?: () => Date
}

const HELLO = [{ type: 'text_delta', content: 'Hello' }]

/** Ann and bob in the group harbor, and the agent helper that is in no group. */
async function platform({ isActive = true, script = HELLO, ...setup }: Setup = {}) {
  const asked: ReturnType<typeof JSON.parse>[] = []
  const agentFetch: GuardedFetch = (url, request) => {
    asked.push(JSON.parse(request.body))
    const body = bytesOf(linesOf(...script, { type: 'done' }))
    return answering([body], NDJSON)(url, request)
  }
  const made = await chatPlatform(agentFetch, setup, agentDetails({ isActive, actions: ['wave'] }))
  const { call } = made
  const join = async (uid: string, more: object = {}) => {
    const members = { m: { memberId: 'm', guid: 'harbor', uid, ...more } }
    await call('POST', '/v3/data_import/members', { body: { members } })
  }
  const register = (more: object) =>
    call('POST', '/v3/ai-agents/agents', { body: agentDetails(more) })
  const setActive = (active: boolean) =>
    call('PATCH', '/v3/ai-agents/agents/helper', { body: { isActive: active } })
  const send = async (as: string, body: object) => {
    const sent = await call('POST', '/v3/messages', { as, body })
    expect(sent.status).toBe(200)
    return sent.body.data
  }
  const list = async (path: string, as?: string): Promise<Told[]> =>
    (await call('GET', `/v3/${path}`, as === undefined ? {} : { as })).body.data
  const textsOf = async (path: string, as?: string) =>
    (await list(path, as)).map(({ data }) => data.text)
  return { ...made, asked, join, register, setActive, send, list, textsOf }
}

describe('a message to an agent that is switched off', () => {
  it('a message to a disabled agent is answered with a notice, and the stream ends', async () => {
    const { ask, asked, database, list } = await platform({ isActive: false })
    const { response, events } = await ask('ann', text('helper', 'Hi'))
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const [sent] = events
    expect(events).toEqual([
      { type: 'message', message: expect.objectContaining({ sender: 'ann' }) },
      {
        type: 'notice',
        message: {
          id: expect.any(String),
          conversationId: 'ann_user_helper',
          sender: 'helper',
          receiver: 'ann',
          receiverType: 'user',
          category: 'action',
          type: 'notice',
          visibleTo: 'ann',
          sentAt: expect.any(Number),
          updatedAt: expect.any(Number),
          data: {
            text: DISABLED,
            notice: { code: 'disabled', agent: 'helper', replyTo: sent!.message.id },
            entities: expect.anything(),
          },
        },
      },
    ])
    expect(await list('users/helper/messages', 'ann')).toEqual(events.map(({ message }) => message))
    expect(asked).toEqual([])
    expect(await database.select().from(runs)).toEqual([])
  })

  it('without a stream the message itself is returned, and the notice is listed', async () => {
    const { send, textsOf } = await platform({ isActive: false })
    expect(await send('ann', text('helper', 'Hi'))).toMatchObject({ data: { text: 'Hi' } })
    expect(await textsOf('users/helper/messages', 'ann')).toEqual(['Hi', DISABLED])
    expect(await textsOf('users/ann/messages', 'helper')).toEqual(['Hi'])
  })

  it('a message sent repeatedly has one notice, which later streams have too', async () => {
    let now = NOW
    const setup = { isActive: false, now: () => now }
    const { ask, send, textsOf, setActive } = await platform(setup)
    const body = text('helper', 'Hi', { muid: 'once' })
    const streams = await Promise.all([ask('ann', body), ask('ann', body), ask('ann', body)])
    for (const { events } of streams) expect(events).toEqual(streams[0]!.events)
    expect(streams[0]!.events.map(({ type }) => type)).toEqual(['message', 'notice'])
    await send('ann', body)
    await setActive(true)
    now = new Date(NOW.getTime() + 60_000)
    expect((await ask('ann', body)).events).toEqual(streams[0]!.events)
    expect(await textsOf('users/helper/messages', 'ann')).toEqual(['Hi', DISABLED])
  })

  it('a message that was answered gets no notice when it is sent again', async () => {
    const { ask, setActive } = await platform()
    const body = text('helper', 'Hi', { muid: 'once' })
    await ask('ann', body)
    await setActive(false)
    const { events } = await ask('ann', body)
    expect(events.map(({ type }) => type)).toEqual(['message', 'run-start', 'text-delta', 'answer'])
  })

  it('agents and non-text messages cause no notices', async () => {
    const { send, list, register } = await platform({ isActive: false })
    await register({ uid: 'other', name: 'Other' })
    await send('other', text('helper', 'Hi'))
    const custom = { category: 'custom', type: 'text', data: { customData: {}, text: 'Hi' } }
    await send('other', text('helper', '', custom))
    expect((await list('users/helper/messages')).filter(isNotice)).toEqual([])
  })
})

describe('in a group, a mention', () => {
  it('mentioning an agent that is no member, or banned, causes a notice', async () => {
    const { ask, asked, join } = await platform()
    const noticeOf = async (words: string) => {
      const { events } = await ask('ann', text('harbor', words))
      expect(events.map(({ type }) => type)).toEqual(['message', 'notice'])
      return events.at(-1)!.message
    }
    const notice = await noticeOf('<@uid:helper> hi')
    expect(notice).toMatchObject({
      ...{ sender: 'helper', receiver: 'harbor', receiverType: 'group', visibleTo: 'ann' },
      data: { text: NOT_A_MEMBER, notice: { code: 'not-a-member', agent: 'helper' } },
    })
    await join('helper', { isBanned: true })
    expect((await noticeOf('Hi @helper')).data.text).toBe(NOT_A_MEMBER)
    expect(asked).toEqual([])
  })

  it('mentioning a disabled agent causes a notice while the other mentioned one answers', async () => {
    const { ask, asked, join, register } = await platform({ isActive: false })
    await register({ uid: 'other', name: 'Other' })
    await join('helper')
    await join('other')
    const alone = await ask('ann', text('harbor', 'Hi @helper'))
    expect(alone.events.map(({ type }) => type)).toEqual(['message', 'notice'])
    expect(asked).toEqual([])
    const { events } = await ask('ann', text('harbor', '@helper @other hi'))
    expect(events.map(({ type }) => type)).toEqual([
      ...['message', 'notice', 'run-start', 'text-delta', 'answer'],
    ])
    expect(events[1]!.message.data.text).toBe(DISABLED)
    expect(events[1]).toMatchObject({ runId: events.at(-1)!.runId })
    expect(events.at(-1)!.message.sender).toBe('other')
  })

  it('a message has a notice for each mentioned agent in order, up to five', async () => {
    const { ask, register } = await platform({ isActive: false })
    const uids = ['g', 'f', 'e', 'd', 'c', 'b', 'a']
    for (const uid of uids) await register({ uid, name: uid })
    const words = uids.map((uid) => `<@uid:${uid}> @${uid}`).join(' ')
    const { events } = await ask('ann', text('harbor', words))
    const received = events.filter(({ type }) => type === 'notice')
    expect(received.map(({ message }) => message.sender)).toEqual(uids.slice(0, 5))
  })

  it('mentions of people, or where several agents could answer, cause no notice', async () => {
    const { ask, join, register } = await platform()
    await register({ uid: 'other', name: 'Other' })
    await join('helper')
    await join('other')
    for (const words of ['Hi', 'Hi @bob', 'Hi @nobody']) {
      const { response, events } = await ask('ann', text('harbor', words))
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(events).toEqual([])
    }
  })

  it('a notice is shown only to the sender, in lists, by id and live', async () => {
    const { app, call, send, list, textsOf, signIn } = await platform()
    await send('bob', text('harbor', 'Ahoy'))
    const [ann, bob] = [await listen(app, 'ann'), await listen(app, 'bob')]
    const from = bob.seen[0]!.id
    const { id } = await send('ann', text('harbor', '@helper hi'))
    await send('bob', text('harbor', 'Bye'))
    const heard = (events: Awaited<ReturnType<typeof ann.until>>) =>
      events.map(({ type, message }) => [type, message?.data.text])
    const byAnn = await ann.until(({ message }) => message?.data.text === 'Bye')
    expect(heard(byAnn)).toEqual([
      ['message-sent', '@helper hi'],
      ['notice', NOT_A_MEMBER],
      ['message-sent', 'Bye'],
    ])
    const byBob = await bob.until(({ message }) => message?.data.text === 'Bye')
    expect(heard(byBob)).toEqual([
      ['message-sent', '@helper hi'],
      ['message-sent', 'Bye'],
    ])
    // The same for who comes back.
    for (const [uid, live] of Object.entries({ ann: byAnn, bob: byBob })) {
      const later = await startListening(app, uid, from)
      expect(heard((await later.until(isOf('ready'))).slice(0, -1))).toEqual(heard(live))
    }

    const notice = byAnn[1]!.message
    expect(notice.data.notice.replyTo).toBe(id)
    const path = 'groups/harbor/messages'
    expect(await textsOf(path, 'ann')).toEqual(['Ahoy', '@helper hi', NOT_A_MEMBER, 'Bye'])
    expect(await textsOf(path, 'bob')).toEqual(['Ahoy', '@helper hi', 'Bye'])
    expect((await list(path)).filter(isNotice)).toMatchObject([{ visibleTo: 'ann' }])
    const token = await signIn('bob')
    for (const as of [{ as: 'bob' }, { as: 'helper' }, { token }]) {
      const { status, body } = await call('GET', `/v3/messages/${notice.id}`, as)
      expect([status, body.error.code]).toEqual([403, 'ERR_MESSAGE_NO_ACCESS'])
    }
    const own = await call('GET', `/v3/messages/${notice.id}`, { token: await signIn('ann') })
    expect(own.body.data).toEqual(notice)
  })

  it('a notice changes no conversation list and no unread count', async () => {
    const { call, send, list } = await platform()
    const { id } = await send('ann', text('harbor', '@helper hi'))
    for (const [uid, unread] of [
      ['ann', 0],
      ['bob', 1],
    ] as const) {
      const [conversation] = await list('conversations', uid)
      expect(conversation).toMatchObject({ lastMessage: { id }, unreadMessageCount: unread })
    }
    const [notice] = (await list('groups/harbor/messages', 'ann')).filter(isNotice)
    const body = { messageId: notice!.id }
    const read = await call('POST', '/v3/groups/harbor/conversation/read', { as: 'ann', body })
    expect(read.body.data).toMatchObject({ lastReadMessageId: id, unreadMessageCount: 0 })
    const byBob = await call('POST', '/v3/groups/harbor/conversation/read', { as: 'bob', body })
    expect([byBob.status, byBob.body.error.code]).toEqual([403, 'ERR_MESSAGE_NO_ACCESS'])
  })
})

describe('a notice', () => {
  it('notices are not sent to agents', async () => {
    const { ask, asked, setActive } = await platform({ isActive: false })
    await ask('ann', text('helper', 'One'))
    await setActive(true)
    await ask('ann', text('helper', 'Two'))
    expect(asked[0].messages).toEqual([
      { role: 'user', content: 'One' },
      { role: 'user', content: 'Two' },
    ])
  })

  it('a notice takes no reactions, edits or results, and a server can delete it', async () => {
    const { app, call, send, list } = await platform({ isActive: false })
    await send('ann', text('helper', 'Hi'))
    const [, notice] = await list('users/helper/messages', 'ann')
    const path = `/v3/messages/${notice!.id}`
    const edit = { data: { text: 'I am on' } }
    const codeOf = async (method: string, rest: string, as?: string, body?: object) => {
      const answer = await call(method, `${path}${rest}`, { ...(as && { as }), body })
      return `${answer.status} ${answer.body.error?.code}`
    }
    expect(await codeOf('POST', '/reactions/:wave:', 'ann')).toBe('409 ERR_MESSAGE_NOT_EDITABLE')
    expect(await codeOf('POST', '/reactions/:wave:', 'helper')).toBe('403 ERR_MESSAGE_NO_ACCESS')
    expect(await codeOf('PUT', '', 'ann', edit)).toBe('403 ERR_MESSAGE_NO_ACCESS')
    expect(await codeOf('PUT', '', 'helper', edit)).toBe('403 ERR_MESSAGE_NO_ACCESS')
    expect(await codeOf('PUT', '', undefined, edit)).toBe('409 ERR_MESSAGE_NOT_EDITABLE')
    expect(await codeOf('DELETE', '', 'helper')).toBe('403 ERR_MESSAGE_NO_ACCESS')
    const result = { toolCallId: 'c', result: 1 }
    expect(await codeOf('POST', '/tool-results', 'ann', result)).toBe('400 ERR_BAD_REQUEST')

    const [ann, helper] = [await listen(app, 'ann'), await listen(app, 'helper')]
    expect((await call('DELETE', path)).status).toBe(200)
    await send('helper', text('ann', 'Bye'))
    expect(await ann.next()).toMatchObject({ type: 'message-deleted', message: { id: notice!.id } })
    expect(await helper.next()).toMatchObject({ type: 'message-sent' })
  })

  it('a result for a disabled agent is answered with the same notice each time', async () => {
    const { ask, asked, setActive } = await platform({ script: waving().slice(0, -1) })
    const { events } = await ask('ann', text('helper', 'Wave!'))
    await setActive(false)
    const path = `/v3/messages/${events.at(-1)!.message.id}/tool-results`
    const body = { toolCallId: 'c1', result: 'waved' }
    const received = await ask('ann', body, path)
    expect(received.events.map(({ type }) => type)).toEqual(['message', 'notice'])
    expect(received.events[1]!.message.data.text).toBe(DISABLED)
    expect((await ask('ann', body, path)).events).toEqual(received.events)
    expect(asked).toHaveLength(1)
  })

  it('a notice between a call and its result does not interrupt them', async () => {
    const { ask, asked, call, join, register } = await platform({ script: waving().slice(0, -1) })
    await register({ uid: 'other', name: 'Other' })
    await register({ uid: 'off', name: 'Off', isActive: false })
    await join('helper')
    await join('other')
    const { events } = await ask('ann', text('harbor', '@helper wave!'))
    const mention = await ask('bob', text('harbor', '@off hi'))
    expect(mention.events[1]!.type).toBe('notice')
    await call('DELETE', `/v3/messages/${mention.events[0]!.message.id}`, { as: 'bob' })
    const path = `/v3/messages/${events.at(-1)!.message.id}/tool-results`
    await ask('ann', { toolCallId: 'c1', result: 'waved' }, path)
    expect(asked).toHaveLength(2)
  })
})
