import { describe, expect, it } from 'vitest'
import { toPrompt } from '../../src/agent/prompt.ts'
import { ClientMessages } from '../../src/wires/client-messages.ts'
import { Messages } from '../../src/wires/message.ts'

const read = (messages: unknown) => toPrompt(ClientMessages.parse(messages), '').slice(1)
const hi = { role: 'user', content: 'hi' }
const call = (toolCallId: string, toolName: string, input: unknown) => {
  return { type: 'tool-call', toolCallId, toolName, input }
}
const result = (toolCallId: string, toolName: string, value: string) => {
  return { type: 'tool-result', toolCallId, toolName, output: { type: 'text', value } }
}
const text = (words: string) => ({ type: 'text', text: words })
const told = { role: 'user', content: [text('hi')] }

describe('ClientMessages', () => {
  it.each([
    ['a text', 'hi'],
    ['texts', ['hi']],
    ['one message', hi],
    ['content parts', [{ role: 'user', content: [text('hi')] }]],
    ['parts', [{ id: '1', role: 'user', parts: [text('hi')] }]],
    ['parts beside a content', [{ role: 'user', content: 'other', parts: [text('hi')] }]],
    ['no parts beside a content', [{ role: 'user', content: 'hi', parts: [] }]],
    [
      'a message as Mastra stores it',
      { role: 'user', content: { format: 2, parts: [text('hi')] } },
    ],
  ])('client messages are read in the form of %s', (_what, messages) => {
    expect(read(messages)).toEqual([told])
  })

  const conversation = [
    { role: 'assistant', content: [text('Look.'), call('c', 'pick', { a: 1 })] },
    { role: 'tool', content: [result('c', 'pick', '{"b":2}')] },
    { role: 'assistant', content: [text('Done.')] },
    told,
  ]
  const use = { toolCallId: 'c', toolName: 'pick' }
  it.each([
    [
      'UI messages of AI SDK 5 and 6',
      [
        {
          role: 'assistant',
          parts: [
            { type: 'step-start' },
            text('Look.'),
            {
              type: 'tool-pick',
              toolCallId: 'c',
              state: 'output-available',
              input: { a: 1 },
              output: { b: 2 },
            },
            { type: 'step-start' },
            text('Done.'),
          ],
        },
      ],
    ],
    [
      'UI messages of AI SDK 4',
      [
        {
          role: 'assistant',
          content: 'Look.Done.',
          parts: [
            text('Look.'),
            {
              type: 'tool-invocation',
              toolInvocation: { ...use, state: 'result', args: { a: 1 }, result: { b: 2 } },
            },
            text('Done.'),
          ],
        },
      ],
    ],
    [
      'messages of AI SDK 5 and 6 as models read them',
      [
        {
          role: 'assistant',
          content: [text('Look.'), { type: 'tool-call', ...use, input: { a: 1 } }],
        },
        {
          role: 'tool',
          content: [{ type: 'tool-result', ...use, output: { type: 'json', value: { b: 2 } } }],
        },
        { role: 'assistant', content: [text('Done.')] },
      ],
    ],
    [
      'messages of AI SDK 4, as Mastra’s client goes on',
      [
        {
          role: 'assistant',
          content: [text('Look.'), { type: 'tool-call', ...use, args: { a: 1 } }],
        },
        { role: 'tool', content: [{ type: 'tool-result', ...use, result: { b: 2 } }] },
        { role: 'assistant', content: 'Done.' },
      ],
    ],
    [
      'what /stream and AG-UI have',
      [
        {
          role: 'assistant',
          content: [text('Look.')],
          toolCalls: [{ id: 'c', function: { name: 'pick', arguments: '{"a":1}' } }],
        },
        { role: 'tool', toolCallId: 'c', content: '{"b":2}' },
        { role: 'assistant', content: 'Done.' },
      ],
    ],
  ])('tool calls and results are read in the form of %s', (_what, messages) => {
    expect(read([...messages, hi])).toEqual(conversation)
  })

  it('a result without its call in the request gets one from its own fields', () => {
    const alone = { type: 'tool-result', ...use, input: { a: 1 }, result: 'b' }
    expect(read([{ role: 'tool', content: [alone] }])).toEqual([
      { role: 'assistant', content: [call('c', 'pick', { a: 1 })] },
      { role: 'tool', content: [result('c', 'pick', 'b')] },
    ])
  })

  it('the error text of a failed client tool is read', () => {
    const part = {
      type: 'tool-pick',
      toolCallId: 'c',
      state: 'output-error',
      input: {},
      errorText: 'no',
    }
    const [, failed] = read([{ role: 'assistant', parts: [part] }])
    expect(failed).toEqual({ role: 'tool', content: [result('c', 'pick', '{"error":"no"}')] })
  })

  it('calls are told apart although ids are numbers or repeat, and a result is null', () => {
    const part = (output: unknown) => {
      const available = { state: 'output-available', input: '{"a":1}', output }
      return { type: 'tool-pick', toolCallId: 1, ...available }
    }
    const turn = (output: unknown) => ({ role: 'assistant', parts: [part(output)] })
    expect(read([turn('x'), hi, turn(null)])).toEqual([
      { role: 'assistant', content: [call('1', 'pick', { a: 1 })] },
      { role: 'tool', content: [result('1', 'pick', 'x')] },
      told,
      { role: 'assistant', content: [call('1-2', 'pick', { a: 1 })] },
      { role: 'tool', content: [result('1-2', 'pick', 'null')] },
    ])
  })

  it('a tool call without a result is left out', () => {
    const part = { type: 'tool-pick', toolCallId: 'c', state: 'input-available', input: {} }
    expect(read([{ role: 'assistant', parts: [part] }, hi])).toEqual([told])
  })

  it.each([[undefined], [null], [7], [true], [[7]], [[{ role: 'robot', content: 'x' }]], [[null]]])(
    'the client messages %j are invalid',
    (messages) => {
      expect(ClientMessages.safeParse(messages).success).toBe(false)
    },
  )

  it('the limits count the messages and the characters of all parts', () => {
    const parts = [text('x'.repeat(300_000)), text('x'.repeat(300_000))]
    expect(() => ClientMessages.parse([{ role: 'user', parts }])).toThrow('500000 characters')
    expect(() => ClientMessages.parse(Array(1001).fill('hi'))).toThrow('at most 1000')
  })

  it.each([
    ['nested 200,000 levels deep', [['[', ']'].map((one) => one.repeat(200_000)).join('')]],
    ['too many', Array(129).fill('{}')],
  ])('the calls of a message that are %s are named', (_what, inputs) => {
    const calls = inputs.map((input) => ({ id: 'c', function: { name: 'n', arguments: input } }))
    const parsed = Messages.safeParse([
      { role: 'assistant', tool_calls: calls },
      { role: 'user', content: 'hi' },
    ])
    expect(parsed.error?.issues).toMatchObject([
      { message: expect.stringMatching(/100 levels|128/) },
    ])
  })
})
