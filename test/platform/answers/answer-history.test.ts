import { describe, expect, it } from 'vitest'
import { answerHistory } from '../../../src/platform/answers/conversation-history.ts'

type Row = Parameters<typeof answerHistory>[0]
type Answer = Parameters<typeof answerHistory>[1]

const call = (id: string) => ({
  ...{ toolCallId: id, toolName: 'wave' },
  ...{ input: { n: 1 }, fault: null },
})
const answer = (fields: Partial<Answer> = {}): Answer => ({
  ...{ status: 'finished', replyTo: '1', toolCalls: [], toolResults: [] },
  ...fields,
})

function said(
  text: string,
  given: Answer,
  results: Parameters<typeof answerHistory>[2] = new Map(),
) {
  const row: Pick<Row, 'id' | 'data'> = { id: 7, data: { text } }
  return answerHistory(Object.assign({} as Row, row), given, results)
}

describe('answerHistory()', () => {
  it('a text is one message', () => {
    expect(said('Hi', answer())).toMatchObject([{ id: '7', role: 'assistant', content: 'Hi' }])
  })

  it('an answer that says nothing is no message', () => {
    expect(said('', answer())).toEqual([])
  })

  it('the sentence of a failure is not what the agent said', () => {
    const failure = { code: 'timed-out', message: 'Too slow.' }
    expect(said('Too slow.', answer({ status: 'failed', failure }))).toEqual([])
  })

  it('a call that the agent ran comes first, with its result', () => {
    const toolResults = [{ toolCallId: 'a', result: { ok: true } }]
    const messages = said('Hi', answer({ toolCalls: [call('a')], toolResults }))
    expect(messages).toMatchObject([
      { role: 'assistant', content: '', toolCalls: [{ toolCallId: 'a', input: { n: 1 } }] },
      { role: 'tool', toolCallId: 'a', content: '{"ok":true}' },
      { role: 'assistant', content: 'Hi' },
    ])
  })

  it('a call that was left to the client has its result, or a sentence in its place', () => {
    const handed = { messageId: '7', toolCallId: 'a', name: 'wave', result: 'done' }
    const given = answer({ toolCalls: [call('a'), call('b')] })
    const messages = said('Hi', given, new Map([['7 a', handed]]))
    expect(messages).toMatchObject([
      { role: 'assistant', content: 'Hi', toolCalls: [{ toolCallId: 'a' }, { toolCallId: 'b' }] },
      { role: 'tool', toolCallId: 'a', content: 'done' },
      { role: 'tool', toolCallId: 'b', content: expect.stringMatching(/no result/) },
    ])
  })

  it('a call without arguments is left out', () => {
    const broken = { ...call('a'), input: null, fault: 'no-arguments' }
    expect(said('', answer({ toolCalls: [broken] }))).toEqual([])
  })

  it('a long result is cut', () => {
    const toolResults = [{ toolCallId: 'a', result: 'x'.repeat(10_000) }]
    const [, result] = said('', answer({ toolCalls: [call('a')], toolResults }))
    expect(result?.content).toHaveLength(4_001)
  })
})
