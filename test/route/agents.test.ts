import { MockLanguageModelV3 } from 'ai/test'
import { describe, expect, it } from 'vitest'
import { post, testApp, user } from '../helper/test-services.ts'

const { app } = testApp()

async function generate(body: unknown, path = '/api/agents/ranking/generate') {
  const response = await app.request(path, post(body))
  return { status: response.status, body: await response.json() }
}

describe('POST /api/agents/:agentId/generate', () => {
  it('answers whole, with its calls and what they gave', async () => {
    const { status, body } = await generate({ messages: [user('top 2 yesterday')] })
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual([
      ...['text', 'toolCalls', 'toolResults', 'finishReason', 'usage'],
    ])
    const [call] = body.toolCalls
    expect(call).toEqual({
      toolCallId: expect.any(String),
      toolName: 'getTopProductsByTimeframe',
      args: { timeframe: 'yesterday', tz: 'America/New_York', limit: 2 },
    })
    expect(body.toolResults).toEqual([{ ...call, result: expect.any(Object) }])
    for (const { name } of body.toolResults[0].result.posts) expect(body.text).toContain(name)
    expect(body.finishReason).toBe('stop')
    expect(body.usage.totalTokens).toBeGreaterThan(0)
  })

  it('knows one agent', async () => {
    const { status, body } = await generate(
      { messages: [user('hi')] },
      '/api/agents/weather/generate',
    )
    expect(status).toBe(404)
    expect(body).toMatchObject({ code: 'not-found', error: 'There is one agent here: ranking.' })
  })

  it('answers to POST alone', async () => {
    for (const method of ['GET', 'PUT', 'DELETE', 'PATCH']) {
      const response = await app.request('/api/agents/ranking/generate', { method })
      expect(response.status).toBe(405)
      expect(response.headers.get('allow')).toBe('POST')
      expect(await response.json()).toMatchObject({ error: expect.any(String) })
    }
  })

  it('calls a caller who leaves no fault of ours', async () => {
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

  it('closes a connection on which more is sent than is read', async () => {
    const response = await app.request(
      '/api/agents/ranking/generate',
      post('x'.repeat(1024 * 1024 + 1)),
    )
    expect(response.status).toBe(413)
    expect(response.headers.get('connection')).toBe('close')
  })

  it('refuses what is no conversation', async () => {
    for (const body of ['no json', {}, { messages: [] }, { messages: 'hi' }]) {
      const answer = await generate(body)
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ code: 'invalid-request', error: expect.any(String) })
    }
  })

  it('answers 500 when the model fails, in no words of the model', async () => {
    const model = new MockLanguageModelV3({
      doStream: () => Promise.reject(new TypeError('fetch failed: sk-secret')),
    })
    const { app } = testApp({ parts: { model } })
    const response = await app.request(
      '/api/agents/ranking/generate',
      post({ messages: [user('hi')] }),
    )
    expect(response.status).toBe(500)
    expect(await response.json()).toMatchObject({
      error: 'The language model broke off its answer.',
      code: 'upstream-failed',
    })
  })
})
