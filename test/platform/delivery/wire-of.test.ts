import { RunAgentInputSchema } from '@ag-ui/core/schemas'
import { describe, expect, it } from 'vitest'
import { AGENT_KINDS } from '../../../src/platform/agent-kinds.ts'
import { wireOf } from '../../../src/platform/delivery/wire-of.ts'
import {
  ask,
  bodySentTo,
  failureIn,
  JSON_TYPE,
  linesOf,
  NDJSON,
  received,
  SSE,
  sseOf,
} from './delivery.fixture.ts'

type Event = Record<string, unknown>

/** How each wire that streams says the same, by the kind that is a label of it. */
const WIRES = {
  crewai: {
    type: NDJSON,
    write: linesOf,
    text: (content: string, message_id = 'm') => ({ type: 'text_delta', content, message_id }),
    textEnd: { type: 'text_end' },
    call: (id: string, name: string, input: unknown) => [
      { type: 'tool_call_start', tool_call_id: id, tool_name: name },
      { type: 'tool_call_args', tool_call_id: id, args: input },
      { type: 'tool_call_end', tool_call_id: id },
    ],
    result: (id: string, result: unknown) => ({ type: 'tool_result', tool_call_id: id, result }),
    end: { type: 'done' },
    error: { type: 'error', message: 'secret of the agent' },
  },
  'ag-ui': {
    type: SSE,
    write: sseOf,
    text: (delta: string, messageId = 'm') => ({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta }),
    textEnd: { type: 'TEXT_MESSAGE_END', messageId: 'm' },
    call: (toolCallId: string, toolCallName: string, delta: unknown) => [
      { type: 'TOOL_CALL_START', toolCallId, toolCallName },
      { type: 'TOOL_CALL_ARGS', toolCallId, delta },
      { type: 'TOOL_CALL_END', toolCallId },
    ],
    result: (toolCallId: string, result: unknown) => {
      return { type: 'TOOL_CALL_RESULT', toolCallId, content: JSON.stringify(result) }
    },
    end: { type: 'RUN_FINISHED' },
    error: { type: 'RUN_ERROR', message: 'secret of the agent' },
  },
  vercelV5: {
    type: SSE,
    write: sseOf,
    text: (delta: string, id = 'm') => ({ type: 'text-delta', id, delta }),
    textEnd: { type: 'text-end', id: 'm' },
    call: (toolCallId: string, toolName: string, inputTextDelta: unknown) => [
      { type: 'tool-input-start', toolCallId, toolName },
      typeof inputTextDelta === 'string'
        ? { type: 'tool-input-delta', toolCallId, inputTextDelta }
        : { type: 'tool-input-available', toolCallId, toolName, input: inputTextDelta },
    ],
    result: (toolCallId: string, output: unknown) => {
      return { type: 'tool-output-available', toolCallId, output }
    },
    end: { type: 'finish' },
    error: { type: 'error', errorText: 'secret of the agent' },
  },
} as const

const kinds = Object.keys(WIRES).filter((kind): kind is keyof typeof WIRES => kind in WIRES)

const started = (toolCallId: string, toolName: string) => {
  return { type: 'tool-call-start', toolCallId, toolName }
}
const called = (toolCallId: string, toolName: string, input: unknown) => {
  return {
    type: 'tool-call',
    toolCallId,
    toolName,
    input,
    rawInput: JSON.stringify(input),
    fault: null,
  }
}
const FINISHED = expect.objectContaining({ type: 'run-end' })

function toSnake(event: Event): Event {
  const snake = ([name, value]: [string, unknown]) => {
    return [name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), value]
  }
  return Object.fromEntries(Object.entries(event).map(snake))
}

