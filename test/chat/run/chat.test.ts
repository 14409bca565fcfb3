import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { AgentFetch } from '../../../src/chat/delivery/agent-fetch.ts'
import { messages } from '../../../src/chat/storage/schema.ts'
import { testApp } from '../../helper/test-services.ts'
import { answering, bytesOf, sseOf } from '../delivery/delivery.fixture.ts'
import { listen } from '../live/live.fixture.ts'
import { text } from '../people.fixture.ts'
import {
  agentDetails,
  chatPlatform,
  eventsIn,
  lines,
  recorded,
  says,
  textIn,
  WAVE,
  waving,
} from './chat.fixture.ts'

describe('a text message to an agent', () => {
  it('an answer is streamed as the stored question, its events and the stored answer', async () => {
    const { ask, call } = await chatPlatform(says('Hel', 'lo'))
    const { response, events } = await ask('ann', text('helper', 'Hi'))
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('cache-control')).toContain('no-transform')
    expect(events).toMatchObject([
      { type: 'message', message: { sender: 'ann', data: { text: 'Hi' } } },
      { type: 'run-started', agent: 'helper', messageId: events[0]!.message.id },
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

  it('without an event stream the answer is stored in the background', async () => {
    const { call, answers } = await chatPlatform(says('Hello'))
    const sent = await call('POST', '/v3/messages', { as: 'ann', body: text('helper', 'Hi') })
    expect(sent).toMatchObject({ status: 200, body: { data: { data: { text: 'Hi' } } } })
    const [answer] = await answers(1)
    expect(answer.data).toMatchObject({ text: 'Hello', answer: { replyTo: sent.body.data.id } })
  })

  it('an agent is sent the conversation, stable and fresh ids, and its actions', async () => {
    const { fetch, asked } = recorded(says('One'), says('Two'))
    const agent = agentDetails({ actions: ['wave'] }, { headers: { 'X-API-Key': 'secret' } })
    const { ask } = await chatPlatform(fetch, {}, agent)
    await ask('ann', text('helper', 'First'))
    await ask('ann', text('helper', 'Second'))
    await ask('bob', text('helper', 'Other'))

    const { name, description, parameters } = WAVE
    expect(asked[1]).toMatchObject({
      messages: [
        { role: 'user', content: 'First' },
        { role: 'assistant', content: 'One' },
        { role: 'user', content: 'Second' },
      ],
      tools: [{ name, description, parameters }],
      headers: { 'x-api-key': 'secret' },
    })
    expect(asked[2].messages).toHaveLength(1)
    expect(asked[0].thread_id).toBe(asked[1].thread_id)
    expect(asked[0].thread_id).not.toBe(asked[2].thread_id)
    expect(new Set(asked.map(({ run_id }) => run_id)).size).toBe(3)
  })

  it('the conversation that is sent along is limited', async () => {
    const { fetch, asked } = recorded(says('x'.repeat(6_000)))
    const { ask } = await chatPlatform(fetch)
    for (let at = 0; at < 12; at += 1) await ask('ann', text('helper', `${at}`))
    const { messages } = asked.at(-1)
    expect(messages.at(-1)).toEqual({ role: 'user', content: '11' })
    expect(messages.length).toBeGreaterThan(8)
    expect(JSON.stringify(messages).length).toBeLessThan(40_000)
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
      { type: 'tool-call-start', toolCallId: 'a', name: 'look', displayName: 'Looking' },
      { type: 'tool-call', toolCallId: 'a', displayName: 'Looking', args: { q: 1 }, fault: null },
      { type: 'tool-result', toolCallId: 'a', result: { found: 2 } },
      { type: 'tool-call-start', toolCallId: 'b', name: 'wave', ...labels },
      { type: 'tool-call', toolCallId: 'b', ...labels, args: { times: 2 }, fault: null },
      { type: 'tool-call-start', toolCallId: 'c', ...labels },
      { type: 'tool-call', toolCallId: 'c', args: null, fault: 'invalid-arguments' },
    ])
    expect(events.at(-1)!.message.data.answer).toEqual({
      status: 'finished',
      replyTo: events[0]!.message.id,
      toolCalls: [
        { id: 'a', name: 'look', displayName: 'Looking', args: { q: 1 }, fault: null },
        { id: 'b', name: 'wave', ...labels, args: { times: 2 }, fault: null },
        {
          ...{ id: 'c', name: 'wave', ...labels, args: null },
          ...{ rawArgs: '{"times":', fault: 'invalid-arguments' },
        },
      ],
      toolResults: [{ toolCallId: 'a', name: 'look', result: { found: 2 } }],
    })
  })

  it('agents over AG-UI and with whole documents are asked too', async () => {
    const run = { threadId: 't', runId: 'r' }
    const message = { messageId: 'm' }
    const agUi = sseOf(
      { type: 'RUN_STARTED', ...run },
      { type: 'TEXT_MESSAGE_START', ...message, role: 'assistant' },
      { type: 'TEXT_MESSAGE_CONTENT', ...message, delta: 'Hello' },
      { type: 'TEXT_MESSAGE_END', ...message },
      { type: 'RUN_FINISHED', ...run },
    )
    for (const [integrateWith, type, answer] of [
      ['ag-ui', 'text/event-stream', agUi],
      ['mastra', 'application/json', '{"text":"Hello"}'],
    ]) {
      const fetch = answering([bytesOf(answer!)], type!)
      const { ask } = await chatPlatform(fetch, {}, agentDetails({ integrateWith }))
      const { events } = await ask('ann', text('helper', 'Hi'))
      expect(events.at(-1)!.message.data).toMatchObject({
        text: 'Hello',
        answer: { status: 'finished' },
      })
    }
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
    const result = { ...call, name: 'look', result: 'seen' }
    expect(events.find(({ type }) => type === 'tool-result')).toMatchObject(result)
    expect(events.at(-1)!.message.data.answer.toolResults).toEqual([result])
  })

  it("the service's own agent answers on its platform", async () => {
    const { app } = testApp()
    const fetch: AgentFetch = (url, { signal: _signal, ...request }) =>
      app.request(new URL(url).pathname, request)
    const { ask } = await chatPlatform(fetch)
    const { events } = await ask('ann', text('helper', 'top 3 today'))
    const { data } = events.at(-1)!.message
    expect(data.text).toContain('1.')
    expect(data.text).toBe(textIn(events))
    expect(data.answer).toMatchObject({
      status: 'finished',
      toolCalls: [{ name: 'getTopProductsByTimeframe', args: { timeframe: 'today', limit: 3 } }],
    })
    const again = await ask('ann', text('helper', 'and yesterday?'))
    expect(again.events.at(-1)!.message.data.answer.toolCalls[0].args.timeframe).toBe('yesterday')
  })
})

describe('why an agent failed', () => {
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

    const detail = 'the agent sent an error line'
    const kept = await database
      .select()
      .from(messages)
      .where(eq(messages.id, Number(id)))
    expect(kept[0]!.data.answer).toMatchObject({ failure: { ...failure, detail } })
    for (const path of [`messages/${id}`, 'users/helper/messages']) {
      const told = JSON.stringify((await call('GET', `/v3/${path}`)).body)
      expect(told).toContain(detail)
      expect(told).not.toContain(own)
    }
    expect(JSON.stringify(records())).toContain(own)
    await live.leave()
  })
})

describe('eventsIn()', () => {
  it('the events of a stream are parsed back', () => {
    const frame = 'id: r-1\nevent: failed\ndata: {"type":"failed","runId":"r"}\n\n'
    expect(eventsIn(`: keep-alive\n\n${frame}`)).toEqual([{ type: 'failed', runId: 'r' }])
  })
})
