import { describe, expect, it } from 'vitest'
import { readUntil } from '../../helper/read-until.ts'
import { KEY, testPlatform } from '../../helper/test-platform.ts'
import { post } from '../../helper/test-services.ts'
import { text } from '../people.fixture.ts'
import { eventsIn } from './chat.fixture.ts'
import { patientPlatform, until } from './patient-agent.fixture.ts'

describe('a message in a group', () => {
  const join = (uid: string, isBanned = false) => ({
    body: { members: { [uid]: { memberId: uid, guid: 'harbor', uid, isBanned } } },
  })

  it.each(['bob', 'helper'])(
    'a waiting message is not answered once %s is banned, and says why',
    async (banned) => {
      const { call, release, answers, seen } = await patientPlatform()
      await call('POST', '/v3/data_import/members', join('helper'))
      const send = (as: string, words: string) =>
        call('POST', '/v3/messages', { as, body: text('harbor', words) })
      await send('ann', 'one')
      await until(() => seen.asked.length === 1)
      await send('bob', 'two')
      await call('POST', '/v3/data_import/members', join(banned, true))
      release()
      const [, second] = await answers(2, '/v3/groups/harbor/messages')
      expect(second.data.answer.failure.code).toBe('not-a-member')
      expect(seen.asked).toHaveLength(1)
    },
  )
})

describe('an answer in a group', () => {
  it('a user who is banned meanwhile gets no more of an answer', async () => {
    const chatLimits = { accessCheckMs: 0 }
    const { app, call, release, answers } = await patientPlatform({ parts: { chatLimits } })
    const member = (uid: string, isBanned: boolean) => ({
      body: { members: { [uid]: { memberId: uid, guid: 'harbor', uid, isBanned } } },
    })
    await call('POST', '/v3/data_import/members', member('helper', false))
    const headers = { apikey: KEY, onbehalfof: 'bob', accept: 'text/event-stream' }
    const body = text('harbor', 'Hi')
    const response = await app.request('/v3/messages', { ...post(body), headers })
    const reader = response.body!.getReader()
    await readUntil(reader, 'Well')
    await call('POST', '/v3/data_import/members', member('bob', true))
    release()
    const rest = await readUntil(reader, 'event: run-error')
    expect(rest).toContain('"code":"not-a-member"')
    expect(rest).not.toContain(' then')
    expect((await reader.read()).done).toBe(true)
    const [answer] = await answers(1, '/v3/groups/harbor/messages')
    expect(answer.data.text).toBe('Well then')
  })
})

describe('a message that is sent again', () => {
  const readEvents = async (response: Response) => eventsIn(await response.text())

  it('a message sent again to any process streams the stored answer', async () => {
    const { app, fetch, release, database, seen } = await patientPlatform()
    const second = await testPlatform({ database, parts: { agentFetch: fetch } })
    const body = text('helper', 'Hi', { muid: 'once' })
    const headers = { apikey: KEY, onbehalfof: 'ann', accept: 'text/event-stream' }
    const send = (to: typeof app) => to.request('/v3/messages', { ...post(body), headers })
    const first = await send(app)
    await until(() => seen.asked.length === 1)
    const again = await send(second.app)
    const followed = readEvents(again)
    release()
    const heard = await readEvents(first)
    const events = await followed
    expect(events.map(({ type }) => type)).toEqual([
      ...['message', 'run-start', 'text-delta', 'answer'],
    ])
    expect(events[2]!.delta).toBe('Well then')
    for (const at of [0, 1, -1]) expect(events.at(at)).toEqual(heard.at(at))
    expect(await readEvents(await send(app))).toEqual(events)
    expect(seen.asked).toHaveLength(1)
  })
})

