import { describe, expect, it } from 'vitest'
import { ask, bodySentTo, failureIn, JSON_TYPE, told } from '../delivery.fixture.ts'

const answer = (kind: string, value: unknown) => ask(kind, JSON.stringify(value), JSON_TYPE)

describe.each(['mastra', 'mastra-legacy'])('a %s agent', (kind) => {
  it('a Mastra agent is sent roles and texts, the ids and the actions', async () => {
    expect(await bodySentTo(kind)).toMatchObject({
      ...{ threadId: 'thread-1', runId: 'run-1', tools: [{ name: 'wave' }] },
      clientTools: {
        wave: { id: 'wave', description: 'Waves.', inputSchema: { type: 'object' } },
      },
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
  ])('text and calls of a Mastra agent are read, with the fields %s', async (_where, call) => {
    const events = await answer(kind, { text: 'Done', toolCalls: [call], toolResults: [call] })
    expect(told(events)).toMatchObject({
      text: 'Done',
      rest: [
        { type: 'tool-call-start', toolCallId: 'c', name: 'wave' },
        { type: 'tool-call', args: { n: 1 }, fault: null },
        { type: 'tool-result', toolCallId: 'c', name: 'wave', result: 'ok' },
        { type: 'finished' },
      ],
    })
  })

  it('the calls of all steps of a Mastra agent are read', async () => {
    const step = (id: string) => ({ toolCalls: [{ toolCallId: id, toolName: 'wave', args: {} }] })
    const value = { text: 'Done', toolCalls: [], steps: [step('a'), step('b')] }
    const calls = (await answer(kind, value)).filter(({ type }) => type === 'tool-call')
    expect(calls).toMatchObject([{ toolCallId: 'a' }, { toolCallId: 'b' }])
  })

  it('a Mastra answer without text or calls is a failure', async () => {
    expect(failureIn(await answer(kind, { error: 'words' })).code).toBe('agent-failed')
    expect(failureIn(await answer(kind, { hello: 1 })).code).toBe('malformed')
    expect(failureIn(await ask(kind, '{"text":"ha', JSON_TYPE)).code).toBe('malformed')
    expect(failureIn(await ask(kind, '<html>', 'text/html')).code).toBe('wrong-content')
  })
})
