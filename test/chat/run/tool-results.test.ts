import { describe, expect, it } from 'vitest'
import { pendingToolCalls, readToolResult } from '../../../src/chat/run/tool-results.ts'

const customData = { messageId: '7', toolCallId: 'a', name: 'wave', result: 1 }
type Row = Parameters<typeof readToolResult>[0]
const row = (fields: object) =>
  Object.assign(
    {} as Row,
    { category: 'custom', type: 'tool-result', data: { customData } },
    fields,
  )

describe('readToolResult()', () => {
  it('a message of the type is read', () => {
    expect(readToolResult(row({}))).toEqual(customData)
  })

  it.each([
    ['a text message', { category: 'message', type: 'text' }],
    ['another custom message', { type: 'location' }],
    ['a message without a call', { data: { customData: { result: 1 } } }],
    ['a message without data', { data: {} }],
  ])('%s is no tool result', (_name, fields) => {
    expect(readToolResult(row(fields))).toBeUndefined()
  })
})

describe('pendingToolCalls()', () => {
  it('the calls that the agent did not run itself, and that can run, are pending', () => {
    const call = (id: string, fault: string | null = null) => ({
      id,
      name: 'wave',
      args: {},
      fault,
    })
    const answer = {
      ...{ status: 'finished' as const, replyTo: '1' },
      toolCalls: [call('ran'), call('pending'), call('broken', 'never-ended')],
      toolResults: [{ toolCallId: 'ran', result: 1 }],
    }
    expect(pendingToolCalls(answer).map(({ id }) => id)).toEqual(['pending'])
  })
})
