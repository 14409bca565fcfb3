import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createAnswerReader } from '../../../src/agent/hosted/answer-reader.ts'
import { wireNames } from '../../../src/agent/hosted/completion-request.ts'
import { HOST_FIELDS } from '../../../src/agent/hosted/host-fields.ts'
import { ModelError } from '../../../src/agent/model-failure.ts'
import { event, finish, text } from '../../helper/model-server.ts'

const TOP = 'getTopProducts'
const DONE = event('[DONE]')

const choice = (one: object) => event({ choices: [one] })
const delta = (delta: object) => choice({ delta })
const message = (message: object) => choice({ message })
const stop = (finish_reason: unknown, rest: object = {}) =>
  choice({ delta: {}, finish_reason, ...rest })
const calls = (...tool_calls: unknown[]) => delta({ tool_calls })
const fn = (input: unknown, name: string | null = TOP) => ({ name, arguments: input })
const whole = (limit: number, rest: object) => ({ function: fn(`{"limit":${limit}}`), ...rest })

/** What a reader makes of an answer that comes in these pieces. */
function read(pieces: readonly string[], tools = [TOP, 'other']) {
  const toolNamed = wireNames(tools).read
  const reader = createAnswerReader({ headers: new Headers(), toolNamed })
  const all = [...pieces.flatMap((piece) => reader.read(piece)), ...reader.end()]
  const failedAt = all.findIndex(({ type }) => type === 'error')
  const parts = failedAt < 0 ? all : all.slice(0, failedAt + 1) // nobody reads on
  const words = (type: string) =>
    parts.map((part) => (part.type === type && 'delta' in part ? part.delta : '')).join('')
  const [failed] = parts.flatMap((part) => (part.type === 'error' ? [part.error] : []))
  const [end] = parts.flatMap((part) => (part.type === 'finish' ? [part] : []))
  return {
    said: words('text-delta'),
    thought: words('reasoning-delta'),
    calls: parts.flatMap((part) => (part.type === 'tool-call' ? [part] : [])),
    parts,
    end,
    failure: failed instanceof ModelError ? failed.details : failed,
    maxPauseMs: reader.maxPauseMs(),
  }
}

const said = (...pieces: string[]) => {
  const { said, failure } = read(pieces)
  return failure ?? said
}
const LOOM = 'Loom wins.'

describe('bytes to events', () => {
  it.each<[string, string[]]>([
    ['data that is no object', ['ping', 'null', '[]', '7', 'one moment'].map(event)],
    ['comments and other fields', [': PING\n\n', 'id: 7\nretry: 10\n\n', 'event: ping\n\n']],
    ['an event of another name', ['event: usage\ndata: {"usage":{"input_tokens":1}}\n\n']],
    ['a chunk without a choice', [event({ choices: [] }), event({ choices: null })]],
  ])('what says nothing is skipped: %s', (_what, pieces) => {
    expect(said(...pieces, text('Loom'), ...pieces, text(' wins.'), finish())).toBe(LOOM)
  })

  it.each<[string, string[]]>([
    ['lines of Windows', [text(LOOM).replaceAll('\n', '\r\n'), finish()]],
    ['no blank line at the end', [text(LOOM), 'data: [DONE]']],
    ['spaces around the end', [text(LOOM), 'data:  [DONE] \n\n', text('!')]],
    ['half an event after the end', [text(LOOM), stop('stop'), 'data: {"usage']],
    ['one completion', [`\n{"choices":[{"message":{"content":"${LOOM}"}}]}`]],
    ['a list of completions', [`[{"choices":[{"message":{"content":"${LOOM}"}}]}]`]],
  ])('an answer is read: %s', (_what, pieces) => {
    expect(said(...pieces)).toBe(LOOM)
  })

  it('half an object is an error, and so is a page', () => {
    expect(said(text('Loom'), event('{"choices":[{"de'), finish())).toEqual({ kind: 'nonsense' })
    expect(said('<!doctype html>\n<p>Bad: gateway')).toEqual({ kind: 'nonsense' })
    expect(said('{"choices":[')).toEqual({ kind: 'nonsense' })
  })

  it('an answer is the same wherever it is cut', () => {
    const pieces = [text('<think>Hm</think>Grüße 🧶'), calls(whole(1, { id: 'a' })), finish()]
    const { parts: expected } = read(pieces)
    const wire = pieces.join('').replaceAll('\n', '\r\n')
    const places = fc.uniqueArray(fc.nat({ max: wire.length }), { maxLength: 12 })
    fc.assert(
      fc.property(places, (cuts) => {
        const at = [0, ...cuts.toSorted((a, b) => a - b), wire.length]
        const { parts, said } = read(at.slice(1).map((end, index) => wire.slice(at[index], end)))
        expect(said).toBe('Grüße 🧶')
        expect(parts.filter(({ type }) => type === 'tool-call')).toHaveLength(1)
        expect(parts.at(-1)).toEqual(expected.at(-1))
      }),
    )
  })
})

