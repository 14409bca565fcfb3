import { createOpenResponses } from '@ai-sdk/open-responses'
import { createOpenAI } from '@ai-sdk/openai'
import { generateText, jsonSchema, type ModelMessage, stepCountIs, streamText, tool } from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import OpenAI from 'openai'
import { describe, expect, it, vi } from 'vitest'
import { unreadable } from '../../src/agent/model-failure.ts'
import { pacedModel } from '../helper/paced-model.ts'
import { calls, says, scriptedModel } from '../helper/scripted-model.ts'
import { emptyDatabase } from '../helper/test-database.ts'
import { fetchFrom, NOW, post, testApp, user } from '../helper/test-services.ts'

const PATH = '/v1/responses'
const QUESTION = { model: 'ranking', input: 'top 1 yesterday' }
const BANNER = {
  type: 'function' as const,
  name: 'showBanner',
  description: 'Shows a banner.',
  parameters: { type: 'object', properties: { text: { type: 'string' } } },
  strict: false,
}

type Setup = Parameters<typeof testApp>[0]
type Json = Awaited<ReturnType<Response['json']>>

async function withDatabase(setup: Setup = {}) {
  return testApp({ ...setup, runtime: { database: await emptyDatabase() } })
}

async function ask(body: unknown, { app } = testApp(), headers = {}) {
  const response = await app.request(PATH, post(body, headers))
  const answer: Json = await response.json()
  return { status: response.status, body: answer }
}

/** The events of a stream, each as its name and its data. */
async function events(body: object, { app } = testApp()) {
  const response = await app.request(PATH, post({ ...body, stream: true }))
  const blocks = (await response.text()).split('\n\n').filter((block) => block !== '')
  expect(blocks.pop()).toBe('data: [DONE]')
  return blocks.map((block): Json => {
    const [name, data] = block.split('\n')
    const event = JSON.parse(data!.replace('data: ', ''))
    expect(name).toBe(`event: ${event.type}`)
    return event
  })
}

const promptOf = (model: MockLanguageModelV3, call = -1) =>
  model.doStreamCalls.at(call)!.prompt.slice(1)

const words = (answer: Json) =>
  answer.output.flatMap((item: Json) => item.content ?? []).map((part: Json) => part.text)

