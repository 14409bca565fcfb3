import { RunAgentInputSchema } from '@ag-ui/core/schemas'
import { describe, expect, it } from 'vitest'
import {
  agentOf,
  answering,
  ask,
  bodySentTo,
  bytesOf,
  eventsOf,
  failureIn,
  linesOf,
  SSE,
  sseOf,
  told,
} from '../delivery.fixture.ts'

const STARTED = { type: 'RUN_STARTED', threadId: 'thread-1', runId: 'run-1' }
const FINISHED = { type: 'RUN_FINISHED', threadId: 'thread-1', runId: 'run-1' }
const content = (delta: string, messageId = 'm') => {
  return { type: 'TEXT_MESSAGE_CONTENT', messageId, delta }
}

function say(...events: unknown[]) {
  return ask('ag-ui', sseOf(STARTED, ...events, FINISHED), SSE)
}

describe('an agent that speaks AG-UI', () => {
  it('AG-UI: text, calls and results are read', async () => {
    const events = await say(
      { type: 'STEP_STARTED', stepName: 's' },
      { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' },
      content('Hello '),
      content('there'),
      { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'jump', parentMessageId: 'm' },
      { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: '{"high"' },
      { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: ':2}' },
      { type: 'TOOL_CALL_END', toolCallId: 'c' },
      { type: 'TOOL_CALL_RESULT', messageId: 'r', toolCallId: 'c', content: '{"ok":true}' },
      { type: 'STATE_SNAPSHOT', snapshot: {} },
      { type: 'CUSTOM', name: 'x', value: 1 },
      { type: 'TEXT_MESSAGE_END', messageId: 'm' },
      { type: 'STEP_FINISHED', stepName: 's' },
    )
    expect(told(events)).toEqual({
      text: 'Hello there',
      rest: [
        { type: 'tool-call-start', toolCallId: 'c', name: 'jump' },
        {
          ...{ type: 'tool-call', toolCallId: 'c', name: 'jump' },
          ...{ args: { high: 2 }, rawArgs: '{"high":2}', fault: null },
        },
        { type: 'tool-result', toolCallId: 'c', name: 'jump', result: { ok: true } },
        { type: 'finished' },
      ],
    })
  })

  it('AG-UI: the request is a valid RunAgentInput of the official schema', async () => {
    const body = await bodySentTo('ag-ui')
    expect(RunAgentInputSchema.safeParse(body).error).toBeUndefined()
    expect(body).toMatchObject({ threadId: 'thread-1', runId: 'run-1', context: [], state: {} })
    expect(body).toMatchObject({
      tools: [{ name: 'wave', description: 'Waves.' }],
      messages: [
        { id: 'm1', role: 'user' },
        { toolCalls: [{ id: 'c0', type: 'function', function: { name: 'wave' } }] },
        { role: 'tool', toolCallId: 'c0', content: 'waved' },
        { role: 'user' },
      ],
    })
  })

  it('AG-UI: text and calls are read from chunk events', async () => {
    const events = await say(
      { type: 'TEXT_MESSAGE_CHUNK', messageId: 'm', role: 'assistant', delta: 'He' },
      { type: 'TEXT_MESSAGE_CHUNK', delta: 'llo' },
      { type: 'TOOL_CALL_CHUNK', toolCallId: 'a', toolCallName: 'wave', delta: '{"n"' },
      { type: 'RAW', event: {} },
      { type: 'TOOL_CALL_CHUNK', delta: ':1}' },
      { type: 'TOOL_CALL_CHUNK', toolCallId: 'b', toolCallName: 'jump', delta: '{}' },
    )
    const { text, rest } = told(events)
    expect(text).toBe('Hello')
    expect(rest.filter(({ type }) => type === 'tool-call')).toMatchObject([
      { toolCallId: 'a', name: 'wave', args: { n: 1 }, fault: null },
      { toolCallId: 'b', name: 'jump', args: {}, fault: null },
    ])
  })

  it('AG-UI: a call without TOOL_CALL_END runs when its arguments are complete', async () => {
    const call = [
      { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'wave' },
      { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: '{"times"' },
      { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: ':2}' },
    ]
    const closed = { type: 'tool-call', args: { times: 2 }, fault: null, isUnclosed: true }
    expect(told(await say(...call)).rest).toMatchObject([
      { type: 'tool-call-start' },
      closed,
      { type: 'finished' },
    ])

    const text = { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'Hi' }
    const end = { type: 'TEXT_MESSAGE_END', messageId: 'm' }
    const last = { ...text, messageId: 'n', delta: 'Bye' }
    const events = await say(...call, text, end, last)
    expect(events.map(({ type }) => type)).toEqual([
      ...['tool-call-start', 'text-delta', 'tool-call', 'text-delta', 'finished'],
    ])
    expect(events[2]).toMatchObject(closed)
  })

  it('AG-UI: a call with incomplete arguments has a fault', async () => {
    const events = await say(
      { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'wave' },
      { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: '{"times":' },
      { type: 'TEXT_MESSAGE_END', messageId: 'm' },
    )
    expect(told(events).rest).toMatchObject([
      { type: 'tool-call-start' },
      { type: 'tool-call', args: null, fault: 'never-ended' },
      { type: 'finished' },
    ])
  })

  it('AG-UI: text is read from a snapshot when it comes nowhere else', async () => {
    const messages = [
      { id: '1', role: 'assistant', content: 'old' },
      { id: '2', role: 'user', content: 'question' },
      { id: '3', role: 'assistant', content: 'new' },
    ]
    const snapshot = { type: 'MESSAGES_SNAPSHOT', messages }
    expect(told(await say(snapshot)).text).toBe('new')
    expect(told(await say(content('streamed'), snapshot)).text).toBe('streamed')
  })

  it('AG-UI: messages of other roles are not part of the answer', async () => {
    const start = { type: 'TEXT_MESSAGE_START', messageId: 'u', role: 'user' }
    expect(told(await say(start, content('echo', 'u'), content('answer'))).text).toBe('answer')
  })

  it('AG-UI: values that are nested too deep are dropped', async () => {
    const deep = `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`
    const events = await say(
      { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'wave' },
      { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: deep },
      { type: 'TOOL_CALL_END', toolCallId: 'c' },
      { type: 'TOOL_CALL_RESULT', messageId: 'r', toolCallId: 'c', content: deep },
    )
    expect(told(events).rest).toMatchObject([
      { type: 'tool-call-start' },
      { args: null, fault: 'invalid-arguments', rawArgs: deep },
      { type: 'tool-result', result: deep },
      { type: 'finished' },
    ])
  })

  it('AG-UI: several messages are joined to one text', async () => {
    expect(told(await say(content('one ', 'a'), content('two', 'b'))).text).toBe('one two')
  })

  it('AG-UI: RUN_ERROR is a failure in our own words', async () => {
    const error = { type: 'RUN_ERROR', message: 'secret of the agent' }
    const events = await ask('ag-ui', sseOf(STARTED, content('A'), error), SSE)
    expect(told(events).text).toBe('A')
    expect(failureIn(events).code).toBe('agent-failed')
    expect(JSON.stringify(events)).not.toContain('secret')
  })

  it('AG-UI: a stream without RUN_FINISHED, or a cancelled run, is cut-short', async () => {
    const cancelled = { ...FINISHED, outcome: { type: 'cancelled' } }
    for (const end of [[], [cancelled]]) {
      const events = await ask('ag-ui', sseOf(STARTED, content('A'), ...end), SSE)
      expect(told(events).text).toBe('A')
      expect(failureIn(events).code).toBe('cut-short')
    }
  })

  it.each([
    ['an event that is no JSON', 'data: oops\n\n'],
    ['content without a delta', sseOf({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm' })],
    ['a chunk of no call', sseOf({ type: 'TOOL_CALL_CHUNK', delta: '{' })],
  ])('AG-UI: an answer is malformed with %s', async (_what, event) => {
    const events = await ask('ag-ui', `${sseOf(content('A'))}${event}${sseOf(FINISHED)}`, SSE)
    expect(told(events).text).toBe('A')
    expect(failureIn(events).code).toBe('malformed')
  })

  it.each([
    ['CRLF', sseOf(content('A'), FINISHED).replaceAll('\n', '\r\n')],
    ['CR', sseOf(content('A'), FINISHED).replaceAll('\n', '\r')],
    ['a BOM and comments', `\ufeff: ping\n\n${sseOf(content('A'), FINISHED)}`],
    [
      'event names and ids',
      sseOf(content('A'), FINISHED).replaceAll('data:', 'event: e\nid: 1\ndata:'),
    ],
    ['no last blank line', sseOf(content('A'), FINISHED).trimEnd()],
  ])('AG-UI: the answer is read with %s', async (_what, text) => {
    expect(told(await ask('ag-ui', text, SSE))).toEqual({ text: 'A', rest: [{ type: 'finished' }] })
  })

  it('AG-UI: events are read from JSON lines', async () => {
    const events = await ask('ag-ui', linesOf(content('A'), FINISHED), 'application/x-ndjson')
    expect(told(events).text).toBe('A')
  })

  it('AG-UI: the size of an event is limited, whole, in pieces or over several lines', async () => {
    const long = 'x'.repeat(500)
    const texts = [
      [sseOf(content(long))],
      [...sseOf(content(long))],
      [...`data: ${long.match(/.{50}/g)?.join('\ndata: ')}\n\n`],
      [...long],
    ]
    for (const pieces of texts) {
      const answer = [sseOf(content('A')), ...pieces, sseOf(FINISHED)].map(bytesOf)
      const asked = { fetch: answering(answer, SSE), limits: { maxFrameLength: 200 } }
      const events = await eventsOf(agentOf('ag-ui'), asked)
      expect(told(events)).toMatchObject({ text: 'A', rest: [{ code: 'too-large' }] })
    }
  })

  it('AG-UI: another content type is an error', async () => {
    for (const [contentType, came] of [
      ['text/html; charset=utf-8', 'text/html'],
      ['application/json', 'application/json'],
      ['secret/words', 'a different one'],
      ['', 'missing'],
    ] as const) {
      expect(failureIn(await ask('ag-ui', sseOf(FINISHED), contentType))).toMatchObject({
        code: 'wrong-content',
        detail: `the content type of the response is ${came}; it must be one of text/event-stream`,
      })
    }
  })
})
