import { describe, expect, it } from 'vitest'
import { messages } from '../../../src/storage/schema.ts'
import { testPlatform } from '../../helper/test-platform.ts'
import { NOW } from '../../helper/test-services.ts'
import { importPeople, text } from '../people.fixture.ts'

const NOW_SECONDS = NOW.getTime() / 1000

async function platform(setup: Parameters<typeof testPlatform>[0] = {}) {
  const made = await testPlatform(setup)
  await importPeople(made.call)
  return made
}

describe('POST /v3/messages', () => {
  it('a message is stored and returned with sender and receiver', async () => {
    const { call } = await platform()
    const body = text('bob', 'Hello', { muid: 'm-1', tags: ['greeting'] })
    const sent = await call('POST', '/v3/messages', { as: 'cas', body })
    expect(sent.status).toBe(200)
    const { id } = sent.body.data
    expect(sent.body.data).toEqual({
      id: expect.stringMatching(/^\d+$/),
      muid: 'm-1',
      conversationId: 'bob_user_cas',
      ...{ sender: 'cas', receiver: 'bob', receiverType: 'user' },
      ...{ category: 'message', type: 'text', tags: ['greeting'] },
      data: {
        text: 'Hello',
        entities: {
          sender: {
            entity: {
              ...{ uid: 'cas', name: 'CAS', status: 'offline', role: 'default' },
              createdAt: 1_700_000_000,
            },
            entityType: 'user',
          },
          receiver: {
            entity: {
              ...{ uid: 'bob', name: 'BOB', status: 'offline', role: 'default' },
              createdAt: 1_700_000_000,
              conversationId: 'bob_user_cas',
            },
            entityType: 'user',
          },
        },
      },
      ...{ sentAt: NOW_SECONDS, updatedAt: NOW_SECONDS },
    })
    const read = await call('GET', `/v3/messages/${id}`)
    expect(read.body).toEqual(sent.body)
  })

  it('the order of the fields of data does not matter for the muid', async () => {
    const { call } = await platform()
    const send = (metadata: object) => {
      const body = text('bob', '', { muid: 'once', data: { text: 'Hi', metadata } })
      return call('POST', '/v3/messages', { as: 'ann', body })
    }
    const first = await send({ a: 1, b: { c: [1, 2], d: null } })
    const again = await send({ b: { d: null, c: [1, 2] }, a: 1 })
    expect(again).toMatchObject({ status: 200, body: { data: { id: first.body.data.id } } })
    expect((await send({ a: 1, b: { c: [2, 1], d: null } })).status).toBe(409)
  })

  it.each([
    ['another text', text('bob', 'Other')],
    ['another receiver', text('cas', 'Once')],
    ['a group', text('harbor', 'Once')],
    ['other tags', text('bob', 'Once', { tags: ['new'] })],
    ['other data', text('bob', '', { data: { text: 'Once', metadata: {} } })],
    ['another category', text('bob', '', { category: 'custom', data: { customData: {} } })],
  ])('a muid that returns with %s is an error that says so', async (_, other) => {
    const { call } = await platform()
    const send = (body: object) =>
      call('POST', '/v3/messages', { as: 'ann', body: { ...body, muid: 'once' } })
    const first = await send(text('bob', 'Once'))
    const refused = await send(other)
    expect(refused.status).toBe(409)
    expect(refused.body.error.code).toBe('ERR_MUID_ALREADY_EXISTS')
    expect(Object.keys(refused.body.error.details)).toEqual(['muid'])
    expect((await send(text('bob', 'Once'))).body).toEqual(first.body)
  })

  it('of two concurrent messages under one muid one is stored and one is an error', async () => {
    const { call } = await platform()
    const send = (receiver: string) =>
      call('POST', '/v3/messages', { as: 'ann', body: text(receiver, 'Hi', { muid: 'once' }) })
    const receivers = ['bob', 'cas', 'harbor', 'bob']
    const answers = await Promise.all(receivers.map(send))
    const stored = answers.filter(({ status }) => status === 200)
    const [winner] = stored.map(({ body }) => body.data)
    expect(new Set(stored.map(({ body }) => body.data.id))).toEqual(new Set([winner.id]))
    for (const [at, { status }] of answers.entries()) {
      expect(status).toBe(receivers[at] === winner.receiver ? 200 : 409)
    }
    const body = text('ann', 'Mine', { muid: 'once' })
    const other = await call('POST', '/v3/messages', { as: 'bob', body })
    expect(other.body.data.id).not.toBe(winner.id)
  })

  it('a text may mention at most a hundred users', async () => {
    const { call } = await platform()
    const send = (count: number) => {
      const words = Array.from({ length: count }, (_, at) => `@user-${at} <@uid:USER-${at}>`)
      return call('POST', '/v3/messages', { as: 'ann', body: text('harbor', words.join(' ')) })
    }
    expect((await send(100)).status).toBe(200)
    const refused = await send(101)
    expect(refused.status).toBe(400)
    expect(Object.keys(refused.body.error.details)).toEqual(['data.text'])
  })

  it('only members may write to a group', async () => {
    const { call } = await platform()
    const send = (as: string, receiver = 'harbor') =>
      call('POST', '/v3/messages', { as, body: text(receiver, 'Hi', { receiverType: 'group' }) })
    expect((await send('ann')).body.data).toMatchObject({
      conversationId: 'group_harbor',
      data: { entities: { receiver: { entity: { guid: 'harbor' }, entityType: 'group' } } },
    })
    expect(await send('cas')).toMatchObject({
      status: 403,
      body: { error: { code: 'ERR_BANNED_GROUPMEMBER' } },
    })
    expect(await send('ann', 'sea')).toMatchObject({
      status: 404,
      body: { error: { code: 'ERR_GUID_NOT_FOUND' } },
    })
    expect(await send('nobody')).toMatchObject({
      status: 404,
      body: { error: { code: 'ERR_UID_NOT_FOUND' } },
    })
  })

  it.each([
    ['no sender', undefined, text('bob', 'Hi'), 'onBehalfOf'],
    ['no text', 'ann', text('bob', '  '), 'data.text'],
    ['too much data', 'ann', text('bob', 'x'.repeat(10 * 1024)), 'data'],
    ['501 values', 'ann', text('bob', '', { data: { text: 'Hi', x: Array(498).fill(1) } }), 'data'],
    ['an unknown type', 'ann', text('bob', 'Hi', { type: 'song' }), 'type'],
    ['a receiver that cannot be', 'ann', text('no one', 'Hi'), 'receiver'],
    ['no custom data', 'ann', text('bob', 'Hi', { category: 'custom' }), 'data.customData'],
  ])('a message with %s is an error that names the field', async (_, as, body, field) => {
    const { call } = await platform()
    const answer = await call('POST', '/v3/messages', { body, ...(as && { as }) })
    expect(answer.status).toBe(400)
    expect(answer.body.error.code).toBe('ERR_BAD_REQUEST')
    expect(Object.keys(answer.body.error.details)).toEqual([field])
  })

  it("other fields of data are kept, and the platform's own are overwritten", async () => {
    const { call } = await platform()
    const data = {
      text: 'Hi',
      metadata: { a: [1, null] },
      entities: 'mine',
      reactions: ['x'],
      answer: { status: 'finished', replyTo: '1', toolCalls: [], toolResults: [] },
      notice: { code: 'disabled', agent: 'bob', replyTo: '1' },
      more: 1,
    }
    const { body } = await call('POST', '/v3/messages', {
      as: 'ann',
      body: text('bob', '', { data }),
    })
    expect(body.data.data).toMatchObject({ text: 'Hi', metadata: { a: [1, null] }, more: 1 })
    expect(body.data.data.entities.sender.entity.uid).toBe('ann')
    for (const own of ['reactions', 'answer', 'notice']) {
      expect(body.data.data).not.toHaveProperty(own)
    }
  })

  it('texts are returned byte for byte, apart from what is no Unicode', async () => {
    const { call } = await platform()
    const words = 'a\0b 👍🏽 \u202e "quoted" \\ \r\n'
    const { body } = await call('POST', '/v3/messages', { as: 'ann', body: text('bob', words) })
    const { body: read } = await call('GET', `/v3/messages/${body.data.id}`)
    expect(read.data.data.text).toBe(words.toWellFormed())
  })
})

