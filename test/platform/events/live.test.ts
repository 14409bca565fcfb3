import { eq, sql } from 'drizzle-orm'
import { afterEach, describe, expect, it } from 'vitest'
import { createLive } from '../../../src/platform/events/live.ts'
import { runs } from '../../../src/storage/run-schema.ts'
import { events, members, messages } from '../../../src/storage/schema.ts'
import { readUntil } from '../../helper/read-until.ts'
import { emptyDatabase } from '../../helper/test-database.ts'
import { KEY, testPlatform } from '../../helper/test-platform.ts'
import { agentDetails, chatPlatform, waving } from '../answers/chat.fixture.ts'
import { patientPlatform } from '../answers/patient-agent.fixture.ts'
import { answering, bytesOf, linesOf, NDJSON, silentLog } from '../delivery/delivery.fixture.ts'
import { importPeople, text } from '../people.fixture.ts'
import {
  isOf,
  type LiveEvent,
  leaveAll,
  listen,
  listenWith,
  startListening,
} from './live.fixture.ts'

afterEach(leaveAll)

async function platform() {
  const made = await testPlatform()
  await importPeople(made.call)
  const send = async (as: string, receiver: string, words: string) => {
    const { body } = await made.call('POST', '/v3/messages', { as, body: text(receiver, words) })
    return body.data
  }
  return { ...made, send }
}

const ready = (event: LiveEvent) => event.type === 'ready'

describe('a user who is signed in', () => {
  it('a user listens with a valid token, and not with a revoked one', async () => {
    const { app, call, signIn, send } = await platform()
    const authtoken = await signIn('bob')
    const bob = await listenWith(app, { authtoken })
    await bob.until(ready)
    await send('ann', 'bob', 'Hello')
    expect(await bob.next()).toMatchObject({ message: { data: { text: 'Hello' } } })

    await call('DELETE', '/v3/users/bob/auth_tokens')
    await expect(listenWith(app, { authtoken })).rejects.toThrow('AUTH_ERR_AUTH_TOKEN_NOT_FOUND')
  })

  it('a user gets the read receipts of others', async () => {
    const { app, call, send } = await platform()
    const ann = await listen(app, 'ann')
    const { id } = await send('ann', 'bob', 'Hello')
    await call('POST', '/v3/users/ann/conversation/read', { as: 'bob' })
    const event = (await ann.until(isOf('conversation-read'))).at(-1)
    expect(event).toMatchObject({ uids: ['ann', 'bob'], uid: 'bob', messageId: id })
  })
})

describe('a message', () => {
  it('a message reaches both users of its conversation and nobody else', async () => {
    const { app, send } = await platform()
    const [ann, bob, cas] = await Promise.all(['ann', 'bob', 'cas'].map((uid) => listen(app, uid)))
    const sent = await send('ann', 'bob', 'Hello')
    const { data, ...rest } = sent
    for (const reader of [ann!, bob!]) {
      const event = await reader.next()
      expect(event).toMatchObject({ type: 'message-sent', uids: ['ann', 'bob'], message: rest })
      expect(event!.message.data.text).toBe('Hello')
      expect(event!.conversationId).toBe(data.entities.receiver.entity.conversationId)
    }
    await send('cas', 'bob', 'Hi')
    expect(await cas!.next()).toMatchObject({ message: { data: { text: 'Hi' } } })
    expect(cas!.seen.map(({ type }) => type)).toEqual(['ready', 'message-sent'])
  })

  it('a group message reaches the members, and no longer those who are banned', async () => {
    const { app, send, database } = await platform()
    const [bob, cas] = [await listen(app, 'bob'), await listen(app, 'cas')]
    await send('ann', 'harbor', 'one')
    expect(await bob.next()).toMatchObject({ guid: 'harbor', message: { data: { text: 'one' } } })
    await database.update(members).set({ isBanned: true }).where(eq(members.uid, 'bob'))
    await send('ann', 'harbor', 'two')
    for (const [uid, reader] of Object.entries({ bob, cas })) {
      await send('ann', uid, 'bye')
      expect(await reader.next()).toMatchObject({ message: { data: { text: 'bye' } } })
    }
  })

  it('edits and deletions of a message are events, whoever made them', async () => {
    const { app, database, send } = await platform()
    const { id } = await send('ann', 'bob', 'Helo')
    const bob = await listen(app, 'bob')
    const isTheOne = eq(messages.id, Number(id))
    await database
      .update(messages)
      .set({ data: { text: 'Hello' } })
      .where(isTheOne)
    expect(await bob.next()).toMatchObject({
      type: 'message-edited',
      message: { id, data: { text: 'Hello' } },
    })
    await database.update(messages).set({ data: {}, deletedAt: 7 }).where(isTheOne)
    expect(await bob.next()).toMatchObject({ type: 'message-deleted', message: { deletedAt: 7 } })
    await send('ann', 'bob', 'Next')
    expect(await bob.next()).toMatchObject({ type: 'message-sent' })
  })
})

