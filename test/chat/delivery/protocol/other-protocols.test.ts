import { describe, expect, it } from 'vitest'
import { protocolOf } from '../../../../src/chat/delivery/protocol/protocol-of.ts'
import {
  ask,
  bodySentTo,
  failureIn,
  JSON_TYPE,
  linesOf,
  SSE,
  sseOf,
  told,
} from '../delivery.fixture.ts'

const answer = (kind: string, value: unknown) => ask(kind, JSON.stringify(value), JSON_TYPE)

describe.each(['mastra', 'mastra-legacy'])('a %s agent', (kind) => {
  it('is sent roles and words, the ids and the actions', async () => {
    expect(await bodySentTo(kind)).toMatchObject({
      ...{ threadId: 'thread-1', runId: 'run-1', tools: [{ name: 'wave' }] },
      messages: [
        { role: 'user', content: 'Celebrate!' },
        { role: 'user', content: 'And again' },
      ],
    })
  })

  it.each([
    ['in the call', { toolCallId: 'c', toolName: 'wave', args: { n: 1 }, result: 'ok' }],
    ['in its input', { toolCallId: 'c', toolName: 'wave', input: { n: 1 }, output: 'ok' }],
    [
      'in a payload',
      { payload: { toolCallId: 'c', toolName: 'wave', args: { n: 1 }, result: 'ok' } },
    ],
  ])('is heard with its text and its calls, the fields %s', async (_where, call) => {
    const events = await answer(kind, { text: 'Done', toolCalls: [call], toolResults: [call] })
    expect(told(events)).toMatchObject({
      text: 'Done',
      rest: [
        { type: 'tool-call-start', toolCallId: 'c', toolName: 'wave' },
        { type: 'tool-call', args: { n: 1 }, fault: null },
        { type: 'tool-result', toolCallId: 'c', toolName: 'wave', result: 'ok' },
        { type: 'finished' },
      ],
    })
  })

  it('is heard with the calls of all its steps', async () => {
    const step = (id: string) => ({ toolCalls: [{ toolCallId: id, toolName: 'wave', args: {} }] })
    const value = { text: 'Done', toolCalls: [], steps: [step('a'), step('b')] }
    const calls = (await answer(kind, value)).filter(({ type }) => type === 'tool-call')
    expect(calls).toMatchObject([{ toolCallId: 'a' }, { toolCallId: 'b' }])
  })

  it('fails when its answer holds none', async () => {
    expect(failureIn(await answer(kind, { error: 'words' })).code).toBe('agent-failed')
    expect(failureIn(await answer(kind, { hello: 1 })).code).toBe('malformed')
    expect(failureIn(await ask(kind, '{"text":"ha', JSON_TYPE)).code).toBe('malformed')
    expect(failureIn(await ask(kind, '<html>', 'text/html')).code).toBe('wrong-content')
  })
})

describe('a vercelV5 agent', () => {
  it('is sent UI messages, a call and its answer in one part', async () => {
    expect(await bodySentTo('vercelV5')).toMatchObject({
      ...{ id: 'thread-1', trigger: 'submit-message' },
      messages: [
        { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Celebrate!' }] },
        {
          role: 'assistant',
          parts: [{ type: 'dynamic-tool', toolCallId: 'c0', input: { times: 2 }, output: 'waved' }],
        },
        { role: 'user' },
      ],
    })
  })

  it('is heard in its UI message stream', async () => {
    const text = sseOf(
      { type: 'start', messageId: 'm' },
      { type: 'start-step' },
      { type: 'tool-input-start', toolCallId: 'c', toolName: 'wave' },
      { type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: '{"n"' },
      { type: 'tool-input-available', toolCallId: 'c', toolName: 'wave', input: { n: 1 } },
      { type: 'tool-output-available', toolCallId: 'c', output: { ok: 1 } },
      { type: 'reasoning-delta', id: 'r', delta: 'hm' },
      { type: 'text-start', id: 't' },
      { type: 'text-delta', id: 't', delta: 'Hello' },
      { type: 'text-end', id: 't' },
      { type: 'finish-step' },
    )
    for (const end of [sseOf({ type: 'finish' }), 'data: [DONE]\n\n']) {
      expect(told(await ask('vercelV5', text + end, SSE))).toMatchObject({
        text: 'Hello',
        rest: [
          { type: 'tool-call-start' },
          { type: 'tool-call', args: { n: 1 }, fault: null },
          { type: 'tool-result', result: { ok: 1 } },
          { type: 'finished' },
        ],
      })
    }
  })

  it('is heard in the lines of an adapter', async () => {
    const text = linesOf({ type: 'text_delta', content: 'Hi' }, { type: 'done' })
    expect(told(await ask('vercelV5', text, 'application/x-ndjson')).text).toBe('Hi')
  })

  it('fails when it says so and when it aborts', async () => {
    const error = sseOf({ type: 'error', errorText: 'words' })
    expect(failureIn(await ask('vercelV5', error, SSE)).code).toBe('agent-failed')
    const abort = sseOf({ type: 'abort' })
    expect(failureIn(await ask('vercelV5', abort, SSE)).code).toBe('cut-short')
  })
})

describe('a rasa agent', () => {
  it('is sent the last message of the user', async () => {
    expect(await bodySentTo('rasa')).toEqual({ sender: 'thread-1', message: 'And again' })
  })

  it('is heard with all its replies', async () => {
    const value = [{ recipient_id: 'x', text: 'One' }, { image: 'https://x.example/1.png' }, {}]
    expect(told(await answer('rasa', value)).text).toBe('One\n\nhttps://x.example/1.png')
    expect(told(await answer('rasa', [])).text).toBe('')
    expect(failureIn(await answer('rasa', { text: 'One' })).code).toBe('malformed')
  })
})

describe('protocolOf()', () => {
  it('says what to register an AG2 agent as', () => {
    expect(() => protocolOf('ag2')).toThrow(/register it as ag-ui .* or as crewai/)
  })

  it('names the kinds that there are', () => {
    expect(() => protocolOf('toString')).toThrow(/must be one of mastra, .*ag-ui/)
  })
})