describe('the message of a chunk', () => {
  const parts = [{ type: 'text', text: 'Loom' }, ' wins.']
  it.each<[string, string[]]>([
    ['an empty role', [delta({ role: '', content: LOOM })]],
    [
      'fields of other types',
      [event({ id: 7, created: '1', model: null, choices: [{ delta: { content: LOOM } }] })],
    ],
    ['one choice, not a list', [event({ choices: { delta: { content: LOOM } } })]],
    ['a choice that is null', [event({ choices: [null, { delta: { content: LOOM } }] })]],
    [
      'the words of another choice',
      [event({ choices: [{ delta: {} }, { delta: { content: LOOM } }] })],
    ],
    ['content in parts', [delta({ content: parts })]],
    ['a refusal', [delta({ refusal: LOOM, content: null })]],
    ['messages in pieces', [message({ content: 'Loom' }), message({ content: ' wins.' })]],
    ['the form before chats', [choice({ text: 'Loom' }), choice({ text: ' wins.' })]],
    ['a whole message after deltas', [text('Loom'), text(' wins.'), message({ content: LOOM })]],
    [
      'a whole message after messages',
      [message({ content: 'Loom' }), message({ content: ' wins.' }), message({ content: LOOM })],
    ],
    [
      'a running message beside each delta',
      ['Loom', ' wins.'].map((content, at) =>
        choice({ delta: { content }, message: { content: LOOM.slice(0, 4 + at * 6) } }),
      ),
    ],
    ['a message beside an empty delta', [choice({ delta: {}, message: { content: LOOM } })]],
    ['an error that is null', [event({ error: null, choices: [{ delta: { content: LOOM } }] })]],
  ])('%s', (_what, pieces) => {
    expect(said(...pieces, finish())).toBe(LOOM)
  })

  it('a whole message adds the calls that its deltas did not have', () => {
    const tool_calls = [whole(1, { id: 'a' })]
    const answer = read([text(LOOM), message({ content: LOOM, tool_calls }), finish()])
    expect(answer.said).toBe(LOOM)
    expect(answer.calls).toMatchObject([{ toolCallId: 'a', input: '{"limit":1}' }])
  })

  it('a text and a call may be in different choices', () => {
    const choices = [
      { delta: { content: LOOM } },
      { delta: { tool_calls: [whole(1, { index: 0 })] } },
    ]
    expect(read([event({ choices }), finish()])).toMatchObject({ said: LOOM, calls: [{}] })
  })
})

