import { MockLanguageModelV3 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { unreadable } from '../../src/agent/model-failure.ts'
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
    const fields = {
      toolCallId: expect.any(String),
      toolName: 'getTopProductsByTimeframe',
      args: { timeframe: 'yesterday', tz: 'America/New_York', limit: 2 },
    }
    expect(call).toEqual({ type: 'tool-call', ...fields, payload: fields })
    const result = expect.any(Object)
    const resulted = { ...fields, result }
    expect(body.toolResults).toEqual([{ type: 'tool-result', ...resulted, payload: resulted }])
    for (const { name } of body.toolResults[0].result.posts) expect(body.text).toContain(name)
    expect(body.finishReason).toBe('stop')
    expect(body.usage.totalTokens).toBeGreaterThan(0)
  })

  it('the turn of a client tool can be sent back as it is, with the result', async () => {
    const model = scriptedModel(
      calls(['getTopProducts', { limit: 1 }]),
      calls(['showBanner', { text: 'a' }]),
      says('It is up.'),
    )
    const service = testApp({ parts: { model } })
    const ask = async (messages: unknown[]) => {
      const clientTools = { showBanner: { description: 'Shows a banner.' } }
      const body = { messages, clientTools }
      const path = '/api/agents/ranking/generate'
      return (await service.app.request(path, post(body))).json()
    }
    const first = await ask([user('show it')])
    expect(first.finishReason).toBe('tool-calls')
    const { toolCallId, toolName } = first.toolCalls.at(-1).payload
    const result = { type: 'tool-result', toolCallId, toolName, result: 'shown' }
    const messages = [
      user('show it'),
      ...first.response.messages,
      { role: 'tool', content: [result] },
    ]
    expect((await ask(messages)).text).toBe('It is up.')
    expect(model.doStreamCalls[2]?.prompt.map(({ role }) => role)).toEqual([
      ...['system', 'user', 'assistant', 'tool', 'assistant', 'tool'],
    ])
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

  it('generate answers 500 when the model fails', async () => {
    const model = new MockLanguageModelV3({
      doStream: () => Promise.reject(unreadable()),
    })
    const { app } = testApp({ parts: { model } })
    const response = await app.request(
      '/api/agents/ranking/generate',
      post({ messages: [user('hi')] }),
    )
    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({
      error: 'The language model sent an unreadable response.',
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
    const call = first.toolCalls.at(-1)
    expect(call).toMatchObject({ toolName: 'showBanner', args: { text: 'a' } })
    expect(model.doStreamCalls[0]?.tools?.at(-1)).toMatchObject({
      name: 'showBanner',
      inputSchema: BANNER.inputSchema,
    })

    const { toolCallId, toolName, args: input } = call
    const ids = { toolCallId, toolName }
    const shown = { type: 'tool-result', ...ids, result: { shown: true } }
    const messages = [
      { role: 'assistant', content: [{ type: 'tool-call', ...ids, input }] },
      { role: 'tool', content: [shown] },
    ]
    expect((await ask(messages)).text).toBe('It is up.')
    expect(model.doStreamCalls[1]?.prompt.slice(1).map(({ role }) => role)).toEqual([
      'assistant',
      'tool',
    ])
  })
})
