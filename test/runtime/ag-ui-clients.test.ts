import type { LanguageModelV3 } from '@ai-sdk/provider'
import { MockLanguageModelV3 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { client, copilotClient, oldClient, types } from '../helper/ag-ui-client.ts'
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

describe.each([
  ['1.0.0', client],
  ['0.0.59, which CopilotKit pins', copilotClient],
  ['0.0.39', oldClient],
])('the official AG-UI client %s, over a socket', (_version, ask) => {
  it('accepts texts and calls', async () => {
    const url = await serve()
    for (const question of ['hello', 'top 2 today', 'top 3 today and throw confetti', 'nonsense']) {
      const { events, failure } = await ask(url, { messages: [user(question)] })
      expect(failure).toBeUndefined()
      expect(types(events).at(-1)).toBe('RUN_FINISHED')
    }
  })

  it('accepts the call of a frontend tool, and what follows its result', async () => {
    const model = scriptedModel(
      calls(['getTopProducts', { limit: 1 }], ['showBanner', { text: 'a' }]),
      says('It is up.'),
    )
    const url = await serve(model)
    const first = await ask(url, { messages: [user('show it')], tools: [BANNER] })
    expect(first.failure).toBeUndefined()
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

  it('hears of a failure before and after the first text', async () => {
    const [start, textStart, delta] = says('Well then')
    const parts = [[], [start!, textStart!, delta!]]
    for (const chunks of parts) {
      const model = new MockLanguageModelV3({
        doStream: async () => ({
          stream: new ReadableStream({
            start: (controller) => {
              for (const part of chunks) controller.enqueue(part)
            },
            pull: (controller) => controller.error(new TypeError('terminated')),
          }),
        }),
      })
      const { events, failure } = await ask(await serve(model), { messages: [user('hi')] })
      expect(types(events).at(-1)).toBe('RUN_ERROR')
      expect(failure).toBe('The language model broke off its answer.')
    }
  })
})
