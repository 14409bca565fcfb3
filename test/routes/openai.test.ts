import { MockLanguageModelV3 } from 'ai/test'
import OpenAI from 'openai'
import { describe, expect, it, vi } from 'vitest'
import { unreadable } from '../../src/agent/model-failure.ts'
import { pacedModel } from '../helper/paced-model.ts'
import { calls, says, scriptedModel } from '../helper/scripted-model.ts'
import { fetchFrom, post, testApp, user } from '../helper/test-services.ts'

const PATH = '/v1/chat/completions'
const QUESTION = { model: 'ranking', messages: [user('top 1')] }
const BANNER = {
  type: 'function' as const,
  function: {
    name: 'showBanner',
    description: 'Shows a banner.',
    parameters: { type: 'object', properties: { text: { type: 'string' } } },
  },
}

const { app } = testApp()

async function ask(body: unknown, service = app) {
  const response = await service.request(PATH, post(body))
  return { status: response.status, headers: response.headers, body: await response.json() }
}

/** The official client in front of the app, without a socket in between. */
function connect(setup: Parameters<typeof testApp>[0] = {}, apiKey = 'any') {
  const { app, records } = testApp(setup)
  const fetch = fetchFrom(app)
  return {
    records,
    openai: new OpenAI({ baseURL: 'http://localhost/v1', apiKey, maxRetries: 0, fetch }),
  }
}

const question = (content: string) => {
  return { model: 'ranking', messages: [{ role: 'user' as const, content }] }
}

