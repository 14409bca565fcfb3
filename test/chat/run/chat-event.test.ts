import { describe, expect, it } from 'vitest'
import { toAnswerEvent } from '../../../src/chat/run/chat-event.ts'

const labelsOf = (toolName: string) => (toolName === 'wave' ? { displayName: 'Waving' } : {})
const json = (event: Parameters<typeof toAnswerEvent>[0]) =>
  JSON.stringify(toAnswerEvent(event, labelsOf))

describe('toAnswerEvent()', () => {
  it('a tool call is sent with its name, args and raw args', () => {
    const call = { type: 'tool-call' as const, toolCallId: 'c', toolName: 'wave' }
    expect(json({ ...call, input: { n: 1 }, rawInput: '{"n":1}', fault: null })).toBe(
      '{"type":"tool-call","toolCallId":"c","args":{"n":1},"rawArgs":"{\\"n\\":1}","fault":null,' +
        '"name":"wave","displayName":"Waving"}',
    )
    const fault = 'never-ended' as const
    expect(json({ ...call, input: null, rawInput: '{', fault, isUnclosed: true })).toBe(
      '{"type":"tool-call","toolCallId":"c","args":null,"rawArgs":"{","fault":"never-ended",' +
        '"isUnclosed":true,"name":"wave","displayName":"Waving"}',
    )
  })

  it('a tool result is sent with the name of its tool, if that is known', () => {
    const result = { type: 'tool-result' as const, toolCallId: 'c', output: [1] }
    expect(json(result)).toBe('{"type":"tool-result","toolCallId":"c","result":[1]}')
    expect(json({ ...result, toolName: 'look' })).toBe(
      '{"type":"tool-result","toolCallId":"c","result":[1],"name":"look"}',
    )
  })

  it('the end of a delivery is not sent as an event', () => {
    expect(toAnswerEvent({ type: 'finished' }, labelsOf)).toBeUndefined()
  })
})
