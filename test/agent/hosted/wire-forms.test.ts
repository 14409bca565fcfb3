import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  event,
  finish,
  inTurn,
  sends,
  sendsThenHangs,
  text,
  toolCall,
} from '../../helper/model-server.ts'
import { jsonLines, post, user } from '../../helper/test-services.ts'
import { type Answer, reply } from '../../helper/upstream-server.ts'
import { hurryClock, service, upstream, withHost } from '../hosted-model.fixture.ts'

withHost()
afterEach(() => vi.useRealTimers())

const TOP = 'getTopProducts'
const DONE = event('[DONE]')

const choice = (delta: object, rest: object = {}) => event({ choices: [{ delta, ...rest }] })
const says = (delta: object) => choice(delta, { index: 0, finish_reason: null })
const stop = (reason: string, rest: object = {}) =>
  event({ choices: [{ index: 0, delta: {}, finish_reason: reason }], ...rest })
const call = (tool_calls: unknown) => says({ tool_calls })
const fn = (input: unknown, name: string | null = TOP) => ({ name, arguments: input })

const asked = (at: number) => JSON.parse(upstream.questions[at]?.body ?? '{}')
const LOOM = sends(text('Loom.'), finish())

describe('what hosts write differently', () => {
  it.each<[string, string[]]>([
    [
      'MiniMax and GLM: an empty role in each chunk',
      [
        says({ role: '', content: 'Loom' }),
        says({ role: '', content: ' wins.' }),
        stop('stop'),
        DONE,
      ],
    ],
    [
      'no role, index, id or model',
      [choice({ content: 'Loom wins.' }), choice({}, { finish_reason: 'stop' })],
    ],
    [
      'an id and a creation of another type',
      [
        event({
          id: 7,
          created: '1',
          model: null,
          choices: [{ delta: { content: 'Loom wins.' } }],
        }),
        stop('stop'),
      ],
    ],
    [
      'a usage chunk without choices',
      [
        says({ content: 'Loom wins.' }),
        stop('stop'),
        event({ usage: { prompt_tokens: 5, completion_tokens: 3 } }),
        DONE,
      ],
    ],
    [
      'a usage chunk whose choices are null',
      [
        says({ content: 'Loom wins.' }),
        stop('stop'),
        event({ choices: null, usage: { prompt_tokens: '5', completion_tokens: 3 } }),
        DONE,
      ],
    ],
    [
      'Azure: a first chunk without a choice',
      [event({ choices: [], prompt_filter_results: [] }), text('Loom wins.'), finish()],
    ],
    [
      'Mistral: contents in parts',
      [
        says({ content: [{ type: 'text', text: 'Loom' }] }),
        says({ content: [{ type: 'text', text: ' wins.' }] }),
        finish(),
      ],
    ],
    [
      'Mistral: thinking in parts',
      [
        says({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] }] }),
        text('Loom wins.'),
        finish(),
      ],
    ],
    [
      'DeepSeek and vLLM: reasoning beside the text',
      [
        says({ reasoning_content: 'Hm.', content: null }),
        says({ reasoning: 'Well.' }),
        text('Loom wins.'),
        finish(),
      ],
    ],
    [
      'reasoning between tags, cut anywhere',
      ['\n<thi', 'nk>Hm', '…</th', 'ink>\n\nLoom', ' wins.'].map(text).concat(finish()),
    ],
    ['reasoning in the middle of a text', [text('Loom<think>Hm.</think> wins.'), finish()]],
    ['a text with the signs of a tag', [text('Loom wins.'), finish()]],
    ['no finish reason, but an end', [text('Loom wins.'), DONE]],
    ['no blank line at the end', [text('Loom wins.'), 'data: [DONE]']],
    ['an end with spaces', [text('Loom wins.'), 'data:  [DONE] \n\n']],
    [
      'lines that end as on Windows, and comments',
      [': OPENROUTER PROCESSING\r\n\r\n', text('Loom wins.').replaceAll('\n', '\r\n'), DONE],
    ],
    [
      'an error that is null',
      [event({ error: null, choices: [{ delta: { content: 'Loom wins.' } }] }), finish()],
    ],
    ['a refusal', [says({ refusal: 'Loom wins.', content: null }), finish()]],
  ])('the text is read: %s', async (_what, pieces) => {
    upstream.answerWith(sends(...pieces))
    const { said, types } = await service().ask()
    expect(said).toBe('Loom wins.')
    expect(types.at(-1)).toBe('done')
  })

  it('a text that ends in the beginning of a tag is whole', async () => {
    upstream.answerWith(sends(text('5 <'), text(' 6 and a <'), finish()))
    expect((await service().ask()).said).toBe('5 < 6 and a <')
  })

  it('reasoning that never ends is no answer', async () => {
    upstream.answerWith(sends(text('<think>Loom'), finish('length')))
    const { said, types } = await service().ask()
    expect(said).toContain('did not arrive at an answer')
    expect(types.at(-1)).toBe('error')
  })

  it('a host that does not stream is read whole', async () => {
    const message = { role: 'assistant', content: 'Loom wins.', reasoning_content: 'Hm.' }
    const usage = { prompt_tokens: 5, completion_tokens: 3 }
    upstream.answerWith(
      reply(JSON.stringify({ choices: [{ message, finish_reason: 'stop' }], usage })),
    )
    const { ask, logged } = service()
    const { said, types } = await ask()
    expect([said, types.at(-1)]).toEqual(['Loom wins.', 'done'])
    expect(logged('run')).toMatchObject([{ inputTokens: 5, outputTokens: 3 }])
  })

  it.each<[string, string[]]>([
    [
      'Gemini: no index, the whole call in one chunk',
      [
        call([{ id: 'a', type: 'function', function: fn('{"limit":1}') }]),
        call([{ id: 'b', function: fn('{"limit":2}') }]),
      ],
    ],
    [
      'no index and no id',
      [call([{ function: fn('{"limit":1}') }, { function: fn('{"limit":2}') }])],
    ],
    [
      'empty ids',
      [
        call([
          { index: 0, id: '', function: fn('{"limit":1}') },
          { index: 1, id: '', function: fn('{"limit":2}') },
        ]),
      ],
    ],
    [
      'the same id for both',
      [
        call([{ index: 0, id: 'a', function: fn('{"limit":1}') }]),
        call([{ index: 1, id: 'a', function: fn('{"limit":2}') }]),
      ],
    ],
    [
      'the same index for both',
      [
        call([{ index: 0, id: 'a', function: fn('{"limit":1}') }]),
        call([{ index: 0, id: 'b', function: fn('{"limit":2}') }]),
      ],
    ],
    [
      'numbers as ids, texts as indexes',
      [
        call([{ index: '0', id: 1, function: fn('{"limit":') }]),
        call([{ index: '0', id: 1, function: fn('1}', null) }]),
        call([{ index: '1', id: 2, function: fn('{"limit":2}') }]),
      ],
    ],
    [
      'inputs as objects',
      [
        call([
          { index: 0, id: 'a', function: fn({ limit: 1 }) },
          { index: 1, id: 'b', function: fn({ limit: 2 }) },
        ]),
      ],
    ],
    [
      'the name in each piece',
      [
        call([{ index: 0, id: 'a', function: fn('{"lim') }]),
        call([{ index: 0, id: 'a', function: fn('it":1}') }]),
        call([{ index: 1, id: 'b', function: fn('{"limit":2}') }]),
      ],
    ],
    [
      'the name after the id',
      [
        call([{ index: 0, id: 'a', function: fn('', null) }]),
        call([{ index: 0, function: fn('{"limit":1}') }]),
        call([{ index: 1, id: 'b', function: fn('{"limit":2}') }]),
      ],
    ],
    [
      'pieces of two calls in turn',
      [
        call([
          { index: 0, id: 'a', function: fn('{"li') },
          { index: 1, id: 'b', function: fn('{"limit"') },
        ]),
        call([
          { index: 0, function: { arguments: 'mit":1}' } },
          { index: 1, function: { arguments: ':2}' } },
        ]),
      ],
    ],
    [
      'one call that is no list, and no function around it',
      [call({ id: 'a', ...fn('{"limit":1}') }), call({ id: 'b', ...fn('{"limit":2}') })],
    ],
  ])('two calls are read, each with its result: %s', async (_what, pieces) => {
    upstream.answerWith(inTurn(sends(...pieces, stop('stop'), DONE), LOOM))
    const { lines, types } = await service().ask()
    const inputs = lines.filter(({ type }) => type === 'tool_call_args').map(({ args }) => args)
    expect(inputs).toEqual([{ limit: 1 }, { limit: 2 }])
    expect(types.at(-1)).toBe('done')
    const [assistant, ...results] = asked(1).messages.slice(-3)
    const ids = assistant.tool_calls.map(({ id }: { id: string }) => id)
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(id).toMatch(/^\S+$/)
    expect(results.map(({ tool_call_id }: { tool_call_id: string }) => tool_call_id)).toEqual(ids)
    for (const { content } of results) expect(JSON.parse(content)).toHaveProperty('posts')
  })

  it.each<[string, object, object, object]>([
    [
      'Gemini’s thought signatures',
      { role: 'assistant' },
      { extra_content: { google: { thought_signature: 'c2ln' } } },
      { tool_calls: [{ extra_content: { google: { thought_signature: 'c2ln' } } }] },
    ],
    ['DeepSeek’s reasoning_content', { reasoning_content: 'Hm' }, {}, { reasoning_content: 'Hm.' }],
    [
      'OpenRouter’s reasoning_details',
      { reasoning: 'Hm', reasoning_details: [{ type: 'reasoning.encrypted', data: 'x' }] },
      {},
      { reasoning: 'Hm.', reasoning_details: [{ type: 'reasoning.encrypted', data: 'x' }] },
    ],
  ])(
    'what the host wants back is sent with the next step: %s',
    async (_what, delta, extra, wanted) => {
      const [field = 'none'] = Object.keys(delta).filter((key) => key.startsWith('reasoning'))
      const calls = [{ index: 0, id: 'a', function: fn('{"limit":1}'), ...extra }]
      const pieces = [says(delta), says({ [field]: '.' }), call(calls), finish('tool_calls')]
      upstream.answerWith(inTurn(sends(...pieces), LOOM))
      expect((await service().ask()).said).toBe('Loom.')
      expect(asked(1).messages.at(-2)).toMatchObject({
        role: 'assistant',
        content: null,
        ...wanted,
      })
      expect(JSON.stringify(asked(0).messages)).not.toContain('reasoning')
    },
  )

  it('reasoning between tags is not sent back', async () => {
    const pieces = [text('<think>Hm.</think>'), toolCall(TOP, '{}'), finish('tool_calls')]
    upstream.answerWith(inTurn(sends(...pieces), LOOM))
    await service().ask()
    expect(JSON.stringify(asked(1).messages)).not.toContain('Hm.')
  })
})

