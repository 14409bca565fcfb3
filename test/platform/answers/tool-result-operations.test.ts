import { describe, expect, it } from 'vitest'
import { runs } from '../../../src/storage/run-schema.ts'
import { text } from '../people.fixture.ts'
import {
  agentDetails,
  chatPlatform,
  lines,
  recorded,
  says,
  textIn,
  waving,
} from './chat.fixture.ts'

describe('what an action came to', () => {
  const handBack = (id: string, toolCallId = 'c1', result: unknown = 'waved') => ({
    path: `/v3/messages/${id}/tool-results`,
    body: { toolCallId, result },
  })

  it('the result of an action reaches the agent in a run of the same thread', async () => {
    // Some hosts put signatures into the ids of their calls.
    const toolCallId = `call_${'s'.repeat(20_000)}`
    const { fetch, asked } = recorded(lines(waving(toolCallId)), says('You saw it.'))
    const { ask, call } = await chatPlatform(fetch, {}, agentDetails({ actions: ['wave'] }))
    const first = await ask('ann', text('helper', 'Wave!'))
    const { id, threadId, runId } = first.events.at(-1)!.message
    const { path, body } = handBack(id, toolCallId)
    const second = await ask('ann', body, path)
    expect(textIn(second.events)).toBe('You saw it.')
    expect(second.events[0]!.message).toMatchObject({
      ...{ category: 'custom', type: 'tool-result', sender: 'ann', receiver: 'helper' },
      data: { customData: { messageId: id, toolCallId, name: 'wave', result: 'waved' } },
    })
    expect(second.events.at(-1)!.message.threadId).toBe(threadId)
    expect(second.events.at(-1)!.message.runId).not.toBe(runId)
    const wave = { name: 'wave', arguments: '{"times":2}' }
    expect(asked[1].messages).toEqual([
      { role: 'user', content: 'Wave!' },
      {
        ...{ role: 'assistant', content: 'Look: ' },
        tool_calls: [{ id: toolCallId, type: 'function', function: wave }],
      },
      { role: 'tool', content: 'waved', tool_call_id: toolCallId },
    ])

    const again = await call('POST', path, { as: 'ann', body: { ...body, result: 'other' } })
    expect(again.body.data).toEqual(second.events[0]!.message)
    expect(asked).toHaveLength(2)
  })

  it('an agent may add nothing to a result, which is no failure', async () => {
    const { fetch, asked } = recorded(lines(waving()), lines([{ type: 'done' }]), says('Next.'))
    const { ask, database } = await chatPlatform(fetch)
    const first = await ask('ann', text('helper', 'Wave!'))
    const { path, body } = handBack(first.events.at(-1)!.message.id)
    const { events } = await ask('ann', body, path)
    expect(events.map(({ type }) => type)).toEqual(['message', 'run-start', 'answer'])
    const answer = { status: 'finished', toolCalls: [], toolResults: [] }
    expect(events.at(-1)!.message.data).toMatchObject({ text: '', answer })
    const stored = await database.select().from(runs)
    expect(stored.map(({ state }) => state)).toEqual(['done', 'done'])

    await ask('ann', text('helper', 'And now?'))
    expect(asked[2].messages.map(({ role }: { role: string }) => role)).toEqual([
      ...['user', 'assistant', 'tool', 'user'],
    ])
  })

  it('the last of all results starts the next run once', async () => {
    const both = [...waving('a').slice(0, -1), ...waving('b').slice(1)]
    const { fetch, asked } = recorded(lines(both), says('Both.'))
    const { ask, call, answers } = await chatPlatform(fetch)
    const { events } = await ask('ann', text('helper', 'Wave!'))
    const { id } = events.at(-1)!.message
    await Promise.all(
      ['a', 'b', 'a', 'b'].map((toolCallId) => {
        const { path, body } = handBack(id, toolCallId, { seen: toolCallId })
        return call('POST', path, { as: 'ann', body })
      }),
    )
    expect(await answers(2)).toHaveLength(2)
    expect(asked).toHaveLength(2)
    expect(asked[1].messages.slice(2)).toEqual([
      { role: 'tool', content: '{"seen":"a"}', tool_call_id: 'a' },
      { role: 'tool', content: '{"seen":"b"}', tool_call_id: 'b' },
    ])
  })

  it('results do not restart a conversation that has moved on', async () => {
    const { fetch, asked } = recorded(lines(waving()), says('Next.'))
    const { ask, call } = await chatPlatform(fetch)
    const { events } = await ask('ann', text('helper', 'Wave!'))
    await ask('ann', text('helper', 'Something else'))
    expect(asked[1].messages[2]).toMatchObject({ role: 'tool', tool_call_id: 'c1' })
    const { path, body } = handBack(events.at(-1)!.message.id)
    expect((await call('POST', path, { as: 'ann', body })).status).toBe(200)
    expect(asked).toHaveLength(2)
  })

  it('results from others, for other calls or for other messages are errors', async () => {
    const { ask, call } = await chatPlatform(lines(waving()))
    const { events } = await ask('ann', text('helper', 'Wave!'))
    const [sent, answer] = [events[0]!.message.id, events.at(-1)!.message.id]
    const refused = async (as: string, id: string, toolCallId: string, result: unknown = 1) => {
      const { path, body } = handBack(id, toolCallId, result)
      return (await call('POST', path, { as, body })).body.error.code
    }
    expect(await refused('bob', answer, 'c1')).toBe('ERR_MESSAGE_NO_ACCESS')
    expect(await refused('helper', answer, 'c1')).toBe('ERR_MESSAGE_NO_ACCESS')
    expect(await refused('ann', answer, 'c2')).toBe('ERR_BAD_REQUEST')
    expect(await refused('ann', sent, 'c1')).toBe('ERR_BAD_REQUEST')
    expect(await refused('ann', '999', 'c1')).toBe('ERR_MESSAGE_ID_NOT_FOUND')
    expect(await refused('ann', answer, 'c1', 'x'.repeat(11_000))).toBe('ERR_BAD_REQUEST')

    const customData = { messageId: answer, toolCallId: 'c1', name: 'wave', result: 'forged' }
    const more = { category: 'custom', type: 'tool-result', data: { customData } }
    const forged = await call('POST', '/v3/messages', { as: 'ann', body: text('helper', '', more) })
    expect(Object.keys(forged.body.error.details)).toEqual(['type'])
  })
})