describe('messages of one conversation', () => {
  it('messages of one conversation are answered in order, one at a time, over all processes', async () => {
    const first = await patientPlatform()
    const { database, seen, release, answers } = first
    const second = await testPlatform({ database, parts: { agentFetch: first.fetch } })
    const send = async (at: number) => {
      const { call } = at % 2 === 0 ? first : second
      const body = text('helper', `question ${at}`)
      expect((await call('POST', '/v3/messages', { as: 'ann', body })).status).toBe(200)
    }
    for (let at = 0; at < 4; at += 1) await send(at)
    await until(() => seen.asked.length === 1)
    release()

    const all = await answers(4)
    expect(seen.most).toBe(1)
    const { body } = await first.call('GET', '/v3/users/helper/messages', { as: 'ann' })
    const questions = body.data.filter(({ sender }: { sender: string }) => sender === 'ann')
    const repliesTo = all.map(({ data }: { data: { answer: { replyTo: string } } }) => {
      return data.answer.replyTo
    })
    expect(repliesTo).toEqual(questions.map(({ id }: { id: string }) => id))
    const received = seen.asked[2].messages.map(({ content }: { content: string }) => content)
    expect(received).toEqual(['question 0', 'Well then', 'question 1', 'Well then', 'question 2'])
  })

  it('messages of different users do not wait for each other', async () => {
    const { send, seen, release, answers } = await patientPlatform()
    await send('Hi', 'ann')
    await send('Hi', 'bob')
    await until(() => seen.asked.length === 2)
    release()
    await answers(1)
    await answers(1, '/v3/users/helper/messages', 'bob')
  })

  it('the queue of a conversation is limited', async () => {
    const { send, seen, release, answers } = await patientPlatform({
      parts: { chatLimits: { maxWaiting: 1 } },
    })
    await send('one')
    await until(() => seen.asked.length === 1)
    await send('two')
    await send('three')
    const [busy] = await answers(1)
    expect(busy.data).toMatchObject({
      text: 'The agent is still busy with earlier messages.',
      answer: { status: 'failed', failure: { code: 'busy' } },
    })
    release()
    await answers(3)
    expect(seen.asked).toHaveLength(2)
  })

  it('the time that a message waits for its turn is limited', async () => {
    const { send, release, answers, seen } = await patientPlatform({
      parts: { chatLimits: { maxWaitMs: 10 } },
    })
    await send('one')
    await until(() => seen.asked.length === 1)
    await send('two')
    expect((await answers(1))[0].data.answer.failure.code).toBe('busy')
    release()
    await answers(2)
  })

  it('the agent is looked up again when the turn of a message comes', async () => {
    const { send, seen, release, answers, call } = await patientPlatform()
    await send('one')
    await until(() => seen.asked.length === 1)
    await send('two')
    await call('PATCH', '/v3/ai-agents/agents/helper', { body: { isActive: false } })
    release()
    const [, second] = await answers(2)
    expect(second.data.answer.failure.code).toBe('disabled')
    expect(seen.asked).toHaveLength(1)
  })
})

describe('a platform that stops', () => {
  it('stopping stores the answer so far and marks it as interrupted', async () => {
    const { open, send, stop, answers, seen } = await patientPlatform()
    const reader = (await open('one')).body!.getReader()
    await readUntil(reader, 'Well')
    await send('two')
    await stop()
    const all = await answers(2)
    const received = all.map(
      ({ data }: { data: { text: string; answer: { failure: object } } }) => {
        expect(data.answer.failure).toMatchObject({ code: 'interrupted' })
        return data.text
      },
    )
    expect(received.sort()).toEqual(['The answer was interrupted.', 'Well'])
    expect(await readUntil(reader, 'event: answer')).toContain('interrupted')
    expect(seen.asked).toHaveLength(1)
  })

  it('stopping lets an answer end within the grace period', async () => {
    const { send, services, release, answers, seen } = await patientPlatform()
    await send('one')
    await until(() => seen.asked.length === 1)
    const stopped = services.platform!.backgroundTasks.stop(60_000)
    release()
    await stopped
    expect((await answers(1))[0].data.text).toBe('Well then')
  })
})
