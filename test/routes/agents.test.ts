import { MockLanguageModelV3 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { cutOff } from '../../src/agent/hosted/host-error.ts'
import { calls, says, scriptedModel } from '../helper/scripted-model.ts'
import { post, testApp, user } from '../helper/test-services.ts'

const { app } = testApp()

const BANNER = {
  description: 'Shows a banner.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
}

async function generate(body: unknown, path = '/api/agents/ranking/generate') {
  const response = await app.request(path, post(body))
  return { status: response.status, body: await response.json() }
}

describe('POST /api/agents/:agentId/generate', () => {
  it('generate has the text, the calls and their results', async () => {
    const { status, body } = await generate({ messages: [user('top 2 yesterday')] })
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(
      expect.arrayContaining(['text', 'toolCalls', 'toolResults', 'finishReason', 'usage']),
    )
    const [call] = body.toolCalls
    const payload = {
      toolCallId: expect.any(String),
      toolName: 'getTopProductsByTimeframe',
      args: { timeframe: 'yesterday', tz: 'America/New_York', limit: 2 },
    }
    expect(call).toEqual({ ...payload, type: 'tool-call', payload })
    const result = { ...payload, result: expect.any(Object) }
    expect(body.toolResults).toEqual([{ ...result, type: 'tool-result', payload: result }])
    for (const { name } of body.toolResults[0].result.posts) expect(body.text).toContain(name)
    expect(body.finishReason).toBe('stop')
    expect(body.usage.totalTokens).toBeGreaterThan(0)
  })

  it('generate knows one agent', async () => {
    const { status, body } = await generate(
      { messages: [user('hi')] },
      '/api/agents/weather/generate',
    )
    expect(status).toBe(404)
    expect(body).toMatchObject({
      code: 'not-found',
      error: 'Agent not found: the only one is ranking.',
    })
  })

  it('generate is for POST only', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      const response = await app.request('/api/agents/ranking/generate', { method })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('POST')
      expect(await response.json()).toMatchObject({ error: expect.any(String) })
    }
  })

  it('a caller that disconnects is a 499, and not logged as an error', async () => {
    const leaving = new AbortController()
    const model = new MockLanguageModelV3({
      doStream: async () => {
        leaving.abort()
        return { stream: new ReadableStream() }
      },
    })
    const { app, records } = testApp({ parts: { model } })
    const body = { ...post({ messages: [user('hi')] }), signal: leaving.signal }
    expect((await app.request('/api/agents/ranking/generate', body)).status).toBe(499)
    expect(records().filter(({ level }) => level === 'error')).toEqual([])
  })

  it('the connection is closed after a body over 1 MiB', async () => {
    const response = await app.request(
      '/api/agents/ranking/generate',
      post('x'.repeat(1024 * 1024 + 1)),
    )
    expect(response.status).toBe(413)
    expect(response.headers.get('connection')).toBe('close')
  })

  it('generate rejects a body without a conversation', async () => {
    for (const body of ['no json', {}, { messages: [] }, { messages: ' ' }, { messages: 7 }]) {
      const answer = await generate(body)
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ code: 'invalid-request', error: expect.any(String) })
    }
  })

  it('generate answers 500 when the model fails, without the model’s message', async () => {
    const model = new MockLanguageModelV3({
      doStream: () => Promise.reject(cutOff({ message: 'sk-secret' })),
    })
    const { app } = testApp({ parts: { model } })
    const response = await app.request(
      '/api/agents/ranking/generate',
      post({ messages: [user('hi')] }),
    )
    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({
      error: 'The language model did not complete its answer.',
      code: 'upstream-failed',
    })
  })

  it('generate rejects structured output', async () => {
    for (const form of ['structuredOutput', 'output']) {
      const asked = { messages: 'top 1', [form]: { schema: { type: 'object' } } }
      const { status, body } = await generate(asked)
      expect({ status, code: body.code }).toEqual({ status: 400, code: 'invalid-request' })
      expect(body.error).toContain(`${form}: is not supported`)
    }
  })

  it('generate returns calls of the caller’s tools, and continues with their results', async () => {
    const model = scriptedModel(
      calls(['getTopProducts', { limit: 1 }], ['showBanner', { text: 'a' }]),
      says('It is up.'),
    )
    const { app } = testApp({ parts: { model } })
    const ask = async (messages: unknown) => {
      const body = { messages, clientTools: { showBanner: BANNER } }
      return (await app.request('/api/agents/ranking/generate', post(body))).json()
    }
    const first = await ask('show it')
    expect(first.finishReason).toBe('tool-calls')
    const { payload } = first.toolCalls.at(-1)
    expect(payload).toMatchObject({ toolName: 'showBanner', args: { text: 'a' } })
    expect(model.doStreamCalls[0]?.tools?.at(-1)).toMatchObject({
      name: 'showBanner',
      inputSchema: BANNER.inputSchema,
    })

    // As the client goes on: what the answer added, and the result.
    const { toolCallId, toolName } = payload
    const shown = { type: 'tool-result', toolCallId, toolName, result: { shown: true } }
    const result = { role: 'tool', content: [shown] }
    expect((await ask([...first.response.messages, result])).text).toBe('It is up.')
    expect(model.doStreamCalls[1]?.prompt.slice(1).map(({ role }) => role)).toEqual([
      'assistant',
      'tool',
      'assistant',
      'tool',
    ])
  })
})

