import { describe, expect, it } from 'vitest'
import { instructions, toPrompt } from '../../src/agent/prompt.ts'
import { Messages, SentMessages } from '../../src/wires/message.ts'

const call = (id: string, name = 'search', input: unknown = {}) => {
  return { id, type: 'function', function: { name, arguments: JSON.stringify(input) } }
}
const user = (content: string) => ({ role: 'user', content })
const says = (content: string, ...toolCalls: unknown[]) => {
  return { role: 'assistant', content, toolCalls }
}
const result = (toolCallId: string, content = `of ${toolCallId}`) => {
  return { role: 'tool', toolCallId, content }
}

/** A prompt in short: `U` and `A` with their text, `call` and `result` with their id. */
function prompt(...messages: unknown[]) {
  const [system, ...rest] = toPrompt(SentMessages.parse(messages), 'Rank.')
  expect(system?.role).toBe('system')
  return rest.map(({ role, content }) => {
    const parts = typeof content === 'string' ? [] : [...content]
    const words = parts.map((part) => {
      if (part.type === 'text') return `${role === 'user' ? 'U' : 'A'} ${part.text}`
      if (part.type === 'tool-call') return `call ${part.toolCallId}`
      if (part.type !== 'tool-result' || part.output.type !== 'text') return part.type
      return `result ${part.toolCallId} ${part.output.value}`
    })
    return words.join(', ')
  })
}