describe('official clients', () => {
  const show = tool({
    description: 'Shows a banner.',
    inputSchema: jsonSchema<{ text: string }>(BANNER.parameters as object),
    execute: ({ text }) => `shown: ${text}`,
  })

  async function connected() {
    const model = scriptedModel(
      [...says('Let me see. ').slice(0, -1), ...calls(['showBanner', { text: 'Zwölf 🎈' }])],
      says('It is up.'),
      says('You are welcome.'),
    )
    const { app } = await withDatabase({ parts: { model } })
    const fetch = fetchFrom(app)
    const options = { apiKey: 'any', fetch }
    const openAi = createOpenAI({ baseURL: 'http://localhost/v1', ...options })
    const url = 'http://localhost/v1/responses'
    const openResponses = createOpenResponses({ name: 'launchboard', url, ...options })
    return { model, openAi: openAi('ranking'), openResponses: openResponses('ranking') }
  }

  const results = [
    { role: 'assistant', content: [{ type: 'text', text: 'Let me see. ' }, { type: 'tool-call' }] },
    { role: 'tool', content: [{ output: { value: 'shown: Zwölf 🎈' } }] },
  ]

  it.each(['openAi', 'openResponses'] as const)(
    'the AI SDK runs its tools and asks again, whole: %s',
    async (provider) => {
      const { model, ...models } = await connected()
      const messages: ModelMessage[] = [{ role: 'user', content: 'show it' }]
      const asked = { model: models[provider], tools: { showBanner: show }, messages }
      const first = await generateText({ ...asked, stopWhen: stepCountIs(3) })
      expect(first.text).toBe('It is up.')
      expect(promptOf(model).slice(1)).toMatchObject(results)
      messages.push(...first.response.messages, { role: 'user', content: 'thanks' })
      expect((await generateText(asked)).text).toBe('You are welcome.')
      expect(promptOf(model).slice(-2)).toMatchObject([
        { role: 'assistant', content: [{ text: 'It is up.' }] },
        { role: 'user', content: [{ text: 'thanks' }] },
      ])
    },
  )

  it.each(['openAi', 'openResponses'] as const)(
    'the AI SDK runs its tools and asks again, streamed: %s',
    async (provider) => {
      const { model, ...models } = await connected()
      const messages: ModelMessage[] = [{ role: 'user', content: 'show it' }]
      const asked = { model: models[provider], tools: { showBanner: show }, messages }
      const first = streamText({ ...asked, stopWhen: stepCountIs(3) })
      expect(await first.text).toBe('It is up.')
      expect(promptOf(model).slice(1)).toMatchObject(results)
      expect((await first.totalUsage).totalTokens).toBeGreaterThan(0)
      messages.push(...(await first.response).messages, { role: 'user', content: 'thanks' })
      expect(await streamText(asked).text).toBe('You are welcome.')
      expect(promptOf(model).slice(1, 3)).toMatchObject(results)
    },
  )

  function openai({ app }: Pick<ReturnType<typeof testApp>, 'app'>) {
    const fetch = fetchFrom(app)
    return new OpenAI({ baseURL: 'http://localhost/v1', apiKey: 'any', maxRetries: 0, fetch })
  }

  it('openai gets the same answer whole and streamed, and its output is read as input', async () => {
    const client = openai(await withDatabase())
    const whole = await client.responses.create({ ...QUESTION, temperature: 0 })
    expect(whole.output_text).toMatch(/yesterday/i)
    const stream = client.responses.stream(QUESTION)
    const streamed = await stream.finalResponse()
    expect(streamed.output_text).toBe(whole.output_text)
    expect(streamed.usage).toEqual(whole.usage)
    const input = [user('top 1 yesterday'), ...whole.output, user('and last week?')]
    const second = await client.responses.create({ model: 'ranking', input: input as never })
    expect(second.output_text).toMatch(/last week/i)
  })

  it('openai goes on by the id of a response, without its instructions', async () => {
    const model = scriptedModel(calls(['showBanner', { text: 'a' }]), says('Up.'), says('Bye.'))
    const client = openai(await withDatabase({ parts: { model } }))
    const asked = { model: 'ranking', tools: [BANNER], instructions: 'Be brief.' }
    const first = await client.responses.create({ ...asked, input: 'show it' })
    const [call] = first.output
    expect(call).toMatchObject({ type: 'function_call', arguments: '{"text":"a"}' })
    const output = { type: 'function_call_output' as const, output: 'shown' }
    const second = await client.responses.create({
      ...{ model: 'ranking', tools: [BANNER], previous_response_id: first.id },
      input: [{ ...output, call_id: (call as { call_id: string }).call_id }],
    })
    expect(second).toMatchObject({ output_text: 'Up.', previous_response_id: first.id })
    const [system] = model.doStreamCalls.at(-1)!.prompt
    expect(model.doStreamCalls[0]!.prompt[0]!.content).toMatch(/Be brief\.$/)
    expect(system!.content).not.toContain('Be brief.')
    const stream = client.responses.stream({
      ...{ model: 'ranking', previous_response_id: second.id, input: 'bye' },
    })
    expect((await stream.finalResponse()).output_text).toBe('Bye.')
    expect(promptOf(model)).toMatchObject([
      { role: 'user', content: [{ text: 'show it' }] },
      { role: 'assistant', content: [{ type: 'tool-call', input: { text: 'a' } }] },
      { role: 'tool', content: [{ output: { value: 'shown' } }] },
      { role: 'assistant', content: [{ text: 'Up.' }] },
      { role: 'user', content: [{ text: 'bye' }] },
    ])
  })

  it('openai throws errors by status and code, and reads a failure in a stream', async () => {
    const model = new MockLanguageModelV3({ doStream: () => Promise.reject(unreadable()) })
    const client = openai(testApp({ parts: { model } }))
    const whole = client.responses.create(QUESTION)
    await expect(whole).rejects.toMatchObject({ status: 502, code: 'upstream-failed' })
    const missing = client.responses.retrieve('resp_1')
    await expect(missing).rejects.toMatchObject({ status: 404, code: 'not-found' })
    const failed = await client.responses.stream(QUESTION).finalResponse()
    expect(failed).toMatchObject({
      ...{ status: 'failed', output: [], completed_at: null },
      error: { code: 'server_error', message: 'The language model sent an unreadable response.' },
    })
  })

  it('a client that leaves the stream stops the model, and nothing is kept', async () => {
    const { model, say, isAborted } = pacedModel()
    const keep = vi.fn()
    const storedTurns = { find: vi.fn(), keep, settle: vi.fn() }
    const client = openai(testApp({ parts: { model, storedTurns } }))
    const asking = client.responses.create({ ...QUESTION, stream: true })
    await say(4)
    for await (const { type } of await asking) if (type === 'response.output_text.delta') break
    await vi.waitFor(() => expect(isAborted()).toBe(true))
    expect(keep).not.toHaveBeenCalled()
  })
})