describe('GET /v3/messages/{id}', () => {
  it('a message is shown to its parties and to nobody else', async () => {
    const { call } = await platform()
    const one = await call('POST', '/v3/messages', { as: 'ann', body: text('bob', 'Psst') })
    const all = await call('POST', '/v3/messages', { as: 'ann', body: text('harbor', 'Hear') })
    const see = async (sent: typeof one, as: string) =>
      (await call('GET', `/v3/messages/${sent.body.data.id}`, { as })).body.error?.code
    expect(await see(one, 'ann')).toBeUndefined()
    expect(await see(one, 'BOB')).toBeUndefined()
    expect(await see(one, 'cas')).toBe('ERR_MESSAGE_NO_ACCESS')
    expect(await see(all, 'bob')).toBeUndefined()
    expect(await see(all, 'cas')).toBe('ERR_MESSAGE_NO_ACCESS')
    expect(await see(all, 'nobody')).toBe('ERR_UID_NOT_FOUND')
  })

  it.each(['0', '999999', 'abc', '1e3', '99999999999999999999', '%00', '-1'])(
    'there is no message %s',
    async (id) => {
      const { call } = await testPlatform()
      const answer = await call('GET', `/v3/messages/${id}`)
      expect(answer.status).toBe(404)
      expect(answer.body.error.code).toBe('ERR_MESSAGE_ID_NOT_FOUND')
    },
  )
})