describe('a reaction', () => {
  it('adding and removing a reaction are one event each', async () => {
    const { app, call, send } = await platform()
    const { id } = await send('ann', 'harbor', 'Hello')
    const ann = await listen(app, 'ann')
    const path = `/v3/messages/${id}/reactions/:wave:`
    for (const method of ['POST', 'POST', 'DELETE', 'DELETE'])
      await call(method, path, { as: 'bob' })
    await send('bob', 'harbor', 'Done')
    const received = await ann.until(isOf('message-sent'))
    const reaction = {
      messageId: id,
      reaction: ':wave:',
      uid: 'bob',
      reactedAt: expect.any(Number),
    }
    expect(received.slice(0, -1)).toMatchObject([
      { type: 'reaction-added', guid: 'harbor', messageId: id, reaction },
      { type: 'reaction-removed', messageId: id, reaction, reactions: [] },
    ])
  })
})

describe("an agent's answer", () => {
  const lines = [
    { type: 'text_delta', content: 'One ' },
    { type: 'text_delta', content: 'two ' },
    ...waving(),
  ]

  it('everybody in the conversation sees an answer grow, with its calls', async () => {
    const fetch = answering([bytesOf(linesOf(...lines))], NDJSON)
    const { app, call } = await chatPlatform(fetch, {}, agentDetails({ actions: ['wave'] }))
    await call('POST', '/v3/data_import/members', {
      body: { members: { h: { memberId: 'h', guid: 'harbor', uid: 'helper' } } },
    })
    const [bob, cas] = [await listen(app, 'bob'), await listen(app, 'cas')]
    await call('POST', '/v3/messages', { as: 'ann', body: text('harbor', '@helper hi') })
    const grown = await bob.until(({ message }) => message?.runId !== undefined)
    const answer = grown.at(-1)!.message
    const types = grown.map(({ type }) => type).filter((type) => type !== 'text-delta')
    expect(types).toEqual([
      ...['message-sent', 'run-start', 'tool-call-start', 'tool-call', 'message-sent'],
    ])
    const growth = grown.filter(({ runId }) => runId)
    for (const event of growth) expect(event).toMatchObject({ runId: answer.runId, guid: 'harbor' })
    expect(growth[0]).toMatchObject({ agent: 'helper', replyTo: grown[0]!.message.id })
    expect(growth.find(isOf('tool-call-start'))).toMatchObject({ executionText: 'Waving…' })
    expect(growth.find(isOf('tool-call'))).toMatchObject({ input: { times: 2 } })
    const deltas = growth.filter(isOf('text-delta'))
    expect(deltas.map(({ delta }) => delta).join('')).toBe(answer.data.text)
    let length = 0
    for (const { delta, offset } of deltas) {
      expect(offset).toBe(length)
      length += delta.length
    }
    await call('POST', '/v3/messages', { as: 'ann', body: text('cas', 'Private') })
    expect(await cas.next()).toMatchObject({ message: { data: { text: 'Private' } } })
  })

  it('a banned user or agent gets no more of an answer, nor later', async () => {
    let goOn = () => {}
    const goingOn = new Promise<void>((resolve) => {
      goOn = resolve
    })
    async function* body() {
      yield bytesOf(linesOf({ type: 'text_delta', content: 'For all' }))
      await goingOn
      yield bytesOf(linesOf({ type: 'text_delta', content: ' but two' }, { type: 'done' }))
    }
    const headers = new Headers({ 'content-type': NDJSON })
    const { app, call } = await chatPlatform(async () => ({ status: 200, headers, body: body() }))
    const other = agentDetails({ uid: 'other', name: 'Other' })
    await call('POST', '/v3/ai-agents/agents', { body: other })
    const setMember = async (uid: string, isBanned: boolean) => {
      const members = { m: { memberId: 'm', guid: 'harbor', uid, isBanned } }
      const { body } = await call('POST', '/v3/data_import/members', { body: { members } })
      expect(body.data.m.success).toBe(true)
    }
    for (const uid of ['helper', 'other']) await setMember(uid, false)
    const [ann, bob, agent] = [
      await listen(app, 'ann'),
      await listen(app, 'bob'),
      await listen(app, 'other'),
    ]
    await call('POST', '/v3/messages', { as: 'ann', body: text('harbor', '@helper hi') })
    const before = await Promise.all([bob, agent].map((one) => one.until(isOf('text-delta'))))
    for (const uid of ['bob', 'other']) await setMember(uid, true)
    goOn()
    const heard = await ann.until(({ message }) => message?.runId !== undefined)
    expect(heard.at(-1)!.message.data.text).toBe('For all but two')
    for (const [at, uid] of ['bob', 'other'].entries()) {
      const reader = [bob, agent][at]!
      const back = await startListening(app, uid, before[at]!.at(-1)!.id)
      await call('POST', '/v3/messages', { as: 'helper', body: text(uid, 'Bye') })
      expect(await reader.next()).toMatchObject({ message: { data: { text: 'Bye' } } })
      const events = await back.until(({ message }) => message !== undefined)
      expect(events.map(({ type, message }) => message?.data.text ?? type)).toEqual([
        'ready',
        'Bye',
      ])
    }
  })

  it('an answer in many pieces is stored in few events', async () => {
    const PIECES = 400
    async function* body() {
      for (let count = 0; count < PIECES; count += 1) {
        if (count % 20 === 0) await new Promise((resolve) => setTimeout(resolve, 10))
        yield bytesOf(linesOf({ type: 'text_delta', content: `${count} ` }))
      }
      yield bytesOf(linesOf({ type: 'done' }))
    }
    const headers = new Headers({ 'content-type': NDJSON })
    const { call, answers, database } = await chatPlatform(async () => {
      return { status: 200, headers, body: body() }
    })
    await call('POST', '/v3/messages', { as: 'ann', body: text('helper', 'Hi') })
    const [answer] = await answers(1)
    const stored = await database.select().from(events).where(eq(events.kind, 'text-delta'))
    expect(stored.map(({ payload }) => payload?.delta).join('')).toBe(answer.data.text)
    expect(stored.length).toBeLessThan(PIECES / 4)
  })

  it('a listener that joins later gets the answer as far as it has grown', async () => {
    let finish = () => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    async function* body() {
      yield bytesOf(linesOf({ type: 'text_delta', content: 'Well' }))
      await finished
      yield bytesOf(linesOf({ type: 'text_delta', content: ' then' }, { type: 'done' }))
    }
    const headers = new Headers({ 'content-type': NDJSON })
    const { app, call } = await chatPlatform(async () => ({ status: 200, headers, body: body() }))
    const early = await listen(app, 'ann')
    await call('POST', '/v3/messages', { as: 'ann', body: text('helper', 'Hi') })
    await early.until(isOf('text-delta'))
    const [late, other] = [await startListening(app, 'ann'), await startListening(app, 'bob')]
    const before = await late.until(ready)
    expect(before.map(({ type }) => type)).toEqual(['run-start', 'text-delta', 'ready'])
    expect(await other.until(ready)).toHaveLength(1)
    finish()
    const after = await late.until(isOf('message-sent'))
    const joined = [...before, ...after].map(({ delta = '' }) => delta).join('')
    expect(joined).toBe('Well then')
    expect(after.at(-1)!.message.data.text).toBe('Well then')
  })

  it('a deleted answer leaves no events of its pieces', async () => {
    const fetch = answering([bytesOf(linesOf(...lines))], NDJSON)
    const { call, answers, database } = await chatPlatform(fetch)
    await call('POST', '/v3/messages', { as: 'ann', body: text('helper', 'Hi') })
    const [{ id }] = await answers(1)
    const growth = sql`${events.runId} is not null`
    expect(await database.$count(events, growth)).toBeGreaterThan(0)
    await database
      .update(messages)
      .set({ deletedAt: 1 })
      .where(eq(messages.id, Number(id)))
    expect(await database.$count(events, growth)).toBe(0)
    expect(await database.$count(runs)).toBe(1)
  })
})

