import { describe, expect, it } from 'vitest'
import { ClientMessages } from '../../src/wires/client-messages.ts'
import { RequestMessage } from '../../src/wires/message.ts'

const said = (fields: object) =>
  RequestMessage.parse({ role: 'tool', toolCallId: 'c', ...fields }).content

describe('the result of a client’s tool that failed', () => {
  it.each([
    [{ error: 'No such banner' }, 'No such banner'],
    [{ content: '', error: 'No such banner' }, 'No such banner'],
    [{ content: 'No such banner', is_error: true }, 'No such banner'],
    [{ content: 'No such banner', isError: true }, 'No such banner'],
    [{ content: 'No such banner', status: 'error' }, 'No such banner'],
    [{ status: 'error' }, 'The tool failed without saying why.'],
    [{ error: true }, 'The tool failed without saying why.'],
    [{ content: '{"error":"No such banner"}', status: 'error' }, 'No such banner'],
  ])('is told as an error: %j', (fields, error) => {
    expect(JSON.parse(said(fields))).toEqual({ error })
  })

  it.each([
    [{ content: 'shown', status: 'success' }],
    [{ content: 'shown', error: null }],
    [{ content: 'shown', is_error: false, error: '' }],
  ])('is none for a result of success: %j', (fields) => {
    expect(said(fields)).toBe('shown')
  })

  it.each([
    [{ type: 'tool-result', toolCallId: 'c', toolName: 't', result: 'no', isError: true }],
    [
      {
        type: 'tool-result',
        toolCallId: 'c',
        toolName: 't',
        output: { type: 'error-text', value: 'no' },
      },
    ],
  ])('is told as an error in parts: %j', (part) => {
    const messages = ClientMessages.parse([{ role: 'tool', content: [part] }])
    expect(messages.find(({ role }) => role === 'tool')?.content).toBe('{"error":"no"}')
  })
})