describe('the end of an answer', () => {
  it.each<[string, string[]]>([
    ['[DONE]', [text('Loom wins.'), DONE]],
    ['a finish reason', [text('Loom wins.'), stop('stop')]],
  ])('%s ends it although the connection stays open', async (_what, pieces) => {
    upstream.answerWith(sendsThenHangs(...pieces))
    const { said, types } = await service().ask()
    expect(said).toBe('Loom wins.')
    expect(types.at(-1)).toBe('done')
    await upstream.questions[0]?.closed
  })

  it('any chunk is a sign of life', async () => {
    const thinks: Answer = (_question, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      let left = 66
      const timer = setInterval(() => {
        left -= 1
        if (left > 33) response.write(says({ reasoning_content: 'hm' }))
        else if (left > 0) response.write(says({ content: '' }))
        else response.end(text('Loom wins.') + finish())
        if (left <= 0) clearInterval(timer)
      }, 10)
    }
    hurryClock(2_000) // the test lasts longer than 60 seconds
    upstream.answerWith(thinks)
    const { said } = await service().ask()
    expect(said).toBe('Loom wins.')
  })
})

describe('a failure in the middle of an answer', () => {
  const error = { code: 502, message: 'sk-live-1 of a provider' }
  const failing: [string, string][] = [
    [
      'an error beside the choices, as OpenRouter sends it',
      event({ error, choices: [{ delta: { content: '' }, finish_reason: 'error' }] }),
    ],
    ['an error alone', event({ error })],
    ['an error that is a text', event({ error: 'sk-live-1 is out of memory' })],
    [
      'an object that is an error, as vLLM sends it',
      event({ object: 'error', message: 'sk-live-1', code: 500 }),
    ],
    ['the finish reason error', stop('error')],
  ]
  const begun = [
    ['before any text', ''],
    ['after some text', text('Loom')],
    ['after a call', toolCall(TOP, '{"limit":1}')],
  ] as const

  it.each(
    failing.flatMap(([what, piece]) => begun.map(([when, first]) => [what, when, first + piece])),
  )(
    '%s %s: no route takes it for an answer, and no call before it runs',
    async (_what, when, pieces) => {
      upstream.answerWith((question, response) => {
        response.setHeader('retry-after-ms', '1')
        sends(pieces, finish())(question, response)
      })
      const { app, ask, modelStatus } = service()
      const { types, lines } = await ask()
      expect(types.at(-1)).toBe('error')
      expect(types).not.toContain('tool_call_start')
      expect(await modelStatus()).toMatchObject({ failing: true })
      const whole = await app.request('/api/chat', post({ message: 'top' }))
      expect(whole.status).toBe(502)
      const run = { threadId: 't', runId: 'r', messages: [user('top')] }
      const agUi = await (await app.request('/agent', post(run))).text()
      expect(agUi).toContain('RUN_ERROR')
      expect(JSON.stringify([lines, await whole.text(), agUi])).not.toContain('sk-live')

      const fallback = service({ env: { MODEL_FALLBACK: 'embedded' } })
      const isTakenOver = (await fallback.ask('hello')).types.at(-1) === 'done'
      expect(isTakenOver).toBe(when !== 'after some text')
    },
  )
})