describe('GET /api/agents', () => {
  it('the agent is described with its tools, and empty fields for what it lacks', async () => {
    const agents = await (await app.request('/api/agents?partial=true')).json()
    expect(Object.keys(agents)).toEqual(['ranking'])
    const agent = await (await app.request('/api/agents/ranking')).json()
    expect(agents.ranking).toEqual(agent)
    expect(agent).toMatchObject({
      id: 'ranking',
      name: 'Launchboard',
      provider: 'launchboard',
      modelId: 'embedded',
      workflows: {},
      agents: {},
      supportsMemory: false,
    })
    expect(Object.keys(agent.tools)).toHaveLength(7)
    const { json } = JSON.parse(agent.tools.searchProducts.inputSchema)
    expect(json).toMatchObject({ type: 'object', required: ['query'] })
  })

  it('another agent is 404', async () => {
    for (const path of ['/api/agents/weather', '/api/agents/providers']) {
      const response = await app.request(path)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ code: 'not-found' })
    }
  })
})

describe('POST /api/agents/:agentId/stream', () => {
  it('the stream of an agent has chunks with a payload, all of one run', async () => {
    const response = await app.request('/api/agents/ranking/stream', post({ messages: 'top 1' }))
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const wire = await response.text()
    expect(wire).toMatch(/^(data: \{.*\}\n\n)+data: \[DONE\]\n\n$/)
    const chunks = [...wire.matchAll(/^data: (\{.*)$/gm)].map(([, json]) => JSON.parse(json!))
    expect(new Set(chunks.map(({ runId, from }) => `${from} ${runId}`)).size).toBe(1)
    const types = [...new Set(chunks.map(({ type }) => type))]
    expect(types).toEqual([
      'start',
      'step-start',
      'tool-call',
      'tool-result',
      'text-start',
      'text-delta',
      'text-end',
      'step-finish',
      'finish',
    ])
  })

  it('the stream of an agent rejects what generate rejects, before it starts', async () => {
    const asked = [{}, { messages: [] }, { messages: 'hi', clientTools: Array(65).fill({}) }]
    for (const body of asked) {
      const response = await app.request('/api/agents/ranking/stream', post(body))
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ code: 'invalid-request' })
    }
    const other = await app.request('/api/agents/weather/stream', post({ messages: 'hi' }))
    expect(other.status).toBe(404)
    const huge = post('x'.repeat(1024 * 1024 + 1))
    expect((await app.request('/api/agents/ranking/stream', huge)).status).toBe(413)
  })
})