describe('the answer', () => {
  it('has questions that may follow in its metadata, if they are asked for', async () => {
    const model = scriptedModel(calls(['getTopProducts', { limit: 1 }]), says('One.'))
    const asked = { ...QUESTION, metadata: { team: 'a' }, suggestions: true }
    const { body } = await ask(asked, testApp({ parts: { model } }))
    const { suggestions, ...others } = body.metadata
    expect(others).toEqual({ team: 'a' })
    expect(JSON.parse(suggestions)).toContain('And last week?')
  })

  it('has every field, and repeats what was sent', async () => {
    const model = scriptedModel(calls(['getTopProducts', { limit: 1 }]), says('One.'))
    const sent = {
      ...{ instructions: 'Be brief.', tools: [BANNER], tool_choice: 'none', temperature: 0.2 },
      ...{ metadata: { team: 'a' }, parallel_tool_calls: false, max_output_tokens: 99 },
    }
    const asked = { ...QUESTION, ...sent, include: ['x'], reasoning: { effort: 'low' }, top_p: 'x' }
    const { status, body } = await ask(asked, testApp({ parts: { model } }))
    expect(status).toBe(200)
    const at = NOW.getTime() / 1000
    const text = { type: 'output_text', text: 'One.', annotations: [], logprobs: [] }
    expect(body).toEqual({
      ...sent,
      ...{ id: expect.stringMatching(/^resp_/), object: 'response', model: 'ranking' },
      ...{ created_at: at, completed_at: at, status: 'completed', error: null },
      ...{ incomplete_details: null, previous_response_id: null, truncation: 'disabled' },
      ...{ text: { format: { type: 'text' } }, top_p: 1, top_logprobs: 0, reasoning: null },
      ...{ presence_penalty: 0, frequency_penalty: 0, max_tool_calls: null, store: false },
      ...{ background: false, service_tier: 'default', safety_identifier: null },
      prompt_cache_key: null,
      output: [
        {
          ...{ id: body.id.replace('resp', 'msg'), type: 'message', status: 'completed' },
          ...{ role: 'assistant', content: [text] },
        },
      ],
      usage: {
        ...{ input_tokens: 20, input_tokens_details: { cached_tokens: 0 }, output_tokens: 8 },
        ...{ output_tokens_details: { reasoning_tokens: 0 }, total_tokens: 28 },
      },
    })
  })

  it('streams the whole life of each item, in order and numbered', async () => {
    const both = [...says('Look at this.').slice(0, -1), ...calls(['showBanner', { text: 'a' }])]
    const model = scriptedModel(both)
    const told = await events({ ...QUESTION, tools: [BANNER] }, testApp({ parts: { model } }))
    const delta = 'response.output_text.delta'
    expect(told.map(({ type }) => type)).toEqual([
      ...['response.created', 'response.in_progress'],
      ...['response.output_item.added', 'response.content_part.added', delta, delta, delta],
      ...['response.output_text.done', 'response.content_part.done', 'response.output_item.done'],
      ...['response.output_item.added', 'response.function_call_arguments.delta'],
      ...['response.function_call_arguments.done', 'response.output_item.done'],
      'response.completed',
    ])
    expect(told.map(({ sequence_number }) => sequence_number)).toEqual([...told.keys()])
    expect(told[0]?.response).toMatchObject({ status: 'in_progress', output: [], usage: null })
    const [message, call] = told.at(-1)!.response.output
    const place = { item_id: message.id, output_index: 0, content_index: 0 }
    for (const event of told.slice(3, 9)) expect(event).toMatchObject(place)
    expect(told[2]?.item).toEqual({ ...message, status: 'in_progress', content: [] })
    expect(told[3]?.part).toMatchObject({ text: '' })
    expect(told[7]).toMatchObject({ text: 'Look at this.', logprobs: [] })
    expect(told[9]).toMatchObject({ output_index: 0, item: message })
    expect(call).toMatchObject({ type: 'function_call', call_id: 'call-1', name: 'showBanner' })
    expect(call.id).not.toBe(call.call_id)
    expect(told[10]?.item).toEqual({ ...call, status: 'in_progress', arguments: '' })
    expect(told[11]).toMatchObject({ item_id: call.id, output_index: 1, delta: '{"text":"a"}' })
    expect(told[12]).toMatchObject({ name: 'showBanner', arguments: '{"text":"a"}' })
    expect(told[13]).toMatchObject({ output_index: 1, item: call })
  })

  const ends = (reason: 'length' | 'content-filter') =>
    says('Half a').map((part) =>
      part.type === 'finish' ? { ...part, finishReason: { unified: reason, raw: reason } } : part,
    )

  it.each([
    ['length', 'max_output_tokens'],
    ['content-filter', 'content_filter'],
  ] as const)('that the host has cut is incomplete: %s', async (finish, reason) => {
    const service = testApp({ parts: { model: scriptedModel(ends(finish)) } })
    const { body } = await ask(QUESTION, service)
    const told = await events(QUESTION, service)
    for (const answer of [body, told.at(-1)!.response]) {
      const output = [{ status: 'incomplete', content: [{ text: 'Half a' }] }]
      expect(answer).toMatchObject({ status: 'incomplete', incomplete_details: { reason }, output })
    }
    expect(told.at(-1)!.type).toBe('response.incomplete')
  })

  it('a failure after words ends the item and then the response, without a sentence', async () => {
    const [start, begin, ...parts] = says('Half a').slice(0, -1)
    const cut = [start!, begin!, ...parts, { type: 'error' as const, error: unreadable() }]
    const told = await events(QUESTION, testApp({ parts: { model: scriptedModel(cut) } }))
    expect(told.slice(-2)).toMatchObject([
      { type: 'response.output_item.done', item: { status: 'incomplete' } },
      { type: 'response.failed', response: { status: 'failed', error: { code: 'server_error' } } },
    ])
    expect(words(told.at(-1)!.response)).toEqual(['Half a'])
  })
})

