import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { readAnswer, shownData } from '../../../src/platform/messages/answer.ts'
import { messages } from '../../../src/storage/schema.ts'
import { chatPlatform, lines } from '../answers/chat.fixture.ts'
import { listen } from '../events/live.fixture.ts'
import { text } from '../people.fixture.ts'

describe('shownData()', () => {
  it('only servers see why an agent failed, whichever way a user reads it', async () => {
    const own = 'ECONNREFUSED 10.0.0.7 as root'
    const { app, ask, call, signIn, database, records } = await chatPlatform(
      lines([{ type: 'error', message: own }]),
    )
    const live = await listen(app, 'ann')
    const { events } = await ask('ann', text('helper', 'Hi'))
    const failure = { code: 'agent-failed', message: 'The agent reported an error.' }
    const { id, data } = events.at(-1)!.message
    expect(data.answer.failure).toEqual(failure)

    const token = await signIn('ann')
    const body = text('helper', 'Hi', { muid: 'again' })
    const seen = [
      events,
      await live.until(({ message }) => message?.id === id),
      await call('GET', `/v3/messages/${id}`, { token }),
      await call('GET', `/v3/messages/${id}`, { as: 'ann' }),
      await call('GET', '/v3/users/helper/messages', { token }),
      await call('GET', '/v3/conversations', { token }),
      await call('POST', `/v3/messages/${id}/reactions/:wave:`, { token }),
      (await ask('ann', body)).events,
      (await ask('ann', body)).events,
    ]
    for (const one of seen) {
      expect(JSON.stringify(one)).toContain('agent-failed')
      expect(JSON.stringify(one)).not.toMatch(/"detail"|ECONNREFUSED/)
    }

    const detail = 'the agent sent an error'
    const kept = await database
      .select()
      .from(messages)
      .where(eq(messages.id, Number(id)))
    expect(kept[0]!.data.answer).toMatchObject({ failure: { ...failure, detail } })
    for (const path of [`messages/${id}`, 'users/helper/messages']) {
      const received = JSON.stringify((await call('GET', `/v3/${path}`)).body)
      expect(received).toContain(detail)
      expect(received).not.toContain(own)
    }
    expect(JSON.stringify(records())).toContain(own)
    await live.leave()
  })
})

describe('readAnswer()', () => {
  const answer = { status: 'finished', replyTo: '1', toolResults: [{ toolCallId: 'a', result: 1 }] }
  const faulty = { input: null, rawInput: '{', fault: 'invalid-arguments' }
  const calls = [
    { toolCallId: 'a', toolName: 'wave', displayName: 'Wave', input: { n: 1 }, fault: null },
    { toolCallId: 'b', toolName: 'wave', ...faulty },
  ]

  it('calls are read and shown as they are stored', () => {
    const data = { text: 'Hi', answer: { ...answer, toolCalls: calls } }
    expect(readAnswer(data)?.toolCalls).toEqual(calls)
    expect(shownData(data, false)).toEqual(data)
  })
})
