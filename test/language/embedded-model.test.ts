import type { LanguageModelV3CallOptions, LanguageModelV3StreamPart } from '@ai-sdk/provider'
import { describe, expect, it } from 'vitest'
import { embeddedModel } from '../../src/language/embedded-model.ts'
import { modelData } from '../../src/language/model-data.node.ts'
import { ask, DEFAULT_TIMEZONE, NOW } from './converse.ts'

const data = await modelData()
const model = embeddedModel({ now: () => NOW, defaultTimezone: DEFAULT_TIMEZONE, data })
const TOOLS = ['getTopProducts', 'getTopProductsByTimeframe', 'searchProducts', 'triggerConfetti']

function options(
  text: string,
  more: Partial<LanguageModelV3CallOptions> = {},
): LanguageModelV3CallOptions {
  return {
    prompt: [
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: [{ type: 'text', text }] },
    ],
    tools: TOOLS.map((name) => ({ type: 'function', name, inputSchema: {} })),
    ...more,
  }
}

async function parts(text: string, more?: Partial<LanguageModelV3CallOptions>) {
  const { stream } = await model.doStream(options(text, more))
  const all: LanguageModelV3StreamPart[] = []
  for await (const part of stream) all.push(part)
  return all
}

async function answerTo(text: string, more?: Partial<LanguageModelV3CallOptions>) {
  const all = await parts(text, more)
  return all.map((part) => (part.type === 'text-delta' ? part.delta : '')).join('')
}