describe('the request', () => {
  it('reads every kind of item, and leaves out those of others', async () => {
    const model = scriptedModel(says('Fine.'))
    const input = [
      { type: 'message', role: 'developer', content: 'Speak plainly.' },
      { role: 'user', content: [{ type: 'input_text', text: 'one' }, { type: 'input_image' }] },
      { type: 'reasoning', id: 'rs_1', summary: [] },
      { type: 'web_search_call', id: 'ws_1', status: 'completed' },
      { role: 'assistant', content: [{ type: 'output_text', text: 'two' }], phase: 'final_answer' },
      { type: 'function_call', call_id: 'c', name: 'showBanner', arguments: '{"text":"a"}' },
      {
        ...{ type: 'function_call_output', call_id: 'c' },
        output: [{ type: 'input_text', text: 'shown' }, { type: 'input_file' }],
      },
    ]
    const asked = { model: 'ranking', input, instructions: 'Lead.' }
    expect((await ask(asked, testApp({ parts: { model } }))).status).toBe(200)
    const [system] = model.doStreamCalls[0]!.prompt
    expect(system!.content).toMatch(/Lead\.\n\nSpeak plainly\.$/)
    const unseen = '<a picture or a file, which the agent cannot see>'
    expect(promptOf(model)).toMatchObject([
      { role: 'user', content: [{ text: `one\n${unseen}` }] },
      {
        role: 'assistant',
        content: [{ text: 'two' }, { toolName: 'showBanner', input: { text: 'a' } }],
      },
      { role: 'tool', content: [{ output: { value: `shown\n${unseen}` } }] },
    ])
  })

  it('a picture alone is answered with a sentence', async () => {
    const input = [{ role: 'user', content: [{ type: 'input_image', image_url: 'data:,' }] }]
    const { body } = await ask({ model: 'ranking', input })
    expect(body.status).toBe('completed')
    expect(words(body)).toEqual([expect.stringContaining('only read text, not pictures')])
  })

  it('allowed_tools is a fence', async () => {
    const model = scriptedModel(calls(['b', {}]), says('Fine.'))
    const tools = ['a', 'b'].map((name) => ({ ...BANNER, name }))
    const allowed = [{ type: 'function', name: 'a' }]
    const tool_choice = { type: 'allowed_tools', mode: 'auto', tools: allowed }
    const { body } = await ask({ ...QUESTION, tools, tool_choice }, testApp({ parts: { model } }))
    const offered = model.doStreamCalls[0]!.tools!.map(({ name }) => name)
    expect(offered.filter((name) => name.length === 1)).toEqual(['a'])
    expect(words(body)).toEqual(['Fine.'])
    expect(body.tool_choice).toEqual(tool_choice)
  })

  it.each([
    ['no input', { model: 'ranking' }, 'input', 'is required'],
    ['an empty text', { ...QUESTION, input: ' ' }, 'input', 'something to answer'],
    ['an item that is none', { ...QUESTION, input: ['a'] }, 'input.0', 'an object'],
    ['no role', { ...QUESTION, input: [user('a'), { content: 'a' }] }, 'input.1.role', ''],
    ['too many items', { ...QUESTION, input: Array(1001).fill(user('a')) }, 'input', '1000 items'],
    ['too much text', { ...QUESTION, input: 'a'.repeat(500_001) }, 'input', '500000 characters'],
    ['a search', { ...QUESTION, tools: [{ type: 'web_search' }] }, 'tools.0.type', 'web_search is'],
    [
      'a form',
      { ...QUESTION, text: { format: { type: 'json_schema' } } },
      'text.format.type',
      'Markdown',
    ],
    ['a task', { ...QUESTION, background: true }, 'background', 'not supported'],
    ['a conversation', { ...QUESTION, conversation: 'c' }, 'conversation', 'previous_response_id'],
    ['a prompt', { ...QUESTION, prompt: { id: 'p' } }, 'prompt', 'not supported'],
  ])('with %s is rejected', async (_what, asked, param, message) => {
    const { status, body } = await ask(asked)
    expect(status).toBe(400)
    expect(body.error).toMatchObject({ param, code: 'invalid-request' })
    expect(body.error.message).toContain(message)
  })

  it('another model is not found', async () => {
    const { status, body } = await ask({ ...QUESTION, model: 'gpt-5' })
    expect([status, body.error.code]).toEqual([404, 'model_not_found'])
  })
})