describe('a listener that comes back', () => {
  it('a listener that returns gets what it missed once, in order, and then live events', async () => {
    const { app, send } = await platform()
    const first = await listen(app, 'bob')
    await send('ann', 'bob', '0')
    const known = (await first.next())!.id!
    await first.leave()
    for (let count = 1; count <= 5; count += 1) {
      await send('ann', 'bob', `${count}`)
      await send('ann', 'cas', 'not for bob')
    }
    const again = await startListening(app, 'bob', known)
    const missed = await again.until(ready)
    expect(missed.map(({ message }) => message?.data.text)).toEqual([
      ...['1', '2', '3', '4', '5', undefined],
    ])
    await send('ann', 'bob', '6')
    expect(await again.next()).toMatchObject({ message: { data: { text: '6' } } })
    const ids = again.seen.flatMap(({ id, type }) => (type === 'ready' ? [] : Number(id)))
    expect(ids).toEqual([...new Set(ids)].toSorted((one, other) => one - other))
  })

  it('a listener that returns after more than a day must start anew', async () => {
    const { app, send, database } = await platform()
    await send('ann', 'bob', 'old')
    const [old] = await database.select().from(events)
    for (let count = 0; count < 4; count += 1) await send('ann', 'bob', 'older')
    const dayAgo = sql`${events.createdAtMs} - 24 * 60 * 60 * 1000 - 1`
    await database.update(events).set({ createdAtMs: dayAgo })
    await send('ann', 'bob', 'new')
    expect(await database.$count(events)).toBe(1)

    const bob = await startListening(app, 'bob', String(old!.id))
    expect((await bob.until(ready)).map(({ type }) => type)).toEqual(['resync', 'ready'])
    await send('ann', 'bob', 'newer')
    expect(await bob.next()).toMatchObject({ message: { data: { text: 'newer' } } })
  })

  it('an unknown last event id must start anew', async () => {
    const { app } = await platform()
    const bob = await startListening(app, 'bob', '999999999999')
    expect((await bob.until(ready)).map(({ type }) => type)).toEqual(['resync', 'ready'])
  })

  it('a listener that returns with the last id of all misses nothing', async () => {
    const { app, send } = await platform()
    await send('ann', 'bob', 'one')
    const bob = await startListening(app, 'bob', '0')
    const [resync] = await bob.until(ready)
    const again = await startListening(app, 'bob', resync!.id)
    expect((await again.until(ready)).map(({ type }) => type)).toEqual(['ready'])
  })
})

