import { describe, expect, it } from 'vitest'
import type { RunEvent } from '../../src/core/run.ts'
import { agUi } from '../../src/wires/ag-ui/ag-ui.ts'
import { FAILED_RUN, FRONTEND_RUN, RUN } from './run.fixture.ts'

const BODY = {
  threadId: 't',
  runId: 'r',
  messages: [{ id: '1', role: 'user', content: 'hi' }],
}

const encoded = (run: readonly RunEvent[], body: object = BODY) =>
  run.map(agUi.open(body).encode).join('')

function events(run: readonly RunEvent[], body?: object) {
  return encoded(run, body)
    .split('\n\n')
    .slice(0, -1)
    .map((frame) => JSON.parse(frame.replace(/^data: /, '')))
}

const CONFETTI = call('c1', 'triggerConfetti')
const OURS = call('c2', 'getTopProducts')
const BANNER = call('f1', 'showBanner')
const TOOLS = [{ name: 'triggerConfetti' }, { name: 'showBanner' }]
const result = (toolCallId: string) => ({ role: 'tool', toolCallId, content: '' })

function said(content: string, ...toolCalls: object[]) {
  return { role: 'assistant', content, toolCalls }
}

const THROWN = { toolCallId: 'c1', toolName: 'triggerConfetti', input: { ticks: 200 } }

/** Confetti, and then the call of a frontend tool. */
const CONFETTI_RUN: readonly RunEvent[] = [
  ...FRONTEND_RUN.slice(0, 1),
  { type: 'tool-call-start', toolCallId: THROWN.toolCallId, toolName: THROWN.toolName },
  { type: 'tool-call', ...THROWN },
  {
    type: 'tool-result',
    toolCallId: THROWN.toolCallId,
    toolName: THROWN.toolName,
    result: { ticks: 200 },
  },
  ...FRONTEND_RUN.slice(4),
]