describe('a host that refuses stream_options', () => {
  it.each([400, 422])(
    'is asked once more without them after a %i, and never with them again',
    async (status) => {
      upstream.answerWith((question, response) => {
        if (question.body.includes('stream_options')) return reply('{}', status)(question, response)
        return LOOM(question, response)
      })
      const { ask, logged } = service()
      expect((await ask()).said).toBe('Loom.')
      expect((await ask()).said).toBe('Loom.')
      expect(upstream.questions.map(({ body }) => body.includes('stream_options'))).toEqual([
        ...[true, false, false],
      ])
      expect(logged('upstream-call')).toHaveLength(2)
    },
  )

  it('a request that is refused for another reason is a failure', async () => {
    upstream.answerWith(inTurn(reply('{}', 400), reply('{}', 400), LOOM))
    const { ask } = service()
    expect((await ask()).said).toContain('rejected the request')
    expect((await ask()).said).toBe('Loom.')
    expect(asked(2)).toHaveProperty('stream_options')
  })
})

describe('ids of calls', () => {
  it('are unique in a thread, and both ends of a pair have the same', async () => {
    const themed = [
      { id: 'setTheme:0', type: 'function', index: 0, function: fn('{}', 'setTheme') },
    ]
    upstream.answerWith(sends(call(themed), finish('tool_calls')))
    const tools = [{ name: 'setTheme' }]
    const { app } = service()
    const messages: object[] = []
    const ids: string[] = []
    for (const words of ['dark', 'light', 'dark again']) {
      messages.push(user(words))
      const lines = await jsonLines(await app.request('/stream', post({ messages, tools })))
      const made = lines.filter(({ type }) => type === 'tool_call_args')
      for (const { tool_call_id: id } of made) {
        ids.push(String(id))
        const toolCalls = [
          { id, type: 'function', function: { name: 'setTheme', arguments: '{}' } },
        ]
        messages.push({ role: 'assistant', content: '', toolCalls })
        messages.push({ role: 'tool', toolCallId: id, content: `done ${words}` })
      }
    }
    expect(ids[0]).toBe('setTheme:0')
    expect(new Set(ids).size).toBe(3)
    const told = asked(2).messages.filter(({ role }: { role: string }) => role === 'tool')
    expect(told).toEqual([
      { role: 'tool', tool_call_id: ids[0], content: 'done dark' },
      { role: 'tool', tool_call_id: ids[1], content: 'done light' },
    ])
  })
})
