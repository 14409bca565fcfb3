import type { LanguageModelV3 } from '@ai-sdk/provider'
import { MockLanguageModelV3 } from 'ai/test'
import OpenAI from 'openai'
import { describe, expect, it, vi } from 'vitest'
import { cutOff } from '../../src/agent/hosted/host-error.ts'
import { calls, says, scriptedModel } from '../helper/scripted-model.ts'
import { serveApp } from '../helper/serve-app.ts'

interface Setup {
  model?: LanguageModelV3
  env?: Record<string, string>
  apiKey?: string
}

/** The official client in front of the service, over a socket. */
async function connect({ model, env = {}, apiKey = 'any' }: Setup = {}) {
  const { url, records } = await serveApp({ model, env })
  return { openai: new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 }), records }
}

const question = (content: string) => ({ role: 'user' as const, content })
const ask = (content: string) => ({ model: 'ranking', messages: [question(content)] })

const BANNER = {
  type: 'function' as const,
  function: {
    name: 'showBanner',
    description: 'Shows a banner.',
    parameters: { type: 'object', properties: { text: { type: 'string' } } },
  },
}

describe('the official OpenAI client, over a socket', () => {
  it('the official OpenAI client lists the agent as a model', async () => {
    const { openai } = await connect()
    const ids: string[] = []
    for await (const { id } of openai.models.list()) ids.push(id)
    expect(ids).toEqual(['ranking'])
    expect(await openai.models.retrieve('ranking')).toMatchObject({ id: 'ranking' })
    await expect(openai.models.retrieve('gpt-4')).rejects.toMatchObject({ status: 404 })
  })

  it('the official OpenAI client gets a whole answer without our own tools', async () => {
    const { openai } = await connect()
    const { choices, usage, model } = await openai.chat.completions.create({
      ...ask('top 2 yesterday'),
      temperature: 0,
      max_tokens: 100,
    })
    expect(model).toBe('ranking')
    expect(choices).toHaveLength(1)
    expect(choices[0]).toMatchObject({
      finish_reason: 'stop',
      message: { role: 'assistant', content: expect.stringMatching(/yesterday/i), refusal: null },
    })
    expect(choices[0]?.message.tool_calls).toBeUndefined()
    expect(usage?.total_tokens).toBe(usage!.prompt_tokens + usage!.completion_tokens)
    expect(usage?.total_tokens).toBeGreaterThan(0)
  })

  it('the official OpenAI client streams the same text, and the usage on request', async () => {
    const { openai } = await connect()
    const whole = await openai.chat.completions.create(ask('top 2 yesterday'))
    const stream = openai.chat.completions.stream({
      ...ask('top 2 yesterday'),
      stream_options: { include_usage: true },
    })
    const streamed = await stream.finalChatCompletion()
    expect(streamed.choices[0]?.message.content).toBe(whole.choices[0]?.message.content)
    expect(streamed.choices[0]?.finish_reason).toBe('stop')
    expect(streamed.usage).toEqual(whole.usage)

    const chunks = await openai.chat.completions.create({ ...ask('hello'), stream: true })
    for await (const chunk of chunks) {
      expect(chunk.choices).toHaveLength(1)
      expect(chunk).not.toHaveProperty('usage')
    }
  })

  it('the official OpenAI client answers calls of its tools while streaming', async () => {
    const model = scriptedModel(
      calls(['getTopProducts', { limit: 1 }], ['showBanner', { text: 'Zwölf 🎈' }]),
      says('It is up.'),
    )
    const { openai } = await connect({ model })
    const shown: string[] = []
    const runner = openai.chat.completions.runTools({
      ...ask('show it'),
      stream: true,
      tools: [
        {
          ...BANNER,
          function: {
            ...BANNER.function,
            parse: JSON.parse,
            function: ({ text }: { text: string }) => {
              shown.push(text)
              return 'shown'
            },
          },
        },
      ],
    })
    expect(await runner.finalContent()).toBe('It is up.')
    expect(shown).toEqual(['Zwölf 🎈'])
    expect(model.doStreamCalls[1]?.prompt.slice(-2)).toMatchObject([
      { role: 'assistant', content: [{ type: 'tool-call', input: { text: 'Zwölf 🎈' } }] },
      { role: 'tool', content: [{ output: { value: 'shown' } }] },
    ])
  })

  it('the official OpenAI client answers calls of its tools in whole answers', async () => {
    const model = scriptedModel(calls(['showBanner', { text: 'a' }]), says('It is up.'))
    const { openai } = await connect({ model })
    const messages: OpenAI.ChatCompletionMessageParam[] = [question('show it')]
    const tools = [BANNER]
    const first = await openai.chat.completions.create({ model: 'ranking', messages, tools })
    const [choice] = first.choices
    expect(choice).toMatchObject({
      finish_reason: 'tool_calls',
      message: {
        content: null,
        tool_calls: [
          { type: 'function', function: { name: 'showBanner', arguments: '{"text":"a"}' } },
        ],
      },
    })
    const { id } = choice!.message.tool_calls![0]!
    messages.push(choice!.message, { role: 'tool', tool_call_id: id, content: 'shown' })
    const second = await openai.chat.completions.create({ model: 'ranking', messages, tools })
    expect(second.choices[0]?.message.content).toBe('It is up.')
  })

  it('aborting the OpenAI client aborts the model call', async () => {
    const aborted = vi.fn()
    const model = new MockLanguageModelV3({
      doStream: async ({ abortSignal }) => {
        abortSignal?.addEventListener('abort', aborted)
        const [start, textStart, delta] = says('Well then')
        return {
          stream: new ReadableStream({
            start(controller) {
              for (const part of [start!, textStart!, delta!]) controller.enqueue(part)
            },
          }),
        }
      },
    })
    const { openai, records } = await connect({ model })
    const stream = await openai.chat.completions.create({ ...ask('hi'), stream: true })
    for await (const { choices } of stream) if (choices[0]?.delta.content) break
    await vi.waitFor(() => expect(aborted).toHaveBeenCalledOnce(), { timeout: 10_000 })
    await vi.waitFor(
      () => {
        const run = records().find(({ event }) => event === 'run')
        expect(run).toMatchObject({ outcome: 'cancelled' })
      },
      { timeout: 10_000 },
    )
  })

  it('the official OpenAI client throws errors by status and code', async () => {
    const { openai } = await connect()
    const wrong = openai.chat.completions.create({ ...ask('hi'), n: 2 })
    await expect(wrong).rejects.toBeInstanceOf(OpenAI.BadRequestError)
    await expect(wrong).rejects.toMatchObject({
      status: 400,
      message: '400 n: must be 1: there is one answer.',
      ...{ type: 'invalid_request_error', param: 'n', code: 'invalid-request' },
      requestID: expect.any(String),
    })
    const unknown = openai.chat.completions.create({ ...ask('hi'), model: 'gpt-4.1' })
    await expect(unknown).rejects.toBeInstanceOf(OpenAI.NotFoundError)
    await expect(unknown).rejects.toMatchObject({ code: 'model_not_found', param: 'model' })
    await expect(openai.embeddings.create({ model: 'ranking', input: 'a' })).rejects.toMatchObject({
      ...{ status: 404, type: 'invalid_request_error', code: 'not-found' },
    })
  })

  it('the official OpenAI client throws model failures before and after the first chunk', async () => {
    const broken = new MockLanguageModelV3({
      doStream: () => Promise.reject(cutOff({ message: 'sk-secret' })),
    })
    const { openai } = await connect({ model: broken })
    const whole = openai.chat.completions.create(ask('hi'))
    await expect(whole).rejects.toBeInstanceOf(OpenAI.InternalServerError)
    await expect(whole).rejects.toMatchObject({ status: 502, code: 'upstream-failed' })

    const stream = await openai.chat.completions.create({ ...ask('hi'), stream: true })
    const read = async () => {
      for await (const chunk of stream) expect(chunk.choices).toHaveLength(1)
    }
    await expect(read()).rejects.toMatchObject({
      message: 'The language model did not complete its answer.',
      code: 'upstream-failed',
    })
  })

  it("the OpenAI client's API key is the token", async () => {
    const env = { AGENT_TOKENS: 'a-token-of-the-openai-client' }
    const known = await connect({ env, apiKey: 'a-token-of-the-openai-client' })
    const { choices } = await known.openai.chat.completions.create(ask('hello'))
    expect(choices[0]?.message.content).toBeTruthy()
    const stranger = await connect({ env, apiKey: 'another' })
    const refused = stranger.openai.models.list()
    await expect(refused).rejects.toBeInstanceOf(OpenAI.AuthenticationError)
    await expect(refused).rejects.toMatchObject({
      message: '401 The token is invalid.',
      code: 'invalid_api_key',
    })
  })

  it('the OpenAI client is told when to retry', async () => {
    const { openai } = await connect({ env: { RATE_LIMIT_PER_MINUTE: '1' } })
    await openai.models.list()
    const refused = openai.models.list()
    await expect(refused).rejects.toBeInstanceOf(OpenAI.RateLimitError)
    await expect(refused).rejects.toMatchObject({ code: 'rate_limit_exceeded' })
  })
})