describe('the official OpenAI client', () => {
  it('lists the agent as a model', async () => {
    const { openai } = connect()
    const ids: string[] = []
    for await (const { id } of openai.models.list()) ids.push(id)
    expect(ids).toEqual(['ranking'])
    expect(await openai.models.retrieve('ranking')).toMatchObject({ id: 'ranking' })
    await expect(openai.models.retrieve('gpt-4')).rejects.toMatchObject({ status: 404 })
  })

  it('gets the same answer whole and streamed, without our own tools, and the usage on request', async () => {
    const { openai } = connect()
    const asked = { ...question('top 2 yesterday'), temperature: 0, max_tokens: 100 }
    const whole = await openai.chat.completions.create(asked)
    expect(whole).toMatchObject({
      ...{ id: expect.stringMatching(/^chatcmpl-/), object: 'chat.completion', model: 'ranking' },
      created: Date.parse('2026-11-20T18:00:00Z') / 1000,
    })
    expect(whole.choices).toEqual([
      {
        ...{ index: 0, logprobs: null, finish_reason: 'stop' },
        message: { role: 'assistant', content: expect.stringMatching(/yesterday/i), refusal: null },
      },
    ])
    expect(whole.usage?.total_tokens).toBeGreaterThan(0)

    const options = { stream_options: { include_usage: true } }
    const stream = openai.chat.completions.stream({ ...asked, ...options })
    const streamed = await stream.finalChatCompletion()
    expect(streamed.choices[0]).toMatchObject({
      finish_reason: 'stop',
      message: { content: whole.choices[0]?.message.content },
    })
    expect(streamed.usage).toEqual(whole.usage)
    const chunks = await openai.chat.completions.create({ ...question('hello'), stream: true })
    for await (const chunk of chunks) {
      expect(chunk.choices).toHaveLength(1)
      expect(chunk).not.toHaveProperty('usage')
    }
  })

  it('answers calls of its tools while streaming', async () => {
    const model = scriptedModel(
      calls(['getTopProducts', { limit: 1 }], ['showBanner', { text: 'Zwölf 🎈' }]),
      says('It is up.'),
    )
    const { openai } = connect({ parts: { model } })
    const shown: string[] = []
    const show = ({ text }: { text: string }) => {
      shown.push(text)
      return 'shown'
    }
    const runner = openai.chat.completions.runTools({
      ...question('show it'),
      stream: true,
      tools: [{ ...BANNER, function: { ...BANNER.function, parse: JSON.parse, function: show } }],
    })
    expect(await runner.finalContent()).toBe('It is up.')
    expect(shown).toEqual(['Zwölf 🎈'])
    expect(model.doStreamCalls[1]?.prompt.slice(-2)).toMatchObject([
      { role: 'assistant', content: [{ type: 'tool-call', input: { text: 'Zwölf 🎈' } }] },
      { role: 'tool', content: [{ output: { value: 'shown' } }] },
    ])
  })

  it('answers calls of its tools in whole answers', async () => {
    const model = scriptedModel(calls(['showBanner', { text: 'a' }]), says('It is up.'))
    const { openai } = connect({ parts: { model } })
    const { model: agent, messages } = question('show it')
    const tools = [BANNER]
    const first = await openai.chat.completions.create({ model: agent, messages, tools })
    const [choice] = first.choices
    const called = { name: 'showBanner', arguments: '{"text":"a"}' }
    expect(choice).toMatchObject({
      finish_reason: 'tool_calls',
      message: { content: null, tool_calls: [{ type: 'function', function: called }] },
    })
    const { id } = choice!.message.tool_calls![0]!
    const result = { role: 'tool' as const, tool_call_id: id, content: 'shown' }
    const more = [...messages, choice!.message, result]
    const second = await openai.chat.completions.create({ model: agent, messages: more, tools })
    expect(second.choices[0]?.message.content).toBe('It is up.')
  })

  it('that leaves stops the model', async () => {
    const { model, say, isAborted } = pacedModel()
    const { openai, records } = connect({ parts: { model } })
    const asking = openai.chat.completions.create({ ...question('hi'), stream: true })
    await say(4)
    for await (const { choices } of await asking) if (choices[0]?.delta.content) break
    await vi.waitFor(() => expect(isAborted()).toBe(true))
    const run = records().find(({ event }) => event === 'run')
    expect(run).toMatchObject({ outcome: 'cancelled' })
  })

  it('throws errors by status and code', async () => {
    const { openai } = connect()
    const wrong = openai.chat.completions.create({ ...question('hi'), n: 2 })
    await expect(wrong).rejects.toBeInstanceOf(OpenAI.BadRequestError)
    await expect(wrong).rejects.toMatchObject({
      status: 400,
      message: '400 n: must be 1: there is one answer.',
      ...{ type: 'invalid_request_error', param: 'n', code: 'invalid-request' },
      requestID: expect.any(String),
    })
    const unknown = openai.chat.completions.create({ ...question('hi'), model: 'gpt-4.1' })
    await expect(unknown).rejects.toBeInstanceOf(OpenAI.NotFoundError)
    await expect(unknown).rejects.toMatchObject({ code: 'model_not_found', param: 'model' })
    const model = new MockLanguageModelV3({
      doStream: () => Promise.reject(unreadable()),
    })
    const failing = connect({ parts: { model } }).openai
    const whole = failing.chat.completions.create(question('hi'))
    await expect(whole).rejects.toBeInstanceOf(OpenAI.InternalServerError)
    await expect(whole).rejects.toMatchObject({ status: 502, code: 'upstream-failed' })
    const stream = await failing.chat.completions.create({ ...question('hi'), stream: true })
    const read = async () => {
      for await (const chunk of stream) expect(chunk.choices).toHaveLength(1)
    }
    await expect(read()).rejects.toMatchObject({
      message: 'The language model sent an unreadable response.',
      code: 'upstream-failed',
    })
  })

  it('sends its API key as the token, and is told when to retry', async () => {
    const env = { AGENT_TOKENS: 'a-token-of-the-openai-client' }
    const known = connect({ env }, 'a-token-of-the-openai-client')
    await known.openai.models.list()
    const refused = connect({ env }, 'another').openai.models.list()
    await expect(refused).rejects.toBeInstanceOf(OpenAI.AuthenticationError)
    await expect(refused).rejects.toMatchObject({ code: 'invalid_api_key' })
    const limited = connect({ env: { RATE_LIMIT_PER_MINUTE: '1' } }).openai
    await limited.models.list()
    const late = limited.models.list()
    await expect(late).rejects.toBeInstanceOf(OpenAI.RateLimitError)
    await expect(late).rejects.toMatchObject({ code: 'rate_limit_exceeded' })
  })
})