describe('toPrompt()', () => {
  it('the field names of AG-UI and of OpenAI are both read', () => {
    const camel = [says('', call('c', 'search', { q: 1 })), result('c', 'found')]
    const snake = [
      { role: 'assistant', tool_calls: [call('c', 'search', { q: 1 })] },
      { role: 'tool', tool_call_id: 'c', content: 'found' },
    ]
    const toolUse = { toolCallId: 'c', toolName: 'search' }
    const expected = [
      { role: 'assistant', content: [{ type: 'tool-call', ...toolUse, input: { q: 1 } }] },
      {
        role: 'tool',
        content: [{ type: 'tool-result', ...toolUse, output: { type: 'text', value: 'found' } }],
      },
    ]
    expect(toPrompt(SentMessages.parse(camel), '').slice(1)).toEqual(expected)
    expect(toPrompt(SentMessages.parse(snake), '').slice(1)).toEqual(expected)
  })

  it.each<[string, unknown[], string[]]>([
    [
      'a message between a call and its result follows the result',
      [user('a'), says('', call('c')), user('b'), result('c')],
      ['U a', 'call c', 'result c of c', 'U b'],
    ],
    [
      'an answer between a call and its result follows the result',
      [user('a'), says('', call('c')), says('Done.'), result('c'), user('b')],
      ['U a', 'call c', 'result c of c', 'A Done.', 'U b'],
    ],
    [
      'results have the order of their calls',
      [says('', call('c'), call('d')), result('d'), result('c')],
      ['call c, call d', 'result c of c, result d of d'],
    ],
    [
      'a result before its call follows it',
      [result('c'), user('a'), says('', call('c'))],
      ['U a', 'call c', 'result c of c'],
    ],
    [
      'the text of a message whose result a user follows comes after the result',
      [says('Look: nothing.', call('c')), result('c'), user('b')],
      ['call c', 'result c of c', 'A Look: nothing.', 'U b'],
    ],
    [
      'the text of a message stays before its calls if the answer goes on',
      [says('Look.', call('c')), result('c'), says('Nothing.'), user('b')],
      ['A Look., call c', 'result c of c', 'A Nothing.', 'U b'],
    ],
    [
      'the text of a message stays before its calls at the end',
      [says('Look.', call('c')), result('c')],
      ['A Look., call c', 'result c of c'],
    ],
    [
      'a call without a result, a result without a call and what has no text are left out',
      [
        says('Hm.', call('lost')),
        result('other'),
        { role: 'user', content: [{ type: 'image' }] },
        says('', call('lost too')),
        { role: 'reasoning', content: 'Hm?' },
        { role: 'activity', content: { a: 1 } },
        { role: 'user', content: ['a', 'b'].map((text) => ({ type: 'text', text })) },
      ],
      ['A Hm.', 'U a\nb'],
    ],
    [
      'calls of several turns that have the same id keep their own results',
      [says('', call('c')), result('c', '1'), user('a'), says('', call('c')), result('c', '2')],
      ['call c', 'result c 1', 'U a', 'call c-2', 'result c-2 2'],
    ],
    [
      'calls of one message that have the same id keep their own results',
      [says('', call('c'), call('c')), result('c', '1'), result('c', '2')],
      ['call c, call c-2', 'result c 1, result c-2 2'],
    ],
    [
      'calls and results without ids are matched in their order',
      [
        says('', call('c'), call('d')),
        { role: 'tool', content: '1' },
        { role: 'tool', toolCallId: '', content: '2' },
        { role: 'assistant', toolCalls: [{ ...call(''), id: null }] },
        { role: 'tool', toolCallId: null, content: '3' },
      ],
      ['call c, call d', 'result c 1, result d 2', 'call call', 'result call 3'],
    ],
    [
      'a result may be anything',
      [
        { ok: true },
        [{ id: 1 }],
        7,
        false,
        null,
        [{ type: 'image' }],
        ['a', { type: 'text', text: 'b' }],
      ].flatMap((content, at) => [says('', call(`${at}`)), { ...result(`${at}`), content }]),
      [
        '{"ok":true}',
        '[{"id":1}]',
        '7',
        'false',
        '',
        '',
        '["a",{"type":"text","text":"b"}]',
      ].flatMap((words, at) => [`call ${at}`, `result ${at} ${words}`]),
    ],
    [
      'words between a call and its result are of the same message',
      [user('a'), says('', call('c')), says('Let me look.'), result('c')],
      ['U a', 'A Let me look., call c', 'result c of c'],
    ],
    [
      'an error is a result',
      [says('', call('c')), { ...result('c', ''), error: { message: 'no' } }],
      ['call c', 'result c {"error":"no"}'],
    ],
    [
      'contents are parts of several kinds',
      [
        {
          role: 'user',
          content: ['a', { type: 'input_text', text: 'b' }, { type: 'reasoning', text: 'c' }],
        },
      ],
      ['U a\nb'],
    ],
    [
      'a result belongs to the last call that has its id',
      [says('', call('c')), user('a'), says('', call('c')), result('c')],
      ['U a', 'call c', 'result c of c'],
    ],
  ])('%s', (_what, messages, expected) => {
    expect(prompt(...messages)).toEqual(expected)
  })

  it('all messages of the system and the developer are one system message at the start', () => {
    const messages = [
      { role: 'system', content: 'Be kind.' },
      user('a'),
      { role: 'developer', content: 'Be brief.' },
    ]
    expect(toPrompt(SentMessages.parse(messages), 'Rank.')).toEqual([
      { role: 'system', content: 'Rank.\n\nBe kind.\n\nBe brief.' },
      { role: 'user', content: [{ type: 'text', text: 'a' }] },
    ])
  })

  it('confetti has our own result, whatever the client has reported', () => {
    const confetti = (id: string) => call(id, 'triggerConfetti', { reason: '#1' })
    const ours = expect.stringMatching(/^result \w .*CONFETTI.*#1/)
    expect(prompt(says('', confetti('c')), result('c'), says('', confetti('d')))).toEqual([
      ...['call c', ours, 'call d', ours],
    ])
  })

  it('a call is read in the form of LangChain', () => {
    const toolCalls = [{ type: 'tool_call', id: 'c', name: 'search', args: { q: 1 } }]
    const [, assistant] = toPrompt(
      SentMessages.parse([{ role: 'assistant', toolCalls }, result('c')]),
      '',
    )
    expect(assistant?.content).toMatchObject([{ toolName: 'search', input: { q: 1 } }])
  })

  it('the input of a call is an object', () => {
    const calls = ['no json', '7', '[1]'].map((text, at) => {
      return { id: `${at}`, function: { name: 'search', arguments: text } }
    })
    const [, , assistant] = toPrompt(
      SentMessages.parse([
        user('a'),
        says('', ...calls),
        ...['0', '1', '2'].map((id) => result(id)),
      ]),
      '',
    )
    expect(assistant?.content).toMatchObject([{ input: {} }, { input: {} }, { input: {} }])
  })
})

describe('Messages', () => {
  it.each([
    ['nothing', []],
    ['a result without its call', [result('c')]],
    ['a blank text', [user(' ')]],
    ['what is for people', [{ role: 'activity', content: { a: 1 } }]],
  ])('a conversation with %s has nothing to answer', (_what, messages) => {
    const { error } = Messages.safeParse(messages)
    expect(error?.issues).toMatchObject([{ message: 'must contain something to answer' }])
  })
})

it.each([
  ['simple', 'without headings'],
  ['full', 'Write short Markdown.'],
] as const)('what a reader can show is in the instructions: %s', (markdown, words) => {
  expect(instructions(new Date(0), { timezone: 'UTC' }, markdown)).toContain(words)
})

it('the zone and the locale of the user are in the instructions', () => {
  const text = instructions(new Date(0), { timezone: 'Asia/Tokyo', locale: 'ja-JP' })
  expect(text).toMatch(/time zone is Asia\/Tokyo\.\n.*locale of the user is ja-JP\./)
})