describe('what is kept', () => {
  const env = { AGENT_TOKENS: 'a-token-of-one-caller-x,a-token-of-another-one' }
  const one = { 'x-api-key': 'a-token-of-one-caller-x' }
  const other = { 'x-api-key': 'a-token-of-another-one' }
  let nowMs = NOW.getTime()

  async function service(setup: Setup = {}) {
    nowMs = NOW.getTime()
    return withDatabase({ env, now: () => new Date(nowMs), clock: () => 0, ...setup })
  }

  const again = (id: string) => ({ ...QUESTION, previous_response_id: id })
  const reference = (id: string) => ({
    model: 'ranking',
    input: [user('a'), { type: 'item_reference', id }, user('top 1')],
  })

  async function expectGone(
    body: object,
    param: string,
    app: ReturnType<typeof testApp>,
    who = one,
  ) {
    const { status, body: answer } = await ask(body, app, who)
    expect([status, answer.error.code, answer.error.param]).toEqual([
      ...[400, 'previous_response_not_found', param],
    ])
    expect(answer.error.message).toContain('store: false')
  }

  it('for its caller alone, and for an hour', async () => {
    const app = await service()
    const { body } = await ask(QUESTION, app, one)
    expect(body.store).toBe(true)
    nowMs += 3_600_000
    expect((await ask(again(body.id), app, one)).status).toBe(200)
    expect((await ask(reference(body.output[0].id), app, one)).status).toBe(200)
    await expectGone(reference(body.id.replace('resp_', 'fc_').concat('_7')), 'input.1.id', app)
    await expectGone(again(body.id), 'previous_response_id', app, other)
    await expectGone(reference(body.output[0].id), 'input.1.id', app, other)
    nowMs += 1
    await expectGone(again(body.id), 'previous_response_id', app)
    await expectGone(again('anything'), 'previous_response_id', app)
  })

  it('nothing with store: false, nor without a database, and the answer says so', async () => {
    const app = await service()
    const { body } = await ask({ ...QUESTION, store: false }, app, one)
    expect(body.store).toBe(false)
    await expectGone(again(body.id), 'previous_response_id', app)
    const without = testApp({ env })
    const kept = await ask(QUESTION, without, one)
    expect(kept.body.store).toBe(false)
    await expectGone(reference(kept.body.output[0].id), 'input.1.id', without)
  })

  it('an answer that could not be kept says so at its end', async () => {
    const storedTurns = { find: vi.fn(), keep: async () => false, settle: vi.fn() }
    const told = await events(QUESTION, testApp({ parts: { storedTurns } }))
    expect([told[0]!.response.store, told.at(-1)!.response.store]).toEqual([true, false])
  })

  it('a call can be referred to, and a conversation with what was kept has the limits of any', async () => {
    const model = scriptedModel(calls(['showBanner', { text: 'a' }]), says('Fine.'))
    const app = await service({ parts: { model } })
    const asked = { ...QUESTION, input: 'a'.repeat(400_000), tools: [BANNER] }
    const { body } = await ask(asked, app, one)
    const [call] = body.output
    const output = { type: 'function_call_output', call_id: call.call_id, output: 'shown' }
    await ask({ model: 'ranking', input: [user('a'), { id: call.id }, output] }, app, one)
    expect(promptOf(model)).toMatchObject([
      { role: 'user' },
      { role: 'assistant', content: [{ toolCallId: call.call_id, input: { text: 'a' } }] },
      { role: 'tool', content: [{ output: { value: 'shown' } }] },
    ])
    for (const id of [call.id, call.id.replace(/_0$/, '_00')]) {
      const twice = await ask({ model: 'ranking', input: [{ id: call.id }, { id }] }, app, one)
      expect([twice.status, twice.body.error.param]).toEqual([400, 'input'])
    }
    const { status } = await ask({ ...again(body.id), input: 'a'.repeat(100_001) }, app, one)
    expect(status).toBe(400)
  })
})