describe('lists of messages', () => {
  it.each([
    ['of two users', '/v3/users/bob/messages', 'ann'],
    ['of a user', '/v3/users/bob/messages', undefined],
    ['of a group', '/v3/groups/harbor/messages', 'ann'],
  ])('a page of %s ends early when the messages are large', async (_, path, as) => {
    const { call, database } = await platform()
    const isGroup = path.includes('groups')
    const said = { category: 'message', type: 'text', sentAt: 1, updatedAt: 1 }
    const parties = isGroup
      ? { sender: 'bob', receiver: 'harbor', receiverType: 'group' as const }
      : { sender: 'ann', receiver: 'bob', receiverType: 'user' as const }
    const ids: string[] = []
    const send = async (text: string) => {
      const row = { ...parties, ...said, data: { text } }
      const [stored] = await database.insert(messages).values(row).returning({ id: messages.id })
      ids.push(String(stored!.id))
    }
    for (let at = 0; at < 7; at += 1) await send('é'.repeat(31_250))
    for (let at = 0; at < 3; at += 1) await send('small')

    const read = async (query: object) => {
      const search = new URLSearchParams({ limit: '9', ...query })
      const { body } = await call('GET', `${path}?${search}`, as === undefined ? {} : { as })
      const page = body.data.map(({ id }: { id: string }) => id)
      expect(body.meta.current).toEqual({ limit: 9, count: page.length })
      return { page, ...body.meta }
    }
    const first = await read({})
    expect(first.page).toEqual(ids.slice(0, 4))
    expect(first.next).toEqual({ affix: 'append', id: ids[3] })
    const second = await read(first.next)
    expect(second.page).toEqual(ids.slice(4))
    expect((await read(second.next)).page).toEqual([])

    const last = await read({ affix: 'prepend' })
    expect(last.page).toEqual(ids.slice(3))
    expect(last.previous).toEqual({ affix: 'prepend', id: ids[3] })
    const start = await read(last.previous)
    expect(start.page).toEqual(ids.slice(0, 3))
    expect(start.previous).toBeUndefined()
  })

  it('without a reader all messages of a user are listed', async () => {
    const { call } = await platform()
    await call('POST', '/v3/messages', { as: 'ann', body: text('bob', 'a') })
    await call('POST', '/v3/messages', { as: 'cas', body: text('bob', 'b') })
    await call('POST', '/v3/messages', { as: 'bob', body: text('cas', 'c') })
    await call('POST', '/v3/messages', { as: 'bob', body: text('bob', 'd') })
    await call('POST', '/v3/messages', { as: 'ann', body: text('cas', 'x') })
    await call('POST', '/v3/messages', { as: 'bob', body: text('harbor', 'y') })
    const read = async (query: string) => {
      const { body } = await call('GET', `/v3/users/bob/messages${query}`)
      return body.data.map(({ data }: { data: { text: string } }) => data.text)
    }
    expect(await read('')).toEqual(['a', 'b', 'c', 'd'])
    expect(await read('?affix=prepend&limit=2')).toEqual(['c', 'd'])
  })

  it('the messages of a group are listed for its members', async () => {
    const { call } = await platform()
    await call('POST', '/v3/messages', { as: 'ann', body: text('harbor', 'Hi') })
    const read = (as?: string) =>
      call('GET', '/v3/groups/harbor/messages', as === undefined ? {} : { as })
    expect((await read()).body.data).toHaveLength(1)
    expect((await read('bob')).body.data).toHaveLength(1)
    expect((await read('cas')).body.error.code).toBe('ERR_BANNED_GROUPMEMBER')
    expect((await read('nobody')).body.error.code).toBe('ERR_UID_NOT_FOUND')
    const { body } = await call('GET', '/v3/groups/sea/messages')
    expect(body.error.code).toBe('ERR_GUID_NOT_FOUND')
  })
})