const allowed = (mode: string, name: string) => {
  const tools = [{ type: 'function', function: { name } }]
  return { type: 'allowed_tools', allowed_tools: { mode, tools } }
}

describe('POST /v1/chat/completions', () => {
  it('a call whose input is not JSON never reaches the client', async () => {
    const model = scriptedModel(calls(['showBanner', '{"text":']), says('Never mind.'))
    const { app: service } = testApp({ parts: { model } })
    const asked = { ...QUESTION, tools: [BANNER], stream: true }
    const wire = await (await service.request(PATH, post(asked))).text()
    expect(wire).not.toContain('tool_calls')
    expect(wire).toContain('"finish_reason":"stop"')
  })

  it.each([
    ['none', 'none', undefined, 0],
    ['auto', 'auto', { type: 'auto' }, 2],
    ['required', 'required', { type: 'required' }, 2],
    ['one', { type: 'function', function: { name: 'b' } }, { type: 'tool', toolName: 'b' }, 1],
    ['a fence', allowed('auto', 'b'), { type: 'auto' }, 1],
    ['a fence that must be used', allowed('required', 'b'), { type: 'tool', toolName: 'b' }, 1],
  ])('tool_choice is respected: %s', async (_what, tool_choice, sent, offered) => {
    const isFree = !JSON.stringify(tool_choice).includes('required') && _what !== 'one'
    const model = scriptedModel(isFree ? says('Fine.') : calls(['b', {}]))
    const { app: service } = testApp({ parts: { model } })
    const tools = ['a', 'b'].map((name) => ({ type: 'function', function: { name } }))
    expect((await ask({ ...QUESTION, tools, tool_choice }, service)).status).toBe(200)
    const [call] = model.doStreamCalls
    if (sent) expect(call?.toolChoice).toEqual(sent)
    const names = call?.tools?.map(({ name }) => name) ?? []
    expect(names.filter((name) => ['a', 'b'].includes(name))).toHaveLength(offered)
    expect(names.includes('getTopProducts')).toBe(isFree)
  })

  it('a required call that the model does not make is an error', async () => {
    const { status, body } = await ask({ ...QUESTION, tools: [BANNER], tool_choice: 'required' })
    expect(status).toBe(502)
    expect(body.error.message).toMatch(/did not call the required tool/)
  })

  it.each([
    ['no model', { messages: QUESTION.messages }, 'model', 'model: is required.'],
    ['no messages', { model: 'ranking' }, 'messages', 'messages: is required.'],
    ['nothing to answer', { ...QUESTION, messages: [] }, 'messages', 'something to answer'],
    ['two answers', { ...QUESTION, n: 2 }, 'n', 'must be 1'],
    ['a voice', { ...QUESTION, audio: { voice: 'alloy' } }, 'audio', 'not supported'],
    ['sounds', { ...QUESTION, modalities: ['text', 'audio'] }, 'modalities.1', 'not supported'],
    [
      'a form',
      { ...QUESTION, response_format: { type: 'json_object' } },
      'response_format.type',
      '',
    ],
    ['probabilities', { ...QUESTION, logprobs: true }, 'logprobs', 'not supported'],
    ['functions', { ...QUESTION, functions: [] }, 'functions', 'use tools'],
    [
      'another kind of tool',
      { ...QUESTION, tools: [{ type: 'custom' }] },
      'tools.0.type',
      'custom is',
    ],
    [
      'a fence around nothing',
      { ...QUESTION, tools: [BANNER], tool_choice: allowed('auto', 'x') },
      'tool_choice',
      'one of the tools',
    ],
    [
      'a nameless tool',
      { ...QUESTION, tools: [{ type: 'function', function: {} }] },
      'tools.0.name',
      '',
    ],
    ['a choice of nothing', { ...QUESTION, tool_choice: 'required' }, 'tool_choice', 'no tools'],
    [
      'the choice of another tool',
      { ...QUESTION, tools: [BANNER], tool_choice: { type: 'function', function: { name: 'x' } } },
      'tool_choice',
      'one of the tools',
    ],
  ])('a request with %s is rejected', async (_what, asked, param, words) => {
    const { status, body } = await ask(asked)
    expect(status).toBe(400)
    expect(body).toEqual({
      error: {
        message: expect.stringContaining(words),
        type: 'invalid_request_error',
        param,
        code: 'invalid-request',
      },
    })
  })

  it.each(['image_url', 'file', 'input_audio'])(
    'beside words, a part of the type %s is a line that says so, and the words are answered',
    async (type) => {
      const model = scriptedModel(says('Fine.'))
      const { app: service } = testApp({ parts: { model } })
      const content = [{ type: 'text', text: 'top 1 yesterday' }, { type }]
      const asked = { ...QUESTION, messages: [{ role: 'user', content }] }
      expect((await ask(asked, service)).body.choices[0].message.content).toBe('Fine.')
      expect(JSON.stringify(model.doStreamCalls[0]?.prompt.at(-1))).toContain(
        'top 1 yesterday\\n<a picture or a file, which the agent cannot see>',
      )
      const { body } = await ask(asked)
      const plain = await ask({ ...QUESTION, messages: [user('top 1 yesterday')] })
      expect(body.choices).toEqual(plain.body.choices)
    },
  )

  it('a list of anything else as a result is JSON for the model', async () => {
    const model = scriptedModel(says('Fine.'))
    const { app: service } = testApp({ parts: { model } })
    const tool_calls = [{ id: 'c', type: 'function', function: { name: 'a', arguments: '{}' } }]
    const result = { role: 'tool', tool_call_id: 'c', content: [{ id: 1 }] }
    const messages = [user('a'), { role: 'assistant', content: null, tool_calls }, result]
    await ask({ ...QUESTION, messages }, service)
    expect(model.doStreamCalls[0]?.prompt.at(-1)?.content).toMatchObject([
      { output: { value: '[{"id":1}]' } },
    ])
  })

  it.each([
    ['first', []],
    ['later', QUESTION.messages],
  ])('a picture without words gets a sentence, in the %s turn', async (_turn, messages) => {
    const picture = { role: 'user', content: [{ type: 'image_url', image_url: {} }] }
    const { status, body } = await ask({ ...QUESTION, messages: [...messages, picture] })
    expect([status, body.choices[0].message.content]).toEqual([
      200,
      expect.stringContaining('only read text, not pictures or files'),
    ])
  })

  it('every error under /v1 has the form of OpenAI', async () => {
    const failures = [
      await app.request(PATH, post('no json')),
      await app.request(PATH, post('x'.repeat(1024 * 1024 + 1))),
      await app.request(PATH),
      await app.request('/v1/embeddings', post({})),
      await app.request('/v1/models/gpt-4.1'),
      await app.request(PATH, post({ ...QUESTION, model: 'gpt-4.1' })),
      await testApp({ env: { AGENT_TOKENS: 'a-token-of-somebody-else' } }).app.request(
        '/v1/models',
      ),
    ]
    const outcomes = await Promise.all(
      failures.map(async (response) => {
        const { error } = await response.json()
        expect(Object.keys(error)).toEqual(['message', 'type', 'param', 'code'])
        expect(response.headers.get('access-control-allow-origin')).toBe('*')
        return `${response.status} ${error.code}`
      }),
    )
    expect(outcomes).toEqual([
      '400 invalid-request',
      '413 payload-too-large',
      '405 method-not-allowed',
      '404 not-found',
      '404 model_not_found',
      '404 model_not_found',
      '401 invalid_api_key',
    ])
    expect(failures[2]?.headers.get('allow')).toBe('POST')
    expect(failures[6]?.headers.get('www-authenticate')).toContain('Bearer')
  })
})