describe.each(kinds)('an agent of kind %s', (kind) => {
  const { type, write, text, textEnd, call, result, end, error } = WIRES[kind]
  const hear = (...events: Event[]) => ask(kind, write(...events, end), type)
  const run = [
    ...call('c', 'wave', { times: 3 }),
    result('c', { ok: true }),
    text('Hello '),
    text('there'),
  ]
  const heard = {
    text: 'Hello there',
    rest: [
      ...[started('c', 'wave'), called('c', 'wave', { times: 3 })],
      ...[
        { type: 'tool-result', toolCallId: 'c', toolName: 'wave', result: { ok: true } },
        FINISHED,
      ],
    ],
  }

  it('text, calls and results are read, in the spelling of Python too', async () => {
    expect(received(await hear(...run))).toEqual(heard)
    expect(received(await hear(...run.map(toSnake)))).toEqual(heard)
  })

  it('heartbeats, lines of a log, unknown events and [DONE] for an end cost nothing', async () => {
    const noise = [
      ...[{ type: 'heartbeat' }, { ping: 1 }, { type: 'constructor' }, { type: 7 }],
      ...['ping', null, 7, ['log']],
    ]
    const log = type === SSE ? 'data: INFO: 127.0.0.1 "POST"\n\n: ping\n' : 'INFO: "POST" 200\n'
    const pieces = run.map((event) => write(event) + write(...noise) + log)
    for (const last of [write(end), type === SSE ? 'data: [DONE]\n\n' : '[DONE]\n']) {
      expect(received(await ask(kind, log + pieces.join('') + last, type))).toEqual(heard)
    }
  })

  it('two messages of a run are two paragraphs', async () => {
    const said = async (...events: Event[]) => received(await hear(...events)).text
    expect(await said(text('one', 'a'), text('.', 'a'), text('two', 'b'))).toBe('one.\n\ntwo')
    expect(await said(text('one'), textEnd, text('two'), textEnd)).toBe('one\n\ntwo')
    expect(await said(text('one\n', 'a'), text('', 'b'), text('\ntwo', 'b'))).toBe('one\n\ntwo')
    expect(await said(textEnd, text('one'), ...call('c', 'wave', {}), text(' two'))).toBe('one two')
  })

  it('a call runs only if its arguments are an object', async () => {
    const { rest } = received(await hear(...call('a', 'wave', '{"times":')))
    expect(rest[1]).toMatchObject({ input: null })
    const whole = await hear(...call('a', 'wave', '{"times":1}').slice(0, 2))
    expect(received(whole).rest).toMatchObject([
      started('a', 'wave'),
      { input: { times: 1 }, fault: null, isUnclosed: true },
      FINISHED,
    ])
    const cut = await ask(kind, write(...call('a', 'wave', '{"times":1}').slice(0, 2)), type)
    expect(received(cut).rest[1]).toMatchObject({ input: null, fault: 'never-ended' })
  })

  it('an error is a failure in our own words', async () => {
    const events = await ask(kind, write(text('A'), error), type)
    expect(received(events).text).toBe('A')
    expect(failureIn(events).code).toBe('agent-failed')
    expect(JSON.stringify(events)).not.toContain('secret')
  })

  it('a stream of nothing known is malformed, one without an end is cut short', async () => {
    const foreign = WIRES[kind === 'ag-ui' ? 'crewai' : 'ag-ui']
    for (const one of [write(foreign.text('A'), foreign.end), write({ type: 'x' }), 'oops\n\n']) {
      if (one === 'oops\n\n' && type === SSE) continue // no event at all
      const failure = failureIn(await ask(kind, one, type))
      expect(failure).toMatchObject({
        code: 'malformed',
        detail: expect.stringContaining('another'),
      })
    }
    for (const one of [write(text('A')), `${write(text('A'))}${write(end).slice(0, 14)}`, '']) {
      expect(failureIn(await ask(kind, one, type)).code).toBe('cut-short')
    }
  })

  it.each([
    ['half an object', (write: typeof sseOf) => write(0).replace('0', '{"type":"te')],
    [
      'a value without end',
      (write: typeof sseOf) => write(0).replace('0', `{"y":${'['.repeat(5_000)}`),
    ],
  ])('what came before %s is kept', async (_what, broken) => {
    const events = await ask(kind, write(text('So far')) + broken(write) + write(end), type)
    expect(received(events).text).toBe('So far')
    expect(failureIn(events)).toMatchObject({ code: 'malformed' })
  })

  it('a call without an id has the name of its tool, one without a name is malformed', async () => {
    const [start = {}] = call('c', 'wave', {})
    const without = (pattern: RegExp) =>
      Object.fromEntries(Object.entries(start).filter(([name]) => !pattern.test(name)))
    expect(received(await hear(without(/id$/i))).rest[0]).toEqual(started('wave', 'wave'))
    expect(failureIn(await hear(without(/name$/i))).code).toBe('malformed')
  })

  it('nothing is read after the end', async () => {
    expect(await hear(end, text('more'), error)).toEqual([FINISHED])
  })
})

