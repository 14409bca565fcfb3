import type { LanguageModelV3 } from '@ai-sdk/provider'
import { MockLanguageModelV3 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { calls, says, scriptedModel } from '../helper/scripted-model.ts'
import { serveApp } from '../helper/serve-app.ts'
import { user } from '../helper/test-services.ts'

// The client brings 260 MB along, so it is none of our dependencies. What it sends and reads is held by
// test/routes/agents.test.ts.
const location = process.env.MASTRA_CLIENT ?? '@mastra/client-js'
const client = await import(location).catch(() => undefined)

if (!client) {
  console.warn(
    'Tests with Mastra’s client are skipped: npm install --no-save @mastra/client-js, or set ' +
      'MASTRA_CLIENT to its file.',
  )
}

async function connect(model?: LanguageModelV3, env: Record<string, string> = {}) {
  const { url } = await serveApp({ model, env })
  const mastra = new client.MastraClient({ baseUrl: url, retries: 0 })
  return { mastra, agent: mastra.getAgent('ranking') }
}

interface Chunk {
  type: string
  payload: Record<string, unknown>
}

async function read(response: { processDataStream(options: object): Promise<void> }) {
  const chunks: Chunk[] = []
  await response.processDataStream({ onChunk: async (chunk: Chunk) => void chunks.push(chunk) })
  return { chunks, text: chunks.map(({ payload }) => payload?.text ?? '').join('') }
}

const banner = (shown: string[]) => ({
  showBanner: {
    id: 'showBanner',
    description: 'Shows a banner.',
    inputSchema: z.object({ text: z.string() }),
    execute: async (input: { text?: string; context?: { text: string } }) => {
      shown.push(input.context?.text ?? input.text ?? '')
      return { shown: true }
    },
  },
})

describe.skipIf(!client)('Mastra’s client, over a socket', () => {
  it("Mastra's client lists and describes the agent", async () => {
    const { mastra, agent } = await connect()
    const agents = await (mastra.listAgents ?? mastra.getAgents).call(mastra)
    expect(Object.keys(agents)).toEqual(['ranking'])
    expect(await agent.details()).toMatchObject({
      name: 'Launchboard',
      modelId: 'embedded',
      tools: { getTopProducts: { id: 'getTopProducts', inputSchema: expect.any(String) } },
    })
  })

  it.each([
    ['a string', 'top 1'],
    ['a message', user('top 1')],
    ['a list', [user('hello'), { role: 'assistant', content: 'Hi.' }, user('top 1')]],
    ['strings', ['hello', 'top 1']],
    ['content parts', [{ role: 'user', content: [{ type: 'text', text: 'top 1' }] }]],
    ['parts', [{ id: '1', role: 'user', parts: [{ type: 'text', text: 'top 1' }] }]],
  ])("Mastra's client generates and streams the same answer to %s", async (_what, messages) => {
    const { agent } = await connect()
    const whole = await agent.generate(messages)
    expect(whole.text).toContain('1. [')
    expect(whole.finishReason).toBe('stop')
    const { chunks, text } = await read(await agent.stream(messages))
    expect(text).toBe(whole.text)
    expect(chunks.map(({ type }) => type)).toContain('tool-result')
    expect(chunks.at(-1)).toMatchObject({ type: 'finish', payload: { usage: whole.usage } })
  })

  it("Mastra's client answers the calls of its own tools", async () => {
    const model = () => scriptedModel(calls(['showBanner', { text: 'We won' }]), says('It is up.'))
    const shown: string[] = []
    const question = { clientTools: banner(shown) }

    const first = await connect(model())
    expect((await first.agent.generate([user('show it')], question)).text).toBe('It is up.')
    const second = await connect(model())
    const { text } = await read(await second.agent.stream([user('show it')], question))
    expect(text).toBe('It is up.')
    expect(shown).toEqual(['We won', 'We won'])
  })

  it("Mastra's client reads the error of a failed call", async () => {
    const { agent, mastra } = await connect()
    await expect(agent.generate([])).rejects.toThrow('invalid-request')
    await expect(mastra.getAgent('weather').details()).rejects.toThrow('Agent not found')
    const broken = new MockLanguageModelV3({ doStream: () => Promise.reject(new Error('no')) })
    const { agent: failing } = await connect(broken)
    await expect(failing.generate('hi')).rejects.toThrow('500')
    const guarded = await connect(undefined, { AGENT_TOKENS: 'a-token-that-it-does-not-have' })
    await expect(guarded.agent.stream('hi')).rejects.toThrow('unauthenticated')
  })
})
