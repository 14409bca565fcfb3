import { describe, expect, it } from 'vitest'
import { text } from '../people.fixture.ts'
import { chatPlatform, says } from './chat.fixture.ts'

describe('startAnswer()', () => {
  it('an answer is streamed as the stored question, its events and the stored answer', async () => {
    const { ask, call } = await chatPlatform(says('Hel', 'lo'))
    const { response, events } = await ask('ann', text('helper', 'Hi'))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('cache-control')).toContain('no-transform')
    expect(events).toMatchObject([
      { type: 'message', message: { sender: 'ann', data: { text: 'Hi' } } },
      { type: 'run-start', agent: 'helper', replyTo: events[0]!.message.id },
      { type: 'text-delta', delta: 'Hel' },
      { type: 'text-delta', delta: 'lo' },
      {
        type: 'answer',
        message: {
          ...{ sender: 'helper', receiver: 'ann', receiverType: 'user' },
          ...{ category: 'message', type: 'text', conversationId: 'ann_user_helper' },
          data: {
            text: 'Hello',
            answer: { status: 'finished', toolCalls: [], toolResults: [] },
            entities: { sender: { entity: { name: 'Helper', role: 'agent' } } },
          },
        },
      },
    ])
    const { runId } = events[0]!
    expect(new Set(events.map((event) => event.runId))).toEqual(new Set([runId]))

    const { body } = await call('GET', '/v3/users/helper/messages', { as: 'ann' })
    expect(body.data).toEqual([events[0]!.message, events.at(-1)!.message])
    expect(body.data[1]).toMatchObject({ runId, threadId: events[1]!.threadId })
    expect(body.data[1].data.answer.replyTo).toBe(body.data[0].id)
  })
})