describe('the embedded model', () => {
  it('streams text in chunks of up to eight words between text-start and text-end', async () => {
    const all = await parts('who are you?')
    const [start, opened, ...rest] = all
    const [closed, finish] = rest.splice(-2)
    expect(start).toEqual({ type: 'stream-start', warnings: [] })
    expect(opened?.type).toBe('text-start')
    expect(new Set(rest.map(({ type }) => type))).toEqual(new Set(['text-delta']))
    const words = rest.map((part) => ('delta' in part ? part.delta.trim().split(/\s+/).length : 0))
    expect(words.length).toBeGreaterThan(2)
    expect(Math.max(...words)).toBe(8)
    expect(closed?.type).toBe('text-end')
    expect(finish).toMatchObject({ type: 'finish', finishReason: { unified: 'stop', raw: 'stop' } })
    const ids = all.flatMap((part) => ('id' in part ? [part.id] : []))
    expect(new Set(ids).size).toBe(1)
  })

  it('streams the input of each tool call before the call itself', async () => {
    const all = await parts('top 3 today and yesterday')
    expect(all.map(({ type }) => type)).toEqual([
      'stream-start',
      ...['tool-input-start', 'tool-input-delta', 'tool-input-end', 'tool-call'],
      ...['tool-input-start', 'tool-input-delta', 'tool-input-end', 'tool-call'],
      'finish',
    ])
    expect(all.at(-1)).toMatchObject({ finishReason: { unified: 'tool-calls' } })
    const calls = all.filter((part) => part.type === 'tool-call')
    expect(calls.map(({ input }) => JSON.parse(input))).toEqual([
      { timeframe: 'today', limit: 3 },
      { timeframe: 'yesterday', limit: 3 },
    ])
    expect(new Set(calls.map(({ toolCallId }) => toolCallId)).size).toBe(2)
    const deltas = all.filter((part) => part.type === 'tool-input-delta')
    expect(deltas.map(({ delta }) => delta)).toEqual(calls.map(({ input }) => input))
  })

  it('estimates input and output tokens', async () => {
    const usage = async (text: string) => {
      const finish = (await parts(text)).at(-1)
      return finish?.type === 'finish' ? finish.usage : undefined
    }
    expect((await usage('hello'))?.outputTokens.total).toBeGreaterThan(20)
    expect((await usage(`hello ${'there '.repeat(100)}`))?.inputTokens.total).toBeGreaterThan(100)
  })

  it('only calls offered tools', async () => {
    const without = await ask('find me a crm', { only: ['getTopProducts'] })
    expect(without.calls).toEqual([])
    expect(without.text).toContain('I cannot search products here')
    expect((await parts('hello', { tools: [] })).at(-1)).toMatchObject({ type: 'finish' })
  })

  it('calls no tool if toolChoice is none', async () => {
    const text = await answerTo('top 5 today', { toolChoice: { type: 'none' } })
    expect(text).toContain('I cannot look up rankings here')
  })

  it('describes a product of its previous answer without another tool call', async () => {
    const asked = options('top 2 today')
    const post = {
      id: '1',
      name: 'Quenby',
      tagline: null,
      url: null,
      imageUrl: null,
      votesCount: 7,
    }
    const result = { posts: [{ ...post, commentsCount: null, launchedAt: null, topics: [] }] }
    const text = await answerTo('', {
      prompt: [
        ...asked.prompt,
        {
          role: 'assistant',
          content: [{ type: 'tool-call', toolCallId: 'a', toolName: TOOLS[0]!, input: {} }],
        },
        {
          role: 'tool',
          content: [
            {
              type: 'tool-result',
              toolCallId: 'a',
              toolName: TOOLS[0]!,
              output: { type: 'json', value: result },
            },
          ],
        },
        { role: 'assistant', content: [{ type: 'text', text: '1. Quenby — 7 votes' }] },
        { role: 'user', content: [{ type: 'text', text: 'tell me more about the first one' }] },
      ],
    })
    expect(text).toBe('Quenby — 7 votes')
  })

  it.each([
    [
      { type: 'error-text' as const, value: 'The source is *down*.' },
      'The source is &#42;down&#42;.',
    ],
    [{ type: 'json' as const, value: { error: 'Too late.', code: 'x' } }, 'Too late.'],
    [{ type: 'text' as const, value: '{"error":{"message":"Gone."}}' }, 'Gone.'],
    [{ type: 'json' as const, value: { posts: 'none' } }, 'its answer could not be read.'],
  ])('says why a tool failed: %j', async (output, reason) => {
    const asked = options('top 2 today')
    const result = { type: 'tool-result' as const, toolCallId: 'a', toolName: TOOLS[0]!, output }
    const text = await answerTo('', {
      prompt: [...asked.prompt, { role: 'tool', content: [result] }],
    })
    expect(text).toBe(`That did not work: ${reason}`)
  })

  it('an aborted stream fails with the abort reason', async () => {
    const controller = new AbortController()
    const { stream } = await model.doStream(options('help', { abortSignal: controller.signal }))
    const reader = stream.getReader()
    await reader.read()
    controller.abort(new Error('the reader left'))
    await expect(
      (async () => {
        while (!(await reader.read()).done);
      })(),
    ).rejects.toThrow('the reader left')
  })

  it('does not start if the signal is already aborted', async () => {
    const abortSignal = AbortSignal.abort(new Error('too late'))
    await expect(model.doStream(options('help', { abortSignal }))).rejects.toThrow('too late')
  })

  it('a cancelled stream produces no more parts', async () => {
    const { stream } = await model.doStream(options('help'))
    const reader = stream.getReader()
    await reader.read()
    await reader.cancel()
    expect(await reader.read()).toMatchObject({ done: true })
  })

  it.each(['', '   ', '?', '\u{1F440}', '\uE000\uE100', '['.repeat(5000)])(
    'answers unusual input (%#)',
    async (text) => {
      const all = await parts(text)
      expect(all.at(-1)).toMatchObject({ type: 'finish', finishReason: { unified: 'stop' } })
    },
  )

  it('reads the beginning of a very long message', async () => {
    const all = await parts('a'.repeat(100_000))
    expect(all.at(-1)).toMatchObject({ type: 'finish', finishReason: { unified: 'tool-calls' } })
  })

  it('answers an empty prompt', async () => {
    expect(await answerTo('', { prompt: [] })).not.toBe('')
  })
})
