import { describe, expect, it } from 'vitest'
import { Message } from '../../src/agent/message.ts'
import { toModelMessages } from '../../src/agent/model-messages.ts'

const parsed = (messages: unknown[]) => messages.map((item) => Message.parse(item))
const read = (...messages: unknown[]) => toModelMessages(parsed(messages))

describe('toModelMessages()', () => {
  it('a call stays with its result in either spelling', () => {
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

  it('a call without a result and a message without text are left out', () => {
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

  it('a known result follows its call directly, in whatever order the client sent them', () => {
    const call = (id: string, name: string) => ({ id, function: { name, arguments: '{"n":1}' } })
    const result = (toolCallId: string) => ({ role: 'tool', toolCallId, content: 'theirs' })
    const messages = parsed([
      { role: 'assistant', toolCalls: [call('a', 'known'), call('b', 'search')], content: 'Hi.' },
      result('b'),
      result('a'),
      { role: 'assistant', toolCalls: [call('c', 'known')] },
      { role: 'user', content: 'go' },
    ])
    const known = toModelMessages(messages, new Map([['known', (input) => ({ got: input })]]))
    expect(known.map(({ role }) => role)).toEqual([
      ...['assistant', 'tool', 'tool', 'assistant', 'tool', 'user'],
    ])
    const outputs = known.flatMap(({ content }) =>
      typeof content === 'string' ? [] : content.filter(({ type }) => type === 'tool-result'),
    )
    const ours = { type: 'text', value: '{"got":{"n":1}}' }
    expect(outputs).toMatchObject([
      { toolCallId: 'a', output: ours },
      { toolCallId: 'b', output: { value: 'theirs' } },
      { toolCallId: 'c', output: ours },
    ])
  })

  it('a conversation without content is invalid', () => {
    expect(() => read({ role: 'tool', content: 'x' })).toThrow('must contain something')
  })
})