describe('the pieces of a call', () => {
  it.each<[string, ...unknown[][]]>([
    ['one after the other, by id', [whole(1, { id: 'a' })], [whole(2, { id: 'b' })]],
    ['no index and no id', [whole(1, {}), whole(2, {})]],
    ['empty ids', [whole(1, { index: 0, id: '' }), whole(2, { index: 1, id: '' })]],
    ['one id for both', [whole(1, { index: 0, id: 'a' })], [whole(2, { index: 1, id: 'a' })]],
    ['one index for both', [whole(1, { index: 0, id: 'a' })], [whole(2, { index: 0, id: 'b' })]],
    [
      'numbers as ids, texts as indexes',
      [{ index: '0', id: 1, function: fn('{"limit":') }],
      [{ index: '0', id: 1, function: fn('1}', null) }],
      [whole(2, { index: '1', id: 2 })],
    ],
    ['objects', [{ function: fn({ limit: 1 }) }, { function: fn({ limit: 2 }) }]],
    [
      'the name in each piece',
      [{ index: 0, id: 'a', function: fn('{"lim') }],
      [{ index: 0, id: 'a', function: fn('it":1}') }],
      [whole(2, { index: 1, id: 'b' })],
    ],
    [
      'a new id in each piece',
      [{ index: 0, id: 'a', function: fn('') }],
      [{ index: 0, id: 'b', function: fn('{"limit":') }],
      [{ index: 0, id: 'c', function: fn('1}') }],
      [whole(2, { index: 1, id: 'd' })],
    ],
    [
      'a new id in each piece, without a name',
      [{ id: 'a', function: fn('{"limit":') }],
      [{ id: 'b', function: fn('1}', null) }],
      [whole(2, { id: 'c' })],
    ],
    [
      'a new index in each piece',
      [{ index: 0, id: 'a', function: fn('{"limit":') }],
      [{ index: 1, id: 'a', function: fn('1}', null) }],
      [whole(2, { index: 2, id: 'b' })],
    ],
    [
      'the name after the id',
      [{ index: 0, id: 'a', function: fn('', null) }],
      [whole(1, { index: 0 })],
      [whole(2, { index: 1, id: 'b' })],
    ],
    [
      'in turn',
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
      [{ index: 1, id: 'b', function: fn('{"limit":2}') }],
    ],
    [
      'a bracket before the whole input',
      [{ index: 0, id: 'a', function: fn('{') }],
      [{ index: 0, function: fn('{"limit":1}', null) }],
      [{ index: 1, id: 'b', function: fn('{') }],
      [{ index: 1, id: 'b', function: fn('{"limit":2}') }],
    ],
    [
      'the whole input once more',
      [{ index: 0, id: 'a', function: fn('{"limit":') }],
      [{ index: 0, function: fn('1}', null) }],
      [{ index: 0, id: 'a', function: fn('{"limit":1}') }],
      [whole(2, { index: 1, id: 'b' })],
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
    ['no function', [{ id: 'a', ...fn('{"limit":1}') }], [{ id: 'b', ...fn({ limit: 2 }) }]],
  ])('two calls are two: %s', (_what, ...pieces) => {
    const answer = read([...pieces.map((piece) => calls(...piece)), finish()])
    expect(answer.calls.map(({ input }) => JSON.parse(input))).toEqual([{ limit: 1 }, { limit: 2 }])
    const ids = answer.calls.map(({ toolCallId }) => toolCallId)
    expect(new Set(ids).size).toBe(2)
    for (const id of ids) expect(id).toMatch(/^\S+$/)
  })

  it('two calls without input are two', () => {
    const now = (id: string) => ({ index: 0, id, function: fn('{}') })
    expect(read([calls(now('a')), calls(now('b')), finish()]).calls).toHaveLength(2)
    expect(
      read([
        calls({ index: 0, id: 'a', function: fn('') }),
        calls({ index: 0, id: 'b', function: fn('', 'other') }),
        finish(),
      ]).calls,
    ).toHaveLength(2)
  })

  it.each([
    ['null', calls({ function: fn('null') }), ''],
    ['an empty object', calls({ function: fn({}) }), '{}'],
    ['the form before tools', delta({ function_call: fn('{}') }), '{}'],
  ])('a call without input is read: %s', (_what, piece, input) => {
    expect(read([piece, finish()]).calls).toMatchObject([{ toolName: TOP, input }])
  })

  it('input is passed on as it comes, one call after the other', () => {
    const { parts } = read([
      calls({ index: 0, id: 'a', function: fn('{"li') }, { index: 1, id: 'b', function: fn('{}') }),
      calls({ index: 0, function: fn('mit":1}', null) }),
      finish(),
    ])
    const ofCalls = parts.filter(({ type }) => type.startsWith('tool'))
    expect(ofCalls.map((part) => ('delta' in part ? part.delta : part.type))).toEqual([
      ...['tool-input-start', '{"li', 'mit":1}', 'tool-input-end', 'tool-call'],
      ...['tool-input-start', 'tool-input-end', 'tool-call'],
    ])
  })

  it('a call without a name cannot be made', () => {
    expect(read([calls({ id: 'a', function: fn('{}', '') }), text(LOOM), finish()]).calls).toEqual(
      [],
    )
  })

  it.each([
    ['functions.getTopProducts', TOP],
    ['getTopProducts<|channel|>commentary', TOP],
    ['default_api:getTopProducts:0', TOP],
    ['functions.other', 'functions.other'],
    ['nothing.known', 'nothing.known'],
  ])('a name that models write is the tool that they mean: %s', (written, toolName) => {
    const tools = [TOP, 'other', 'functions.other']
    const { calls: made } = read([calls({ id: 'a', function: fn('{}', written) }), finish()], tools)
    expect(made).toMatchObject([{ toolName }])
  })
})

describe('the end', () => {
  it.each<[string, string, number | undefined]>([
    ['no reason yet', text(LOOM), undefined],
    [
      'a reason that is the text null',
      choice({ delta: { content: LOOM }, finish_reason: 'null' }),
      undefined,
    ],
    ['a reason alone', text(LOOM) + stop('stop'), 500],
    ['a reason beside words', choice({ delta: { content: LOOM }, finish_reason: 'eos' }), 3_000],
    [
      'usage after it',
      choice({ delta: { content: LOOM }, finish_reason: 'stop' }) + event({ usage: {} }),
      500,
    ],
  ])('the pause that ends an answer: %s', (_what, piece, maxPauseMs) => {
    const answer = read([piece])
    expect(answer.maxPauseMs).toBe(maxPauseMs)
    expect(answer.failure).toEqual(maxPauseMs === undefined ? { kind: 'cut' } : undefined)
  })

  it.each([
    ['MAX_TOKENS', 'length'],
    ['model_length', 'length'],
    ['SAFETY', 'content-filter'],
    ['sensitive', 'content-filter'],
    ['function_call', 'tool-calls'],
    ['eos', 'stop'],
    ['odd', 'other'],
  ])('a host has names of its own: %s is %s', (raw, unified) => {
    expect(read([text(LOOM), stop(raw), DONE]).end?.finishReason.unified).toBe(unified)
  })

  it.each<[string, string]>([
    [
      'beside the last choice',
      stop('stop') + event({ choices: [], usage: { prompt_tokens: '5', completion_tokens: 3 } }),
    ],
    ['in a choice', stop('stop', { usage: { prompt_tokens: 5, completion_tokens: 3 } })],
    [
      'in a part of the host',
      event({ choices: [], x_host: { usage: { input_tokens: 5, output_tokens: 3 } } }) +
        stop('stop'),
    ],
    [
      'in each chunk',
      event({ choices: [], usage: { prompt_tokens: 5, completion_tokens: 1 } }) +
        stop('stop', { usage: { prompt_tokens: 5, completion_tokens: 3 } }),
    ],
  ])('usage is read: %s', (_what, end) => {
    const { usage } = read([text(LOOM), end, DONE]).end ?? {}
    expect([usage?.inputTokens.total, usage?.outputTokens.total]).toEqual([5, 3])
  })
})

describe('an error', () => {
  const error = { code: 502, message: 'sk-live-1 of a provider' }
  it.each<[string, string]>([
    ['beside a choice', event({ error, choices: [{ delta: {}, finish_reason: 'error' }] })],
    ['alone', event({ error })],
    ['a text', event({ error: 'sk-live-1 is out of memory' })],
    ['an object of errors', event({ object: 'error', message: 'sk-live-1', code: 500 })],
    ['detail', event({ detail: [{ msg: 'sk-live-1' }] })],
    ['errors', event({ errors: [error] })],
    ['a flat code and message', event({ code: 'overloaded', message: 'sk-live-1' })],
    ['of a choice', choice({ delta: {}, error })],
    ['the event error', 'event: error\ndata: {"message":"sk-live-1"}\n\n'],
    ['a line of an error', 'error: {"code":500,"message":"sk-live-1"}\n\n'],
    ['a line of words', 'Internal Server Error: sk-live-1\n\n'],
    ['a bare object', `${JSON.stringify({ error })}\n\n`],
    ...['error', 'failed', 'cancelled', 'network_error', 'MALFORMED_FUNCTION_CALL', 'abort'].map(
      (reason): [string, string] => [`the reason ${reason}`, stop(reason)],
    ),
  ])('is one in any clothes: %s', (_what, piece) => {
    const early = read([': hi\n\n', piece, finish()])
    expect(early.failure).toMatchObject({ kind: 'refused', status: expect.any(Number) })
    const late = read([text('Loom'), calls(whole(1, { id: 'a' })), piece])
    expect(late.failure).toMatchObject({ kind: 'cut' })
    expect(late.calls).toEqual([])
    expect(JSON.stringify([early, late])).not.toContain('sk-live')
  })
})

describe('thoughts', () => {
  it.each<[string, string[], string, string]>([
    ['in a field', [delta({ reasoning_content: 'Hm.', content: null }), text(LOOM)], LOOM, 'Hm.'],
    ['in another field', [delta({ reasoning: 'Hm.' }), text(LOOM)], LOOM, 'Hm.'],
    ['in parts', [delta({ content: [{ thinking: [{ text: 'Hm.' }] }] }), text(LOOM)], LOOM, 'Hm.'],
    [
      'between tags, cut anywhere',
      ['\n<thi', 'nk>H', 'm.</th', 'ink>\n\nLoom', ' wins.'].map(text),
      LOOM,
      'Hm.',
    ],
    [
      'two of them',
      [text('<thought>H</thought> <reasoning>m.</reasoning>Loom wins.')],
      LOOM,
      'Hm.',
    ],
    [
      'before a call and after it',
      [text('<think>H</think>'), calls(whole(1, {})), text('<think>m.</think>Loom wins.')],
      LOOM,
      'Hm.',
    ],
    [
      'after a text and a call',
      [text('Loom'), calls(whole(1, {})), text('<think>Hm.</think> wins.')],
      LOOM,
      'Hm.',
    ],
    ['a tag in prose', [text('It <think>s</think>.')], 'It <think>s</think>.', ''],
    [
      'a tag in prose that is not closed',
      [text('Write <thi'), text('nk> first.')],
      'Write <think> first.',
      '',
    ],
    ['a tag as code', [text('`<think>` is one.')], '`<think>` is one.', ''],
    ['the beginning of a tag', [text('<'), text(' 5 and a <')], '< 5 and a <', ''],
    ['a text that is a part of a tag', [text('<th')], '<th', ''],
    ['nothing but an open thought', [text('<think>Loom'), text(' wins.')], LOOM, LOOM],
    [
      'an open thought after a text',
      [text('Loom wins.'), calls(whole(1, {})), text('<think>Hm.')],
      LOOM,
      'Hm.',
    ],
  ])('%s', (_what, pieces, said, thought) => {
    expect(read([...pieces, finish()])).toMatchObject({ said, thought })
  })
})

describe('what a host wants back', () => {
  const signed = { extra_content: { google: { thought_signature: 'c2ln' } } }
  const back = (pieces: string[]) =>
    read([...pieces, finish()]).end?.providerMetadata?.[HOST_FIELDS]

  it('the fields of a call, and of its function', () => {
    const own = { ...fn('{"limit":1}'), provider_specific_fields: { signature: 's' } }
    const { calls: made } = read([calls({ id: 'a', function: own, ...signed }), finish()])
    expect(made[0]?.providerMetadata?.[HOST_FIELDS]).toEqual({
      ...signed,
      function: { provider_specific_fields: { signature: 's' } },
    })
  })

  const thinking = { type: 'thinking', index: 0 }
  it.each<[string, object[], object]>([
    ['a text in pieces', [{ reasoning: 'H' }, { reasoning: 'm.' }], { reasoning: 'Hm.' }],
    [
      'a text that is sent once',
      [{ reasoning_opaque: 'x' }, { reasoning_opaque: 'x' }],
      { reasoning_opaque: 'x' },
    ],
    [
      'thoughts and their signature',
      [
        { thinking_blocks: [{ ...thinking, thinking: 'H', signature: null }] },
        { thinking_blocks: [{ ...thinking, thinking: 'm.' }] },
        { thinking_blocks: [{ ...thinking, signature: 's' }] },
        { thinking_blocks: [{ ...thinking, thinking: 'More' }] },
      ],
      {
        thinking_blocks: [
          { ...thinking, thinking: 'Hm.', signature: 's' },
          { ...thinking, thinking: 'More' },
        ],
      },
    ],
    [
      'an object that grows',
      [
        { provider_specific_fields: { a: 1, list: ['x'] } },
        { provider_specific_fields: { b: 2, list: ['y'] } },
      ],
      { provider_specific_fields: { a: 1, b: 2, list: ['x', 'y'] } },
    ],
    ['nothing of ours', [{ role: 'assistant', annotations: [{}], refusal: null, empty: {} }], {}],
  ])('%s', (_what, deltas, fields) => {
    expect(back(deltas.map(delta))).toEqual(fields)
  })

  it('thoughts between tags are not sent back', () => {
    expect(back([text('<think>Hm.</think>Loom')])).toEqual({})
  })
})