describe('agUi', () => {
  it('AG-UI: a recorded run is encoded', () => {
    expect(events(RUN)).toEqual([
      { type: 'RUN_STARTED', threadId: 't', runId: 'r' },
      { type: 'TEXT_MESSAGE_START', messageId: 'm', role: 'assistant' },
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'Let me look.' },
      {
        type: 'TOOL_CALL_START',
        toolCallId: 'c1',
        toolCallName: 'searchProducts',
        parentMessageId: 'm',
      },
      { type: 'TOOL_CALL_ARGS', toolCallId: 'c1', delta: '{"query":"notes","limit":10}' },
      { type: 'TOOL_CALL_END', toolCallId: 'c1' },
      {
        type: 'TOOL_CALL_RESULT',
        messageId: 'm-c1',
        toolCallId: 'c1',
        content: '{"hits":[]}',
        role: 'tool',
      },
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'Nothing\n“yet” 💤' },
      { type: 'TEXT_MESSAGE_END', messageId: 'm' },
      { type: 'RUN_FINISHED', threadId: 't', runId: 'r' },
    ])
  })

  it('AG-UI: a call of a frontend tool ends the run as a success that names it', () => {
    const seen = events(FRONTEND_RUN, { ...BODY, protocolVersion: '1.0.0' })
    expect(seen.slice(-5)).toEqual([
      {
        type: 'TOOL_CALL_START',
        toolCallId: 'f1',
        toolCallName: 'showBanner',
        parentMessageId: 'm',
      },
      { type: 'TOOL_CALL_ARGS', toolCallId: 'f1', delta: '{"text":"Zwölf ' },
      { type: 'TOOL_CALL_ARGS', toolCallId: 'f1', delta: '🎈"}' },
      { type: 'TOOL_CALL_END', toolCallId: 'f1' },
      { type: 'RUN_FINISHED', threadId: 't', runId: 'r' },
    ])
    expect(seen.map(({ type }) => type)).not.toContain('TEXT_MESSAGE_START')
  })

  it('AG-UI: the result of confetti is left to a client that declares it', () => {
    const tools = [{ name: 'triggerConfetti' }, { name: 'searchProducts' }]
    const declared = { ...BODY, tools, protocolVersion: '1.0.0' }
    const seen = events(CONFETTI_RUN, declared)
    const calls = seen.filter(({ toolCallId }) => toolCallId === 'c1')
    const ofCall = ['TOOL_CALL_START', 'TOOL_CALL_ARGS', 'TOOL_CALL_END']
    expect(calls.map(({ type }) => type)).toEqual(ofCall)
    const results = (run: readonly RunEvent[], body?: object) =>
      events(run, body).filter(({ type }) => type === 'TOOL_CALL_RESULT')
    expect(results(CONFETTI_RUN)).toHaveLength(1)
    expect(results(RUN, declared)).toHaveLength(1)
  })

  it.each<[string, boolean, unknown[], unknown[]?]>([
    ['the reader’s confetti after its text', true, [said('Hooray!', CONFETTI), result('c1')]],
    ['it before the text', true, [said('', CONFETTI), result('c1'), said('Hooray!')]],
    ['a result of ours beside it', true, [said('Yes', CONFETTI, OURS), result('c2'), result('c1')]],
    [
      'it after the text that another result led to',
      true,
      [said('', BANNER), result('f1'), said('It is up.', CONFETTI), result('c1')],
    ],
    ['no text yet', false, [said('', CONFETTI), result('c1')]],
    ['another result as well', false, [said('Look', CONFETTI, BANNER), result('c1'), result('f1')]],
    ['another result alone', false, [said('Look', BANNER), result('f1')]],
    ['no result of it', false, [said('Hooray!', CONFETTI)]],
    ['a new message', false, [said('Hooray!', CONFETTI), result('c1'), BODY.messages[0]]],
    ['confetti of ours', false, [said('Hooray!', CONFETTI), result('c1')], []],
  ])('AG-UI: with %s the run is over at once: %s', (_what, isOver, since, tools = TOOLS) => {
    const messages = [...BODY.messages, ...since]
    expect(agUi.open({ ...BODY, messages, tools }).isAnswered).toBe(isOver)
  })

  it('AG-UI: nothing follows an error', () => {
    expect(events(FAILED_RUN).at(-1)).toEqual({
      type: 'RUN_ERROR',
      message: 'The language model broke off.',
      code: 'upstream-failed',
    })
  })

  it('AG-UI: each event is one data line and a blank line', () => {
    for (const run of [RUN, FRONTEND_RUN, FAILED_RUN]) {
      expect(encoded(run)).toMatch(/^(data: \{.*\}\n\n)+$/)
      expect(encoded(run)).not.toContain('null')
    }
  })

  it("AG-UI: parts, all seven roles and the client's tools are read", () => {
    const { input } = agUi.open({
      ...BODY,
      messages: [
        { id: '1', role: 'developer', content: 'Be brief.' },
        { id: '2', role: 'system', content: 'Be kind.' },
        { id: '3', role: 'activity', activityType: 'PLAN', content: { step: 1 } },
        { id: '4', role: 'reasoning', content: 'hm' },
        { id: '5', role: 'assistant', toolCalls: [call('c1', 'pick')] },
        { id: '6', role: 'tool', toolCallId: 'c1', content: '', error: 'no hands' },
        {
          id: '7',
          role: 'user',
          content: [
            { type: 'text', text: 'top' },
            { type: 'image', source: { type: 'url', value: 'https://a.example/i.png' } },
            { type: 'text', text: '3' },
          ],
        },
      ],
      tools: [{ name: 'pick', description: 'Picks.', parameters: { required: ['a'] } }],
      context: [{ description: 'Page', value: 'settings' }],
      state: { any: 'thing' },
      forwardedProps: null,
      somethingNew: true,
    })
    expect(input.messages).toMatchObject([
      { role: 'system', content: 'What the application shows. Page: settings' },
      { role: 'developer', content: 'Be brief.' },
      { role: 'system', content: 'Be kind.' },
      { role: 'activity', content: '' },
      { role: 'reasoning', content: 'hm' },
      { role: 'assistant', toolCalls: [{ toolCallId: 'c1', toolName: 'pick', input: {} }] },
      { role: 'tool', toolCallId: 'c1', content: '{"error":"no hands"}' },
      { role: 'user', content: 'top\n3' },
    ])
    expect(input.frontendTools?.read).toEqual([
      {
        name: 'pick',
        description: 'Picks.',
        parameters: { type: 'object', properties: {}, required: ['a'] },
      },
    ])
  })

  it('AG-UI: a run without messages is empty', () => {
    expect(agUi.open({ ...BODY, messages: [] }).isAnswered).toBe(true)
    expect(agUi.open(BODY).isAnswered).toBe(false)
  })

  it.each(['length', 'content-filter'])(
    'AG-UI: recent clients are told of a text cut by %s',
    (finishReason) => {
      const cut = RUN.map((event) =>
        event.type === 'run-end' ? { ...event, finishReason } : event,
      )
      const end = { type: 'RUN_FINISHED', threadId: 't', runId: 'r' }
      const recent = { ...BODY, protocolVersion: '1.0.0' }
      expect(events(cut, recent).at(-1)).toEqual({ ...end, metadata: { finishReason } })
      expect(events(cut).at(-1)).toEqual(end)
      expect(events(RUN, recent).at(-1)).toEqual(end)
    },
  )

  it('AG-UI: ids may be numbers, and spelled as on /stream', () => {
    const { input } = agUi.open({ thread_id: 7, run_id: 'r-1', messages: BODY.messages })
    expect(input).toMatchObject({ threadId: '7', runId: 'r-1' })
  })

  it('AG-UI: what cannot be read of the tools costs no answer', () => {
    const { input } = agUi.open({ ...BODY, tools: [{ description: 'x' }, { name: 'wave' }] })
    expect(input.frontendTools).toMatchObject({
      read: [{ name: 'wave' }],
      unread: [{ path: [0, 'name'], message: 'is required' }],
    })
  })

  it('AG-UI: a tool that is forced is the only one offered, as for OpenAI', () => {
    const forced = (toolChoice: unknown) =>
      agUi.open({ ...BODY, tools: TOOLS, forwardedProps: { toolChoice } }).input
    const banner = { type: 'function', function: { name: 'showBanner' } }
    expect(forced(banner)).toMatchObject({
      frontendTools: { read: [{ name: 'showBanner' }] },
      requiredTools: ['showBanner'],
    })
    expect(forced('none').frontendTools?.read).toEqual([])
    for (const unread of [undefined, { type: 'tool', toolName: 'showBanner' }]) {
      expect(forced(unread)).toMatchObject({ requiredTools: [] })
      expect(forced(unread).frontendTools?.read).toHaveLength(2)
    }
    expect(() => forced({ ...banner, function: { name: 'wave' } })).toThrow('one of the tools')
  })

  it.each([
    ['a missing id', { runId: 'r', messages: BODY.messages }, 'threadId'],
    ['no messages', { ...BODY, messages: undefined }, 'messages'],
    ['nothing to answer', { ...BODY, messages: [said(' ')] }, 'something to answer'],
    ['a stranger’s role', { ...BODY, messages: [{ role: 'robot', content: 'x' }] }, 'role'],
    ['1,001 messages', { ...BODY, messages: Array(1001).fill(BODY.messages[0]) }, 'at most 1000'],
    [
      'half a million characters and one',
      { ...BODY, messages: [{ role: 'user', content: 'x'.repeat(500_001) }] },
      'at most 500000 characters',
    ],
    [
      '101 contexts',
      { ...BODY, context: Array(101).fill({ description: 'a', value: 'b' }) },
      '100',
    ],
    [
      'a context as long as a book',
      { ...BODY, context: [{ description: 'a', value: 'b'.repeat(100_000) }] },
      'at most 100000 characters',
    ],
  ])('AG-UI: %s is invalid', (_what, body, word) => {
    expect(() => agUi.open(body)).toThrow(word)
  })
})

function call(id: string, name: string) {
  return { id, type: 'function', function: { name, arguments: '{}' } }
}
