import { describe, expect, it } from 'vitest'
import { answering, bytesOf, sseOf } from '../delivery/delivery.fixture.ts'
import { text } from '../people.fixture.ts'
import { agentDetails, chatPlatform, lines, says, textIn, waving } from './chat.fixture.ts'

describe('answerMessage()', () => {
  it('the log of a run has its id and the uid of the agent', async () => {
    const { ask, records } = await chatPlatform(says('Hello'))
    const { events } = await ask('ann', text('helper', 'Hi'))
    const messageId = events[0]!.message.id
    expect(records()).toContainEqual(
      expect.objectContaining({ event: 'agent-answered', uid: 'helper', messageId }),
    )
  })

  it('an agent that sends nothing leaves a failure as its answer', async () => {
    const { ask } = await chatPlatform(lines([{ type: 'done' }]))
    const { events } = await ask('ann', text('helper', 'Hi'))
    const message = 'The agent sent an empty answer.'
    expect(textIn(events)).toBe(message)
    expect(events.at(-1)!.message.data).toMatchObject({
      ...{ text: message, answer: { status: 'failed', failure: { code: 'empty', message } } },
    })
    const { ask: askWaving } = await chatPlatform(lines(waving().slice(1)))
    const waved = await askWaving('ann', text('helper', 'Hi'))
    expect(waved.events.at(-1)!.message.data).toMatchObject({
      ...{ text: '', answer: { status: 'finished' } },
    })
  })

  it('a stored answer keeps calls with labels, arguments, faults and results', async () => {
    const call = (tool_call_id: string, tool_name: string) => ({ tool_call_id, tool_name })
    const script = [
      { type: 'tool_call_start', ...call('a', 'look') },
      { type: 'tool_call_args', ...call('a', 'look'), args: { q: 1 } },
      { type: 'tool_call_end', ...call('a', 'look') },
      { type: 'tool_result', ...call('a', 'look'), result: { found: 2 } },
      ...waving('b').slice(1, -1),
      { type: 'tool_call_start', ...call('c', 'wave') },
      { type: 'tool_call_args', ...call('c', 'wave'), args: '{"times":' },
      { type: 'tool_call_end', ...call('c', 'wave') },
      { type: 'done' },
    ]
    const { call: request, ask } = await chatPlatform(
      lines(script),
      {},
      agentDetails({ actions: ['wave'] }),
    )
    const label = { name: 'look', displayName: 'Looking', doNotExecute: true }
    await request('POST', '/v3/ai-agents/tools', { body: label })
    await request('PATCH', '/v3/ai-agents/agents/helper', { body: { tools: ['look'] } })

    const { events } = await ask('ann', text('helper', 'Look and wave'))
    const labels = { displayName: 'Wave', executionText: 'Waving…' }
    expect(events.slice(2, -1)).toMatchObject([
      { type: 'tool-call-start', toolCallId: 'a', toolName: 'look', displayName: 'Looking' },
      { type: 'tool-call', toolCallId: 'a', displayName: 'Looking', input: { q: 1 }, fault: null },
      { type: 'tool-result', toolCallId: 'a', result: { found: 2 } },
      { type: 'tool-call-start', toolCallId: 'b', toolName: 'wave', ...labels },
      { type: 'tool-call', toolCallId: 'b', ...labels, input: { times: 2 }, fault: null },
      { type: 'tool-call-start', toolCallId: 'c', ...labels },
      { type: 'tool-call', toolCallId: 'c', input: null, fault: 'invalid-arguments' },
    ])
    expect(events.at(-1)!.message.data.answer).toEqual({
      status: 'finished',
      replyTo: events[0]!.message.id,
      toolCalls: [
        { toolCallId: 'a', toolName: 'look', displayName: 'Looking', input: { q: 1 }, fault: null },
        { toolCallId: 'b', toolName: 'wave', ...labels, input: { times: 2 }, fault: null },
        {
          ...{ toolCallId: 'c', toolName: 'wave', ...labels, input: null },
          ...{ rawInput: '{"times":', fault: 'invalid-arguments' },
        },
      ],
      toolResults: [{ toolCallId: 'a', toolName: 'look', result: { found: 2 } }],
    })
  })

  it('tool results have names where AG-UI gives only the call', async () => {
    const call = { toolCallId: 'c' }
    const run = sseOf(
      { type: 'TOOL_CALL_START', ...call, toolCallName: 'look' },
      { type: 'TOOL_CALL_ARGS', ...call, delta: '{}' },
      { type: 'TOOL_CALL_END', ...call },
      { type: 'TOOL_CALL_RESULT', ...call, messageId: 'r', content: 'seen' },
      { type: 'RUN_FINISHED', threadId: 't', runId: 'r' },
    )
    const fetch = answering([bytesOf(run)], 'text/event-stream')
    const agent = agentDetails({ integrateWith: 'ag-ui' })
    const { ask } = await chatPlatform(fetch, {}, agent)
    const { events } = await ask('ann', text('helper', 'Look'))
    const result = { ...call, toolName: 'look', result: 'seen' }
    expect(events.find(({ type }) => type === 'tool-result')).toMatchObject(result)
    expect(events.at(-1)!.message.data.answer.toolResults).toEqual([result])
  })
})