describe('events that are a day old', () => {
  it('events older than a day are removed in small steps, and the newest is kept', async () => {
    const { send, database } = await platform()
    for (let count = 0; count < 20; count += 1) await send('ann', 'bob', 'old')
    await database.update(events).set({ createdAtMs: 0 })
    await send('ann', 'bob', 'new')
    expect(await database.$count(events)).toBe(13)
    await send('ann', 'bob', 'new')
    await send('ann', 'bob', 'new')
    const left = await database.select().from(events).orderBy(events.id)
    expect(left.map(({ createdAtMs }) => createdAtMs > 0)).toEqual([true, true, true])
  })
})

describe('GET /v3/events', () => {
  it('GET /v3/events needs a known user and a valid last event id', async () => {
    const { call } = await platform()
    expect(await call('GET', '/v3/events')).toMatchObject({
      status: 400,
      body: { error: { code: 'ERR_BAD_REQUEST', details: { onBehalfOf: expect.anything() } } },
    })
    for (const id of ['x', '-1', '1.5', '1'.repeat(16)]) {
      const headers = { 'last-event-id': id }
      const { status, body } = await call('GET', '/v3/events', { as: 'ann', headers })
      expect({ status, code: body.error.code }).toEqual({ status: 400, code: 'ERR_BAD_REQUEST' })
    }
    const unknown = await call('GET', '/v3/events', { as: 'nobody' })
    expect(unknown).toMatchObject({ status: 404, body: { error: { code: 'ERR_UID_NOT_FOUND' } } })
  })

  it('GET /v3/events sends the headers of a stream, and HEAD only them', async () => {
    const { app } = await platform()
    const headers = { apikey: KEY, onbehalfof: 'ann' }
    const head = await app.request('/v3/events', { method: 'HEAD', headers })
    expect(Object.fromEntries(head.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    })
    expect(head.body).toBe(null)
  })
})

