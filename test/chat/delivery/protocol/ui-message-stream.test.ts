import { describe, expect, it } from 'vitest'
import { ask, bodySentTo, failureIn, linesOf, SSE, sseOf, told } from '../delivery.fixture.ts'

describe('a vercelV5 agent', () => {
  it('a vercelV5 agent is sent UI messages with a call and its result in one part', async () => {
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

  it('a UI message stream is read', async () => {
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

  it('the JSON lines of a vercelV5 adapter are read', async () => {
    const text = linesOf({ type: 'text_delta', content: 'Hi' }, { type: 'done' })
    expect(told(await ask('vercelV5', text, 'application/x-ndjson')).text).toBe('Hi')
  })

  it('an error or abort in a UI message stream is a failure', async () => {
    const error = sseOf({ type: 'error', errorText: 'words' })
    expect(failureIn(await ask('vercelV5', error, SSE)).code).toBe('agent-failed')
    const abort = sseOf({ type: 'abort' })
    expect(failureIn(await ask('vercelV5', abort, SSE)).code).toBe('cut-short')
  })
})
