import { describe, expect, it } from 'vitest'
import { byteLength } from '../../../src/core/byte-length.ts'
import { toData } from '../../../src/platform/answers/answer-data.ts'
import { collectAnswer } from '../../../src/platform/delivery/collect-answer.ts'
import type { DeliveryEvent } from '../../../src/platform/delivery/delivery-event.ts'
import { DELIVERY_LIMITS } from '../../../src/platform/delivery/run-timeouts.ts'
import { createRunReader } from '../../../src/wires/run-reader.ts'

const MAX_ANSWER_BYTES = 1.5 * 1024 * 1024

const result = (toolCallId: string, value: unknown): DeliveryEvent => {
  return { type: 'tool-result', toolCallId, toolName: 'look', result: value }
}

function collected(...events: DeliveryEvent[]) {
  const answer = collectAnswer()
  for (const event of events) answer.take(event)
  return answer.answer()
}

describe('collectAnswer()', () => {
  it('what exceeds the room of an answer is noted as omitted', () => {
    const large = 'x'.repeat(300_000)
    const { toolResults } = collected(result('a', large), result('b', large), result('c', 1))
    expect(toolResults).toEqual([
      result('a', large),
      { ...result('b', null), isOmitted: true },
      result('c', 1),
    ])
  })

  it('many small values exceed the room of an answer too', () => {
    const { toolResults } = collected(result('a', Array(10_000).fill(1)), result('b', 1))
    expect(toolResults).toEqual([{ ...result('a', null), isOmitted: true }, result('b', 1)])
  })

  it('a call that is too large is kept without its arguments', () => {
    const input = { filler: 'x'.repeat(600_000) }
    const names = { toolCallId: 'a', toolName: 'look', fault: null }
    const call = {
      type: 'tool-call' as const,
      ...names,
      input,
      rawInput: JSON.stringify(input),
    }
    const { toolCalls } = toData(1, collected(call)).answer
    expect(toolCalls).toEqual([{ ...names, input: null, isOmitted: true }])
  })

  it('no answer exceeds the size of a stored row', () => {
    const run = createRunReader({ threadId: 't', runId: 'r' }, DELIVERY_LIMITS)
    const answer = collectAnswer()
    for (let at = 0; at < DELIVERY_LIMITS.maxToolCalls; at += 1) {
      const id = `${at}${'\0'.repeat(200)}`
      run.startCall(id, '\ud800'.repeat(42))
      run.addInput(id, `{"${'\\u0000'.repeat(4_000)}":1}`, true)
      run.endCall(id)
      run.addResult({ toolCallId: id, result: '\0'.repeat(4_000) })
    }
    for (let at = 0; at < 100; at += 1) run.text('\u0001'.repeat(1_090))
    for (const event of run.take()) if (event.type !== 'run-error') answer.take(event)
    const data = toData(1, answer.answer())
    expect(data.answer.toolCalls).toHaveLength(100)
    expect(data.answer.toolResults).toHaveLength(100)
    expect(byteLength(data)).toBeGreaterThan(0.9 * 1024 * 1024)
    expect(byteLength(data)).toBeLessThan(MAX_ANSWER_BYTES)
  })
})