describe('the streams of a process', () => {
  async function limited(limits: Parameters<typeof createLive>[0]['limits']) {
    const database = await emptyDatabase()
    const live = createLive({ database, log: silentLog, limits })
    const made = await testPlatform({ database, parts: { live } })
    await importPeople(made.call)
    return { ...made, live }
  }

  it('a user may have twenty streams, of live events and answers, and closing one makes room', async () => {
    const { app, call, open, release } = await patientPlatform()
    const answer = await open('Hello')
    const first = await listen(app, 'ann')
    for (let streams = 2; streams < 20; streams += 1) await listen(app, 'ann')
    await listen(app, 'bob')
    const refused = await call('GET', '/v3/events', { as: 'Ann' })
    expect(refused).toMatchObject({
      status: 429,
      body: { error: { code: 'ERR_TOO_MANY_REQUESTS' } },
    })
    expect(refused.headers.get('retry-after')).toBe('5')
    const headers = { accept: 'text/event-stream' }
    const send = () => call('POST', '/v3/messages', { as: 'ann', headers, body: text('bob', 'Hi') })
    expect((await send()).status).toBe(429)
    expect((await call('GET', '/v3/users/bob/messages', { as: 'ann' })).body.data).toEqual([])
    await first.leave()
    expect((await send()).status).toBe(200)
    await listen(app, 'ann')
    release()
    await answer.text()
    await listen(app, 'ann')
  })

  it('streams end with an event when the process stops, and no new one opens', async () => {
    const { app, call, live } = await limited({})
    const ann = await listen(app, 'ann')
    live.stop()
    expect(await ann.rest()).toEqual([{ id: undefined, type: 'dropped', reason: 'stopping' }])
    expect((await call('GET', '/v3/events', { as: 'ann' })).status).toBe(503)
  })

  it('a heartbeat is a comment without an empty line, which some clients take for an event', async () => {
    const { app, signIn } = await limited({ heartbeatMs: 5 })
    const headers = { authtoken: await signIn('ann') }
    const response = await app.request('/v3/events', { headers })
    const reader = response.body!.getReader()
    expect(await readUntil(reader, ': ping\n: ping\n')).not.toContain(': ping\n\n')
    await reader.cancel()
  })

  it('a stream ends within a heartbeat when its token is revoked, and no other does', async () => {
    const { app, call, signIn } = await limited({ heartbeatMs: 20 })
    const [revoked, kept] = [await signIn('ann'), await signIn('ann')]
    const [ann, other] = [
      await listenWith(app, { authtoken: revoked }),
      await listenWith(app, { authtoken: kept }),
    ]
    await ann.until(ready)
    await other.until(ready)
    const [{ id }] = (await call('GET', '/v3/users/ann/auth_tokens')).body.data
    await call('DELETE', `/v3/users/ann/auth_tokens/${id}`)
    expect(await ann.rest()).toEqual([{ id: undefined, type: 'dropped', reason: 'not-allowed' }])
    await call('POST', '/v3/messages', { as: 'bob', body: text('ann', 'Still there?') })
    expect(await other.next()).toMatchObject({ message: { data: { text: 'Still there?' } } })
    await call('DELETE', '/v3/users/ann/auth_tokens')
    expect(await other.rest()).toMatchObject([{ type: 'dropped', reason: 'not-allowed' }])
  })

  it('a stream ends after its maximum duration, to be resumed', async () => {
    const { app } = await limited({ maxStreamMs: 1_000 })
    const ann = await listen(app, 'ann')
    expect(await ann.rest()).toMatchObject([{ type: 'dropped', reason: 'expired' }])
  })

  it('a stream that is too far behind ends with an event that says so', async () => {
    const { app, call } = await limited({})
    const [slow, quick] = [await listen(app, 'bob'), await listen(app, 'bob')]
    const words = 'x'.repeat(9_000)
    for (let count = 0; count < 40; count += 1) {
      await call('POST', '/v3/messages', { as: 'ann', body: text('bob', `${count} ${words}`) })
      await quick.until(isOf('message-sent'))
    }
    const rest = await slow.rest()
    expect(rest.at(-1)).toEqual({ id: undefined, type: 'dropped', reason: 'too-slow' })
    const lastId = rest.findLast(isOf('message-sent'))?.id ?? slow.seen[0]!.id
    const again = await startListening(app, 'bob', lastId)
    const resumed = await again.until(ready)
    const heard = [...rest, ...resumed].filter(isOf('message-sent')).map(({ id }) => id)
    expect(heard).toEqual(quick.seen.filter(isOf('message-sent')).map(({ id }) => id))
  })

  it('a stream ends with an event when the database does not return', async () => {
    const { database } = await platform()
    const limits = { paceMs: 5, failingMs: 30 }
    const live = createLive({ database, log: silentLog, limits })
    const { app } = await testPlatform({ database, parts: { live } })
    const ann = await listen(app, 'ann')
    const select = database.select.bind(database)
    Object.assign(database, {
      select: () => {
        throw new Error('SQLITE_IOERR: the disk is gone')
      },
    })
    const rest = await ann.rest().finally(() => Object.assign(database, { select }))
    expect(rest).toMatchObject([{ type: 'dropped', reason: 'unavailable' }])
  })
})
