import { EventType } from '@ag-ui/core'
import type {
  LanguageModelV3,
  LanguageModelV3Prompt,
  LanguageModelV3ToolResultPart,
} from '@ai-sdk/provider'
import { MockLanguageModelV3 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { cutOff } from '../../src/agent/model-failure.ts'
import { askWithHandlers, client, copilotClient, oldClient, types } from '../helper/ag-ui-client.ts'
import { calls, says, scriptedModel } from '../helper/scripted-model.ts'
import { serveApp } from '../helper/serve-app.ts'
import { user } from '../helper/test-services.ts'

async function serve(model?: LanguageModelV3) {
  const { url } = await serveApp({ model })
  return `${url}/agent`
}

const BANNER = {
  name: 'showBanner',
  description: 'Shows a banner.',
  parameters: { type: 'object', properties: { text: { type: 'string' } } },
}

const CONFETTI = { name: 'triggerConfetti', description: 'Throws it.', parameters: {} }

/** What the results in a prompt are. Each stands right behind its call, as providers want it. */
function resultsIn(prompt: LanguageModelV3Prompt = []) {
  const open = new Map<string, string>()
  const results: [name: string | undefined, value: unknown][] = []
  for (const { role, content } of prompt) {
    if (role !== 'tool') expect(open.size).toBe(0)
    for (const part of partsOf(content)) {
      if (part.type === 'tool-call') open.set(part.toolCallId, part.toolName)
      if (part.type !== 'tool-result') continue
      results.push([open.get(part.toolCallId), parsedValue(part.output)])
      expect(open.delete(part.toolCallId)).toBe(true)
    }
  }
  expect(open.size).toBe(0)
  return results
}

function partsOf(content: LanguageModelV3Prompt[number]['content']) {
  return typeof content === 'string' ? [] : content
}

function parsedValue(output: LanguageModelV3ToolResultPart['output']) {
  return 'value' in output ? JSON.parse(String(output.value)) : undefined
}

describe.each([
  ['1.0.0', client],
  ['0.0.59, which CopilotKit pins', copilotClient],
  ['0.0.39', oldClient],
])('the official AG-UI client %s, over a socket', (_version, ask) => {
  it('the official AG-UI client accepts texts and calls', async () => {
    const url = await serve()
    for (const question of ['hello', 'top 2 today', 'top 3 today and throw confetti', 'nonsense']) {
      const { events, failure } = await ask(url, { messages: [user(question)] })
      expect(failure).toBeUndefined()
      expect(types(events).at(-1)).toBe('RUN_FINISHED')
    }
  })

  it('the official AG-UI client accepts a frontend call and continues with its result', async () => {
    const model = scriptedModel(
      calls(['getTopProducts', { limit: 1 }], ['showBanner', { text: 'a' }]),
      says('It is up.'),
    )
    const url = await serve(model)
    const first = await ask(url, { messages: [user('show it')], tools: [BANNER] })
    expect(first.failure).toBeUndefined()
    const end = first.events.find(({ type }) => type === EventType.RUN_FINISHED)
    expect(end).toEqual({ type: 'RUN_FINISHED', threadId: 't', runId: 'r' })
    const call = first.messages
      .flatMap(({ toolCalls }) => toolCalls ?? [])
      .find((each) => JSON.stringify(each).includes('showBanner'))
    expect(call).toMatchObject({ function: { arguments: '{"text":"a"}' } })

    const result = { role: 'tool', toolCallId: 'call-2', content: 'shown' }
    const second = await ask(url, { messages: [...first.messages, result], tools: [BANNER] })
    expect(second.failure).toBeUndefined()
    expect(second.messages.at(-1)).toMatchObject({ role: 'assistant', content: 'It is up.' })
    const told = JSON.stringify(model.doStreamCalls[1]?.prompt)
    expect(told.match(/"type":"tool-result"/g)).toHaveLength(2)
  })

  it('the official AG-UI client fires its own confetti once and reads the text once', async () => {
    const model = scriptedModel(
      calls(['getTopProducts', { limit: 1 }], ['triggerConfetti', { reason: '#1' }]),
      says('Hooray!'),
      says('You are welcome.'),
    )
    const url = await serve(model)
    const thrown: unknown[] = []
    const handlers = { triggerConfetti: (args: unknown) => void thrown.push(args) }
    const question = { messages: [user('celebrate')], tools: [BANNER, CONFETTI] }
    const runs = await askWithHandlers(ask, url, question, handlers)
    expect(runs.map(({ failure }) => failure)).toEqual([undefined, undefined])
    expect(thrown).toMatchObject([{ reason: '#1', particleCount: 200, origin: { x: 0.5 } }])
    expect(types(runs[1]!.events)).toEqual(['RUN_STARTED', 'RUN_FINISHED'])
    const { messages } = runs[1]!
    expect(messages.filter(({ content }) => content === 'Hooray!')).toHaveLength(1)
    expect(messages.filter(({ toolCallId }) => toolCallId === 'call-2')).toHaveLength(1)
    expect(model.doStreamCalls).toHaveLength(2)

    const next = await ask(url, { ...question, messages: [...messages, user('thanks')] })
    expect(next.messages.at(-1)).toMatchObject({ content: 'You are welcome.' })
    const results = new Map(resultsIn(model.doStreamCalls[2]?.prompt))
    expect([...results.keys()].sort()).toEqual(['getTopProducts', 'triggerConfetti'])
    expect(results.get('triggerConfetti')).toMatchObject({ action: 'CONFETTI', reason: '#1' })
  })

  it('confetti beside a pending tool is fired, and the text follows', async () => {
    const model = scriptedModel(
      calls(['triggerConfetti', {}], ['showBanner', { text: 'a' }]),
      says('It is up.'),
    )
    const url = await serve(model)
    const ran: string[] = []
    const handlers = {
      triggerConfetti: () => void ran.push('confetti'),
      showBanner: () => ran.push('banner'),
    }
    const question = { messages: [user('show it')], tools: [BANNER, CONFETTI] }
    const runs = await askWithHandlers(ask, url, question, handlers)
    expect(runs.map(({ failure }) => failure)).toEqual([undefined, undefined])
    expect(ran).toEqual(['confetti', 'banner'])
    expect(runs[1]!.messages.at(-1)).toMatchObject({ role: 'assistant', content: 'It is up.' })
    expect(resultsIn(model.doStreamCalls[1]?.prompt)).toMatchObject([
      ['triggerConfetti', { action: 'CONFETTI', reason: 'celebration' }],
      ['showBanner', 2],
    ])
  })

  it('a call of each turn runs, although the model gives them the same id', async () => {
    const banner = (text: string) => calls(['showBanner', { text }])
    const model = scriptedModel(banner('a'), says('One.'), banner('b'), says('Two.'))
    const url = await serve(model)
    const shown: unknown[] = []
    const handlers = { showBanner: (input: unknown) => shown.push(input) }
    const question = { messages: [user('show a')], tools: [BANNER] }
    const [, first] = await askWithHandlers(ask, url, question, handlers)
    const messages = [...first!.messages, user('show b')]
    const [, second] = await askWithHandlers(ask, url, { ...question, messages }, handlers)
    expect(shown).toEqual([{ text: 'a' }, { text: 'b' }])
    expect(second?.messages.at(-1)).toMatchObject({ content: 'Two.' })
    expect(resultsIn(model.doStreamCalls[3]?.prompt)).toEqual([
      ['showBanner', 1],
      ['showBanner', 2],
    ])
  })

  it('the official AG-UI client gets a failure before and after the first text', async () => {
    const [start, textStart, delta] = says('Well then')
    const parts = [[], [start!, textStart!, delta!]]
    for (const chunks of parts) {
      const model = new MockLanguageModelV3({
        doStream: async () => ({
          stream: new ReadableStream({
            start: (controller) => {
              for (const part of chunks) controller.enqueue(part)
            },
            pull: (controller) => controller.error(cutOff()),
          }),
        }),
      })
      const { events, failure } = await ask(await serve(model), { messages: [user('hi')] })
      expect(types(events).at(-1)).toBe('RUN_ERROR')
      expect(failure).toBe('The language model did not complete its answer.')
    }
  })
})
