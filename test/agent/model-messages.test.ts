import { describe, expect, it } from 'vitest'
import { Message } from '../../src/agent/message.ts'
import { toModelMessages } from '../../src/agent/model-messages.ts'

const read = (...messages: unknown[]) =>
  toModelMessages(messages.map((item) => Message.parse(item)))

describe('toModelMessages()', () => {
  it('keeps a call together with its result, in either spelling', () => {
    const call = { id: 'c1', type: 'function', function: { name: 'search', arguments: '{"q":1}' } }
    const expected = [
      { role: 'user', content: 'go' },
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'search', input: { q: 1 } }],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'c1',
            toolName: 'search',
            output: { type: 'text', value: 'found' },
          },
        ],
      },
    ]
    const go = { role: 'user', content: 'go' }
    const camel = { role: 'tool', toolCallId: 'c1', content: 'found' }
    const snake = { role: 'tool', tool_call_id: 'c1', content: 'found' }
    expect(read(go, { role: 'assistant', toolCalls: [call] }, camel)).toEqual(expected)
    expect(read(go, { role: 'assistant', tool_calls: [call] }, snake)).toEqual(expected)
  })

  it('leaves out half a call, and what has no text', () => {
    const call = { id: 'c1', function: { name: 'search', arguments: 'no json' } }
    expect(
      read(
        { role: 'assistant', content: 'Hm.', toolCalls: [call] },
        { role: 'tool', toolCallId: 'other', content: 'left over' },
        { role: 'user', content: [{ type: 'image' }] },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'a' },
            { type: 'text', text: 'b' },
          ],
        },
        { role: 'developer', content: 'Be kind.' },
      ),
    ).toEqual([
      { role: 'assistant', content: [{ type: 'text', text: 'Hm.' }] },
      { role: 'user', content: 'a\nb' },
      { role: 'system', content: 'Be kind.' },
    ])
  })

  it('refuses a conversation with nothing in it', () => {
    expect(() => read({ role: 'tool', content: 'x' })).toThrow('must hold something')
  })
})