describe('the requests', () => {
  const ids = { threadId: 'thread-1', runId: 'run-1' }
  const parameters = { type: 'object', properties: { times: { type: 'integer' } } }
  const tools = [{ name: 'wave', description: 'Waves.', parameters }]
  const wave = { id: 'c0', type: 'function', function: { name: 'wave', arguments: '{"times":2}' } }

  it('JSON lines: the conversation, the ids and the actions as tools', async () => {
    expect(await bodySentTo('crewai')).toEqual({
      ...{ agent_id: 'helper', thread_id: 'thread-1', run_id: 'run-1', tools },
      messages: [
        { role: 'user', content: 'Celebrate!' },
        { role: 'assistant', content: '', tool_calls: [wave] },
        { role: 'tool', content: 'waved', tool_call_id: 'c0' },
        { role: 'user', content: 'And again' },
      ],
    })
  })

  it('AG-UI: a valid RunAgentInput of the official schema', async () => {
    const body = await bodySentTo('ag-ui')
    expect(RunAgentInputSchema.safeParse(body).error).toBeUndefined()
    expect(body).toMatchObject({ ...ids, tools, context: [], state: {} })
    expect(body).toMatchObject({
      messages: [{ id: 'm1' }, { toolCalls: [wave] }, { toolCallId: 'c0' }, { role: 'user' }],
    })
  })

  it('UI message stream: UI messages, with a call and its result in one part', async () => {
    const part = { type: 'dynamic-tool', toolCallId: 'c0', input: { times: 2 }, output: 'waved' }
    expect(await bodySentTo('vercelV5')).toMatchObject({
      ...{ id: 'thread-1', trigger: 'submit-message', tools },
      messages: [
        { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Celebrate!' }] },
        { role: 'assistant', parts: [part] },
        { role: 'user' },
      ],
    })
  })

  it('one JSON answer: roles and texts, the ids and the actions in two forms', async () => {
    for (const kind of ['mastra', 'mastra-legacy']) {
      expect(await bodySentTo(kind)).toEqual({
        ...{ ...ids, agentId: 'helper', tools },
        clientTools: { wave: { id: 'wave', description: 'Waves.', inputSchema: parameters } },
        messages: [
          { role: 'user', content: 'Celebrate!' },
          { role: 'user', content: 'And again' },
        ],
      })
    }
    expect(await bodySentTo('rasa')).toEqual({ sender: 'thread-1', message: 'And again' })
  })

  it('every kind has a wire, or a message that says what to register instead', () => {
    for (const kind of AGENT_KINDS.filter((kind) => kind !== 'ag2')) {
      expect(wireOf(kind).accept).toContain('/')
    }
    expect(() => wireOf('ag2')).toThrow(/register it as ag-ui .* or as crewai/)
    expect(() => wireOf('toString')).toThrow(/must be one of mastra, .*ag-ui/)
  })
})

it('UI message stream: an input as JSON text is the input', async () => {
  const call = { toolCallId: 'c', toolName: 'wave', input: '{"times":3}' }
  const events = await ask(
    'vercelV5',
    sseOf({ type: 'tool-input-available', ...call }, { type: 'finish' }),
    SSE,
  )
  expect(received(events).rest[1]).toEqual(called('c', 'wave', { times: 3 }))
})

describe('JSON lines', () => {
  const RUN = linesOf({ type: 'text_delta', content: 'Hi' }, { type: 'done' })

  it.each([
    ['application/json', RUN],
    ['text/plain; charset=utf-8', RUN],
    ['', RUN],
    ['text/event-stream', RUN.replaceAll(/^/gm, 'data: ').replaceAll('\n', '\n\n')],
    ['text/plain', `: hello\n${RUN.trim().replaceAll(/^/gm, 'data: ')}`],
    [NDJSON, RUN.replaceAll('\n', '\r\n')],
    [NDJSON, `\ufeff${RUN}`],
    [NDJSON, `\n\n${RUN.trim()}`],
  ])('the content type %j is read', async (contentType, text) => {
    expect(received(await ask('crewai', text, contentType))).toEqual({
      text: 'Hi',
      rest: [FINISHED],
    })
  })

  it('interleaved calls and arguments in pieces are kept apart', async () => {
    const a = { toolCallId: 'a', toolName: 'wave' }
    const b = { toolCallId: 'b', toolName: 'jump' }
    const text = linesOf(
      { type: 'tool_call_start', ...a },
      { type: 'tool_call_start', ...b },
      { type: 'tool_call_args', ...a, args: '{"of":' },
      { type: 'tool_call_args', ...b, arguments: '{"of":"b"}' },
      { type: 'tool_call_args', ...a, delta: '"a"}' },
      { type: 'tool_call_end', ...b },
      { type: 'tool_call_end', ...a },
      { type: 'done' },
    )
    const calls = (await ask('agno', text, NDJSON)).filter(({ type }) => type === 'tool-call')
    expect(calls).toMatchObject([
      called('a', 'wave', { of: 'a' }),
      called('b', 'jump', { of: 'b' }),
    ])
  })

  it.each([
    ['no-arguments', []],
    ['no-arguments', [' ']],
    ['invalid-arguments', ['{"times":']],
    ['invalid-arguments', [[3]]],
  ])('a call that must not run has a fault: %s', async (fault, args) => {
    const call = { toolCallId: 'c', toolName: 'wave' }
    const input = args.map((args) => ({ type: 'tool_call_args', ...call, args }))
    const start = { type: 'tool_call_start', ...call }
    const text = linesOf(start, ...input, { type: 'tool_call_end', ...call }, { type: 'done' })
    const { rest } = received(await ask('langgraph', text, NDJSON))
    expect(rest[1]).toMatchObject({ type: 'tool-call', input: null, fault })
  })

  it('a character that is split between two deltas is whole', async () => {
    const lines = ['a\\ud83c', '\\udf89b'].map(
      (text) => `{"type":"text_delta","content":"${text}"}`,
    )
    const events = await ask('crewai', `${lines.join('\n')}\n{"type":"done"}`, NDJSON)
    expect(events.map((event) => ('delta' in event ? event.delta : ''))).toEqual(['a', '🎉b', ''])
  })
})

describe('AG-UI', () => {
  const FINISH = { type: 'RUN_FINISHED' }
  const say = (...events: Event[]) =>
    ask('ag-ui', sseOf({ type: 'RUN_STARTED' }, ...events, FINISH), SSE)
  const content = WIRES['ag-ui'].text

  it('text and calls are read from chunks', async () => {
    const { text, rest } = received(
      await say(
        { type: 'TEXT_MESSAGE_CHUNK', messageId: 'm', role: 'assistant', delta: 'He' },
        { type: 'TEXT_MESSAGE_CHUNK', delta: 'llo' },
        { type: 'TOOL_CALL_CHUNK', toolCallId: 'a', toolCallName: 'wave', delta: '{"n"' },
        { type: 'RAW', event: {} },
        { type: 'TOOL_CALL_CHUNK', delta: ':1}' },
        { type: 'TOOL_CALL_CHUNK', toolCallId: 'b', toolCallName: 'jump', delta: '{}' },
      ),
    )
    expect(text).toBe('Hello')
    expect(rest.filter(({ type }) => type === 'tool-call')).toEqual([
      ...[called('a', 'wave', { n: 1 }), called('b', 'jump', {})],
    ])
  })

  it('a call without an end runs once its message has ended', async () => {
    const call = WIRES['ag-ui'].call('c', 'wave', '{"times":2}').slice(0, 2)
    const end = { type: 'TEXT_MESSAGE_END', messageId: 'm' }
    const events = await say(...call, content('Hi'), end, content('Bye', 'n'))
    expect(events.map(({ type }) => type)).toEqual([
      ...['tool-call-start', 'text-delta', 'tool-call', 'text-delta', 'run-end'],
    ])
  })

  it('text is read from a snapshot when it comes nowhere else', async () => {
    const messages = ['assistant', 'user', 'assistant', 'assistant'].map((role, at) => {
      return { role, content: `${at}` }
    })
    const snapshot = { type: 'MESSAGES_SNAPSHOT', messages }
    expect(received(await say(snapshot)).text).toBe('2\n\n3')
    expect(received(await say(content('streamed'), snapshot)).text).toBe('streamed')
  })

  it('messages of other roles are not part of the answer', async () => {
    const start = { type: 'TEXT_MESSAGE_START', messageId: 'u', role: 'user' }
    expect(received(await say(start, content('echo', 'u'), content('answer'))).text).toBe('answer')
  })

  it('values that are nested too deep are dropped', async () => {
    const deep = `{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`
    const result = { type: 'TOOL_CALL_RESULT', toolCallId: 'c', content: deep }
    const { rest } = received(await say(...WIRES['ag-ui'].call('c', 'wave', deep), result))
    expect(rest).toMatchObject([
      started('c', 'wave'),
      { input: null, fault: 'invalid-arguments', rawInput: deep },
      { type: 'tool-result', result: deep },
      FINISHED,
    ])
  })

  it('a run that was cancelled is cut short', async () => {
    const cancelled = { ...FINISH, outcome: { type: 'cancelled' } }
    expect(failureIn(await say(content('A'), cancelled)).code).toBe('cut-short')
    expect(failureIn(await ask('vercelV5', sseOf({ type: 'abort' }), SSE)).code).toBe('cut-short')
  })

  it('events are read from lines, and another content type is an error', async () => {
    expect(received(await ask('ag-ui', linesOf(content('A'), FINISH), NDJSON)).text).toBe('A')
    for (const [contentType, came] of [
      ['text/html; charset=utf-8', 'text/html'],
      ['secret/words', 'a different one'],
      ['', 'missing'],
    ] as const) {
      expect(failureIn(await ask('ag-ui', sseOf(FINISH), contentType))).toMatchObject({
        code: 'wrong-content',
        detail: `the content type of the response is ${came}; it must be one of text/event-stream`,
      })
    }
  })
})

describe('one JSON answer', () => {
  const answer = (value: unknown) => ask('mastra', JSON.stringify(value), JSON_TYPE)
  const call = { toolCallId: 'c', toolName: 'wave' }

  it.each([
    ['in the call', { ...call, args: { n: 1 }, result: 'ok' }],
    ['in other words', { ...call, input: { n: 1 }, output: 'ok' }],
    ['in a payload', { payload: { ...call, args: { n: 1 }, result: 'ok' } }],
    [
      'in snake case, as text',
      { tool_call_id: 'c', tool_name: 'wave', args: '{"n":1}', result: 'ok' },
    ],
  ])('text and calls are read, with the fields %s', async (_where, one) => {
    expect(received(await answer({ text: 'Done', toolCalls: [one], toolResults: [one] }))).toEqual({
      text: 'Done',
      rest: [
        ...[started('c', 'wave'), called('c', 'wave', { n: 1 })],
        ...[{ type: 'tool-result', toolCallId: 'c', toolName: 'wave', result: 'ok' }, FINISHED],
      ],
    })
  })

  it('the calls of all steps are read', async () => {
    const step = (toolCallId: string) => ({ toolCalls: [{ ...call, toolCallId, args: {} }] })
    const value = { text: 'Done', toolCalls: [], steps: [step('a'), step('b')] }
    const calls = (await answer(value)).filter(({ type }) => type === 'tool-call')
    expect(calls).toMatchObject([{ toolCallId: 'a' }, { toolCallId: 'b' }])
  })

  it('each reply of a list is a paragraph', async () => {
    const replies = [{ recipient_id: 'x', text: 'One' }, { image: 'https://x.example/1.png' }, {}]
    const text = JSON.stringify(replies)
    expect(received(await ask('rasa', text, JSON_TYPE)).text).toBe('One\n\nhttps://x.example/1.png')
    expect(received(await ask('rasa', '[]', JSON_TYPE)).text).toBe('')
  })

  it('an answer without text or calls is a failure', async () => {
    expect(failureIn(await answer({ error: 'words' })).code).toBe('agent-failed')
    expect(failureIn(await answer({ hello: 1 })).code).toBe('malformed')
    expect(failureIn(await ask('mastra', '{"text":"ha', JSON_TYPE)).code).toBe('malformed')
    expect(failureIn(await ask('mastra', '<html>', 'text/html')).code).toBe('wrong-content')
  })
})
