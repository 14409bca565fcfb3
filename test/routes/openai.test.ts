import { describe, expect, it } from 'vitest'
import { calls, says, scriptedModel } from '../helper/scripted-model.ts'
import { post, testApp, user } from '../helper/test-services.ts'

const PATH = '/v1/chat/completions'
const QUESTION = { model: 'ranking', messages: [user('top 1')] }
const BANNER = { type: 'function', function: { name: 'showBanner', parameters: {} } }

const { app } = testApp()

async function ask(body: unknown, service = app) {
  const response = await service.request(PATH, post(body))
  return { status: response.status, headers: response.headers, body: await response.json() }
}

describe('POST /v1/chat/completions', () => {
  it('a completion that is not streamed comes in one piece', async () => {
    const { status, headers, body } = await ask({ ...QUESTION, unheardOf: true, temperature: 2 })
    expect(status).toBe(200)
    expect(headers.get('x-request-id')).toBeTruthy()
    expect(body).toEqual({
      id: expect.stringMatching(/^chatcmpl-/),
      object: 'chat.completion',
      created: Date.parse('2026-11-20T18:00:00Z') / 1000,
      model: 'ranking',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: expect.any(String), refusal: null },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage: {
        prompt_tokens: expect.any(Number),
        completion_tokens: expect.any(Number),
        total_tokens: expect.any(Number),
      },
    })
  })

  it('a streamed completion comes in chunks, with the usage last on request', async () => {
    const options = { stream: true, stream_options: { include_usage: true } }
    const response = await app.request(PATH, post({ ...QUESTION, ...options }))
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const wire = await response.text()
    expect(wire).toMatch(/^(data: \{.*\}\n\n)+data: \[DONE\]\n\n$/)
    const chunks = [...wire.matchAll(/^data: (\{.*)$/gm)].map(([, json]) => JSON.parse(json!))
    expect(chunks[0].choices[0].delta).toEqual({ role: 'assistant', content: '' })
    expect(chunks.at(-2).choices[0]).toMatchObject({ delta: {}, finish_reason: 'stop' })
    expect(chunks.at(-1)).toMatchObject({
      choices: [],
      usage: { total_tokens: expect.any(Number) },
    })
    expect(chunks.slice(0, -1).every(({ usage }) => usage === null)).toBe(true)
  })

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
  ])('tool_choice is respected: %s', async (_what, tool_choice, sent, offered) => {
    const isFree = tool_choice === 'none' || tool_choice === 'auto'
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
    ['another kind of tool', { ...QUESTION, tools: [{ type: 'custom' }] }, 'tools.0.type', ''],
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
    [
      'a picture',
      {
        ...QUESTION,
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: 'a' },
              { type: 'image_url', image_url: {} },
            ],
          },
        ],
      },
      'messages.0.content.1',
      'not supported',
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
