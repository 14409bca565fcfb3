import { EventType } from '@ag-ui/core'
import { MockLanguageModelV3 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { client, types } from '../helper/ag-ui-client.ts'
import { calls, says, scriptedModel } from '../helper/scripted-model.ts'
import { fetchFrom, post, testApp, user } from '../helper/test-services.ts'

const URL = 'http://localhost/agent'
const BANNER = {
  name: 'showBanner',
  description: 'Shows a banner.',
  parameters: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
}

/** Puts the official client in front of the app, without a socket in between. */
function setUp(setup: Parameters<typeof testApp>[0] = {}) {
  const { app, records } = testApp(setup)
  const ask = (question: Parameters<typeof client>[1]) => client(URL, question, fetchFrom(app))
  return { app, records, ask }
}

describe('POST /agent', () => {
  it('/agent responds with the headers of AG-UI', async () => {
    const { app } = testApp()
    const response = await app.request(
      '/agent',
      post({ threadId: 't', runId: 'r', messages: [user('hello')] }),
    )
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
      connection: 'keep-alive',
    })
    await response.body?.cancel()
  })

  it('/agent streams a text', async () => {
    const { events, messages } = await setUp().ask({ messages: [user('hello')] })
    expect(types(events).slice(0, 2)).toEqual(['RUN_STARTED', 'TEXT_MESSAGE_START'])
    expect(types(events).slice(-2)).toEqual(['TEXT_MESSAGE_END', 'RUN_FINISHED'])
    expect(messages.at(-1)).toMatchObject({
      role: 'assistant',
      content: expect.stringContaining('launches'),
    })
  })

  it('a call of the agent’s own tool comes with its complete input and its result', async () => {
    const { events, messages } = await setUp().ask({ messages: [user('top 2 today')] })
    const args = events.find((event) => event.type === EventType.TOOL_CALL_ARGS)
    expect(JSON.parse(String(args && 'delta' in args && args.delta))).toMatchObject({
      timeframe: 'today',
      limit: 2,
    })
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool'])
    expect(messages[1]).toMatchObject({
      toolCalls: [{ type: 'function' }],
      content: expect.stringMatching(/today/i),
    })
  })

  it('a run ends at a call of a frontend tool, and the next one continues with its result', async () => {
    const model = scriptedModel(calls(['showBanner', { text: 'We won' }]), says('It is up.'))
    const { ask } = setUp({ parts: { model } })
    const first = await ask({ messages: [user('show it')], tools: [BANNER] })
    expect(types(first.events)).toEqual([
      'RUN_STARTED',
      'TOOL_CALL_START',
      'TOOL_CALL_ARGS',
      'TOOL_CALL_END',
      'RUN_FINISHED',
    ])
    expect(model.doStreamCalls[0]?.tools?.at(-1)).toMatchObject({
      name: 'showBanner',
      description: 'Shows a banner.',
      inputSchema: BANNER.parameters,
    })

    const result = { role: 'tool', toolCallId: 'call-1', content: 'shown' }
    const second = await ask({ messages: [...first.messages, result], tools: [BANNER] })
    expect(second.failure).toBeUndefined()
    expect(second.messages.at(-1)).toMatchObject({ role: 'assistant', content: 'It is up.' })
    expect(model.doStreamCalls[1]?.prompt.slice(-2)).toMatchObject([
      { role: 'assistant', content: [{ type: 'tool-call', input: { text: 'We won' } }] },
      { role: 'tool', content: [{ output: { value: 'shown' } }] },
    ])
  })

  it('the input of a frontend tool is forwarded while the model writes it', async () => {
    const [start, ...rest] = calls(['showBanner', { text: 'We won' }])
    const model = scriptedModel([
      start!,
      { type: 'tool-input-start', id: 'call-1', toolName: 'showBanner' },
      { type: 'tool-input-delta', id: 'call-1', delta: '{"text":' },
      { type: 'tool-input-delta', id: 'call-1', delta: '"We won"}' },
      { type: 'tool-input-end', id: 'call-1' },
      ...rest,
    ])
    const { events } = await setUp({ parts: { model } }).ask({
      messages: [user('show it')],
      tools: [BANNER],
    })
    const fragments = events.flatMap((event) =>
      event.type === EventType.TOOL_CALL_ARGS ? [event.delta] : [],
    )
    expect(fragments).toEqual(['{"text":', '"We won"}'])
  })

  it('CopilotKit’s tool for suggestions gets the questions that follow the answer', async () => {
    const { ask } = setUp()
    const first = await ask({ messages: [user('top 3 last week')] })
    const field = { type: 'string' }
    const items = { type: 'object', properties: { title: field, message: field } }
    const suggest = {
      name: 'copilotkitSuggest',
      description: 'Suggest what the user could say next',
      parameters: { type: 'object', properties: { suggestions: { type: 'array', items } } },
    }
    const { events } = await ask({
      messages: [...first.messages, user('Suggest what the user could say next. '.repeat(9))],
      tools: [suggest],
      forwardedProps: { toolChoice: { type: 'function', function: { name: suggest.name } } },
    })
    const called = events.flatMap((event) =>
      event.type === EventType.TOOL_CALL_ARGS ? event.delta : [],
    )
    const { suggestions } = JSON.parse(called.join(''))
    expect(suggestions).toContainEqual({ title: 'And this month?', message: 'And this month?' })
    expect(suggestions).toHaveLength(3)
  })

  it('a frontend tool is called after the agent’s own calls have their results', async () => {
    const model = scriptedModel(
      calls(['getTopProducts', { limit: 1 }], ['showBanner', { text: 'a' }]),
    )
    const { events } = await setUp({ parts: { model } }).ask({
      messages: [user('go')],
      tools: [BANNER],
    })
    expect(events.flatMap((event) => ('toolCallId' in event ? [event.toolCallId] : []))).toEqual([
      'call-1',
      'call-1',
      'call-1',
      'call-1',
      'call-2',
      'call-2',
      'call-2',
    ])
  })

  it('input that is not JSON is an error for the model and the reader, and no tool runs', async () => {
    const model = scriptedModel(calls(['showBanner', '{"text":']), says('Never mind.'))
    const { events, failure } = await setUp({ parts: { model } }).ask({
      messages: [user('go')],
      tools: [BANNER],
    })
    expect(failure).toBeUndefined()
    expect(types(events)).toContain('TOOL_CALL_RESULT')
    expect(events.at(-1)).toEqual({ type: 'RUN_FINISHED', threadId: 't', runId: 'r' })
  })

  it('the embedded model calls a frontend tool by its name', async () => {
    const { ask } = setUp()
    const order = user('Call showBanner with {"text":"We won"}')
    const first = await ask({ messages: [order], tools: [BANNER] })
    expect(first.messages.at(-1)).toMatchObject({
      toolCalls: [{ function: { name: 'showBanner', arguments: '{"text":"We won"}' } }],
    })
    expect(types(first.events).at(-1)).toBe('RUN_FINISHED')
    const unknown = await ask({ messages: [order] })
    expect(JSON.stringify(unknown.events)).not.toContain('"toolCallName":"showBanner"')
  })

  it('the agent’s own tool runs where a frontend tool has the same name', async () => {
    const { events } = await setUp().ask({
      messages: [user('top 1')],
      tools: [{ name: 'getTopProducts', description: 'Theirs.', parameters: {} }],
    })
    expect(types(events)).toContain('TOOL_CALL_RESULT')
    expect(events.at(-1)).toEqual({ type: 'RUN_FINISHED', threadId: 't', runId: 'r' })
  })

  it('a client that declares confetti runs it, and its result is answered by an empty run', async () => {
    const { ask, records } = setUp()
    const tools = [{ name: 'triggerConfetti', description: 'Confetti.', parameters: {} }]
    const first = await ask({ messages: [user('we hit #1!')], tools })
    expect(types(first.events)).not.toContain('TOOL_CALL_RESULT')
    const said = first.messages.at(-1)!
    expect(said.content).toContain('#1')
    const toolCallId = said.toolCalls?.[0]?.id

    const result = { role: 'tool', toolCallId, content: 'thrown' }
    const second = await ask({ messages: [...first.messages, result], tools })
    expect(second.failure).toBeUndefined()
    expect(types(second.events)).toEqual(['RUN_STARTED', 'RUN_FINISHED'])
    expect(records().filter(({ event }) => event === 'run')).toHaveLength(1)
  })

  it('a run that fails before its first text ends with RUN_ERROR alone', async () => {
    const model = new MockLanguageModelV3({
      doStream: () => Promise.reject(new Error('sk-secret')),
    })
    const { events, failure } = await setUp({ parts: { model } }).ask({ messages: [user('hi')] })
    expect(types(events)).toEqual(['RUN_STARTED', 'RUN_ERROR'])
    expect(events.at(-1)).toMatchObject({ message: 'An error occurred', code: 'internal' })
    expect(failure).toBe('An error occurred')
  })

  it('an invalid body is rejected before the stream starts', async () => {
    const { app } = testApp()
    const response = await app.request('/agent', post({ threadId: 't', messages: [] }))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      code: 'invalid-request',
      error: expect.stringMatching(/runId/),
    })
  })
})
