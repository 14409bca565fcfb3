import { describe, expect, it } from 'vitest'
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
import { hurryClock, SOON, service, upstream, withHost } from '../hosted-model.fixture.ts'

withHost()

const TOP = 'getTopProducts'
const DONE = event('[DONE]')
const LOOM = sends(text('Loom.'), finish())

type Piece = string | object
const chunk = (delta: object) => event({ choices: [{ index: 0, delta }] })
const wire = (piece: Piece) => (typeof piece === 'string' ? piece : chunk(piece))
const stop = (reason: string) =>
  event({ choices: [{ index: 0, delta: {}, finish_reason: reason }] })
const fn = (input: unknown, name: string | null = TOP) => ({ name, arguments: input })
const usage = { prompt_tokens: '5', completion_tokens: 3 }
const loom = { choices: [{ delta: { content: 'Loom wins.' } }] }

const asked = (at: number) => JSON.parse(upstream.questions[at]?.body ?? '{}')

describe('what hosts write differently', () => {
  it.each<[string, Piece[], string?]>([
    ['MiniMax, GLM: an empty role', ['Loom', ' wins.'].map((content) => ({ role: '', content }))],
    ['no role, index, id or model', [event(loom)]],
    [
      'an id and a creation of another type',
      [event({ id: 7, created: '1', model: null, ...loom })],
    ],
    ['a usage without choices', [text('Loom wins.')], stop('stop') + event({ usage })],
    ['a usage beside null', [event(loom)], stop('stop') + event({ choices: null, usage }) + DONE],
    ['Azure: a first chunk without a choice', [event({ choices: [] }), text('Loom wins.')]],
    ['Mistral: contents in parts', [{ content: [{ type: 'text', text: 'Loom wins.' }] }]],
    ['Mistral: thinking', [{ content: [{ thinking: [{ text: 'Hm.' }] }] }, text('Loom wins.')]],
    ['DeepSeek: reasoning', [{ reasoning_content: 'Hm.', content: null }, text('Loom wins.')]],
    ['vLLM: reasoning', [{ reasoning: 'Hm.' }, text('Loom wins.')]],
    ['tags, cut anywhere', ['\n<thi', 'nk>Hm', '…</th', 'ink>\n\nLoom', ' wins.'].map(text)],
    ['a tag in the middle of a text', [text('Loom<think>Hm.</think> wins.')]],
    ['no finish reason, but an end', [text('Loom wins.')], DONE],
    ['no blank line at the end', [text('Loom wins.')], 'data: [DONE]'],
    ['an end with spaces', [text('Loom wins.')], 'data:  [DONE] \n\n'],
    ['comments, lines of Windows', [': PING\r\n\r\n', event(loom).replaceAll('\n', '\r\n')]],
    ['an error that is null', [event({ error: null, ...loom })]],
    ['contents as a list of texts', [text('Loom'), { content: [' wins', '.'] }]],
    ['a choice that is null', [event({ choices: [null] }), text('Loom wins.')]],
    [
      'DashScope: a reason that is the text null',
      [text('Loom wins.')].map((piece) => piece.replace('_reason":null', '_reason":"null"')),
    ],
    [
      'MiniMax: all of it once more at the end',
      [text('Loom wins.')],
      event({ object: 'chat.completion', choices: [{ message: { content: 'Loom wins.' } }] }) +
        finish(),
    ],
    ['half an event after the end', [text('Loom wins.')], `${stop('stop')}data: {"usage`],
    ['a refusal', [{ refusal: 'Loom wins.', content: null }]],
  ])('the text is read: %s', async (_what, pieces, end = finish()) => {
    upstream.answerWith(sends(...pieces.map(wire), end))
    const { said, types } = await service().ask()
    expect([said, types.at(-1)]).toEqual(['Loom wins.', 'done'])
  })

  it('a text that ends in the beginning of a tag is whole', async () => {
    upstream.answerWith(sends(text('5 <'), text(' 6 and a <'), finish()))
    expect((await service().ask()).said).toBe('5 < 6 and a <')
  })

  it('a tag that is written as code is text', async () => {
    upstream.answerWith(
      sends(...['It thinks in `', '<think>', '`, `</thi', 'nk>`.'].map(text), finish()),
    )
    expect((await service().ask()).said).toBe('It thinks in `<think>`, `</think>`.')
  })

  it('reasoning that never ends is no answer', async () => {
    upstream.answerWith(sends(text('<think>Loom'), finish('length')))
    const { said, types } = await service().ask()
    expect(said).toContain('did not arrive at an answer')
    expect(types.at(-1)).toBe('error')
  })

  it('a host that does not stream is read whole', async () => {
    const message = { role: 'assistant', content: 'Loom wins.', reasoning_content: 'Hm.' }
    const completion = { choices: [{ message, finish_reason: 'stop' }], usage }
    upstream.answerWith(reply(JSON.stringify(completion)))
    const { ask, logged } = service()
    const { said, types } = await ask()
    expect([said, types.at(-1)]).toEqual(['Loom wins.', 'done'])
    expect(logged('run')).toMatchObject([{ inputTokens: 5, outputTokens: 3 }])
  })

  const whole = (limit: number, rest: object) => ({ function: fn(`{"limit":${limit}}`), ...rest })
  it.each<[string, ...unknown[]]>([
    ['Gemini: no index, the whole call', [whole(1, { id: 'a' })], [whole(2, { id: 'b' })]],
    ['no index and no id', [whole(1, {}), whole(2, {})]],
    ['empty ids', [whole(1, { index: 0, id: '' }), whole(2, { index: 1, id: '' })]],
    ['the same id for both', [whole(1, { index: 0, id: 'a' })], [whole(2, { index: 1, id: 'a' })]],
    ['the same index', [whole(1, { index: 0, id: 'a' })], [whole(2, { index: 0, id: 'b' })]],
    [
      'numbers as ids, texts as indexes',
      [{ index: '0', id: 1, function: fn('{"limit":') }],
      [{ index: '0', id: 1, function: fn('1}', null) }],
      [whole(2, { index: '1', id: 2 })],
    ],
    ['inputs as objects', [{ function: fn({ limit: 1 }) }, { function: fn({ limit: 2 }) }]],
    [
      'the name in each piece',
      [{ index: 0, id: 'a', function: fn('{"lim') }],
      [{ index: 0, id: 'a', function: fn('it":1}') }],
      [whole(2, { index: 1, id: 'b' })],
    ],
    [
      'the name after the id',
      [{ index: 0, id: 'a', function: fn('', null) }],
      [whole(1, { index: 0 })],
      [whole(2, { index: 1, id: 'b' })],
    ],
    [
      'pieces of two calls in turn',
      [{ index: 0, id: 'a', function: fn('{"li') }],
      [{ index: 1, id: 'b', function: fn('{"limit"') }],
      [{ index: 0, function: fn('mit":1}', null) }],
      [{ index: 1, function: fn(':2}', null) }],
    ],
    [
      'a placeholder before the input',
      [{ index: 0, id: 'a', function: fn({}) }],
      [{ index: 0, function: fn('{"limit":1}', null) }],
      [{ index: 1, id: 'b', function: fn('{}') }],
      [{ index: 1, function: fn('{"limit":2}', null) }],
    ],
    [
      'JSON in JSON',
      [{ index: 0, id: 'a', function: fn(JSON.stringify('{"limit":1}')) }],
      [{ index: 1, id: 'b', function: fn('"{\\"limit') }],
      [{ index: 1, function: fn('\\":2}"', null) }],
    ],
    [
      'an index that comes later',
      [{ id: 'a', function: fn('') }],
      [{ index: 0, function: fn('{"limit":1}', null) }],
      [whole(2, { index: 1, id: 'b' })],
    ],
    [
      'no list and no function',
      { id: 'a', ...fn('{"limit":1}') },
      { id: 'b', ...fn({ limit: 2 }) },
    ],
  ])('two calls are read, each with its result: %s', async (_what, ...calls) => {
    const pieces = calls.map((tool_calls) => chunk({ tool_calls }))
    upstream.answerWith(inTurn(sends(...pieces, finish()), LOOM))
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

  it.each([
    ['null', { tool_calls: [{ function: fn('null') }] }],
    ['an empty object', { tool_calls: [{ function: fn({}) }] }],
    ['the form before tools', { function_call: { name: TOP, arguments: '{}' } }],
  ])('a call without input is read: %s', async (_what, delta) => {
    upstream.answerWith(inTurn(sends(chunk(delta), finish()), LOOM))
    const { said, types } = await service().ask()
    expect([said, types]).toEqual(['Loom.', expect.arrayContaining(['tool_result', 'done'])])
  })

  const signed = { extra_content: { google: { thought_signature: 'c2ln' } } }
  it.each<[string, object, object, object]>([
    ['Gemini’s thought signatures', {}, signed, { tool_calls: [signed] }],
    ['vLLM’s reasoning', { reasoning: 'Hm' }, {}, { reasoning: 'Hm.' }],
    ['DeepSeek’s reasoning', { reasoning_content: 'Hm' }, {}, { reasoning_content: 'Hm.' }],
    [
      'OpenRouter’s reasoning',
      { reasoning_details: [{ type: 'reasoning.text', text: 'Hm', index: 0 }] },
      {},
      { reasoning_details: [{ type: 'reasoning.text', text: 'Hm.', index: 0, signature: 's' }] },
    ],
  ])(
    'what the host wants back is sent with the next step: %s',
    async (_what, delta, ofCall, back) => {
      const [field = 'none'] = Object.keys(delta)
      const tool_calls = [{ index: 0, id: 'a', function: fn('{"limit":1}'), ...ofCall }]
      const end = [{ type: 'reasoning.text', text: '.', index: 0, signature: 's' }]
      const more = chunk({ [field]: field === 'reasoning_details' ? end : '.' })
      const pieces = [chunk(delta), more, chunk({ tool_calls }), finish()]
      upstream.answerWith(inTurn(sends(...pieces), LOOM))
      expect((await service().ask()).said).toBe('Loom.')
      expect(asked(1).messages.at(-2)).toMatchObject({ role: 'assistant', content: null, ...back })
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
  it.each([
    ['[DONE]', DONE],
    ['a finish reason', stop('stop')],
  ])('%s ends an answer although the connection stays open', async (_what, end) => {
    upstream.answerWith(sendsThenHangs(text('Loom wins.'), end))
    const { said, types } = await service().ask()
    expect([said, types.at(-1)]).toEqual(['Loom wins.', 'done'])
    await upstream.questions[0]?.closed
  })

  it('a text goes on although each chunk has a finish reason', async () => {
    upstream.answerWith((_question, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const words = ['Loom', ' wins', '.']
      const timer = setInterval(() => {
        const content = words.shift()
        if (content) {
          return response.write(event({ choices: [{ delta: { content }, finish_reason: 'stop' }] }))
        }
        clearInterval(timer)
        return response.end(DONE)
      }, 300)
    })
    expect((await service().ask()).said).toBe('Loom wins.')
  })

  it('any chunk is a sign of life', async () => {
    const signs = [{ reasoning_content: 'hm' }, { content: '' }, ': ping\n\n', event({ usage })]
    const thinks: Answer = (_question, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      let sent = 0
      const timer = setInterval(() => {
        sent += 1
        if (sent < 66) return response.write(wire(signs[sent % signs.length]!))
        clearInterval(timer)
        return response.end(text('Loom wins.') + finish())
      }, 10)
    }
    hurryClock(2_000) // as if it took a minute and more
    upstream.answerWith(thinks)
    expect((await service().ask()).said).toBe('Loom wins.')
  })
})

describe('a failure in the middle of an answer', () => {
  const error = { code: 502, message: 'sk-live-1 of a provider' }
  const failing: [string, string][] = [
    ['OpenRouter’s error', event({ error, choices: [{ delta: {}, finish_reason: 'error' }] })],
    ['an error alone', event({ error })],
    ['an error that is a text', event({ error: 'sk-live-1 is out of memory' })],
    ['vLLM’s error', event({ object: 'error', message: 'sk-live-1', code: 500 })],
    ['the finish reason error', stop('error')],
    ['a finish reason of GLM', stop('network_error')],
    ['a finish reason of DeepSeek', stop('insufficient_system_resource')],
    ['OpenRouter’s error of a choice', event({ choices: [{ delta: {}, error }] })],
    ['an event of the name error', 'event: error\ndata: {"message":"sk-live-1"}\n\n'],
    ['llama.cpp’s line of an error', 'error: {"code":500,"message":"sk-live-1"}\n\n'],
  ]
  const begun = [
    ['before any text', ''],
    ['after some text', text('Loom')],
    ['after a call', toolCall(TOP, '{"limit":1}')],
  ] as const
  const cases = failing.flatMap(([what, piece]) =>
    begun.map(([when, first]) => [what, when, first + piece] as const),
  )

  it.each(cases)('%s %s is a failure everywhere, and no call runs', async (_what, when, pieces) => {
    upstream.answerWith((question, response) => {
      for (const [name, value] of Object.entries(SOON)) response.setHeader(name, value)
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

    const fallback = await service({ env: { MODEL_FALLBACK: 'embedded' } }).ask('hello')
    expect(fallback.types.at(-1) === 'done').toBe(when !== 'after some text')
  })
})

describe('a host that refuses stream_options', () => {
  it.each([400, 422])('after a %i they are never sent again', async (status) => {
    upstream.answerWith((question, response) => {
      const isRefused = question.body.includes('stream_options')
      return (isRefused ? reply('{}', status) : LOOM)(question, response)
    })
    const { ask, logged } = service()
    expect((await ask()).said).toBe('Loom.')
    expect((await ask()).said).toBe('Loom.')
    const sent = upstream.questions.map(({ body }) => body.includes('stream_options'))
    expect(sent).toEqual([true, false, false])
    expect(logged('upstream-call')).toHaveLength(2)
  })

  it('a request that is refused for another reason is a failure', async () => {
    upstream.answerWith(inTurn(reply('{}', 400), reply('{}', 400), LOOM))
    const { ask } = service()
    expect((await ask()).said).toContain('rejected the request')
    expect((await ask()).said).toBe('Loom.')
    expect(asked(2)).toHaveProperty('stream_options')
  })
})

it('ids of calls are unique in a thread, and both ends of a pair have the same', async () => {
  const set = { name: 'setTheme', arguments: '{}' }
  const tool_calls = [{ id: 'setTheme:0', type: 'function', index: 0, function: set }]
  upstream.answerWith(sends(chunk({ tool_calls }), finish('tool_calls')))
  const { app } = service()
  const messages: object[] = []
  const ids: string[] = []
  for (const words of ['dark', 'light', 'dark again']) {
    messages.push(user(words))
    const body = { messages, tools: [{ name: 'setTheme' }] }
    const lines = await jsonLines(await app.request('/stream', post(body)))
    const { tool_call_id: id } = lines.find(({ type }) => type === 'tool_call_args') ?? {}
    ids.push(String(id))
    messages.push({ role: 'assistant', toolCalls: [{ id, type: 'function', function: set }] })
    messages.push({ role: 'tool', toolCallId: id, content: `done ${words}` })
  }
  expect(ids[0]).toBe('setTheme:0')
  expect(new Set(ids).size).toBe(3)
  const told = asked(2).messages.filter(({ role }: { role: string }) => role === 'tool')
  expect(told).toEqual([
    { role: 'tool', tool_call_id: ids[0], content: 'done dark' },
    { role: 'tool', tool_call_id: ids[1], content: 'done light' },
  ])
})
