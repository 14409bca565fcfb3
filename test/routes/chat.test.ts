import { describe, expect, it } from 'vitest'
import { post, testApp, user } from '../helper/test-services.ts'

const { app } = testApp()

async function chat(body: unknown) {
  const response = await app.request('/api/chat', post(body))
  return { status: response.status, body: await response.json() }
}

describe('POST /api/chat', () => {
  it('/api/chat has the reply and the results of the tools', async () => {
    const { status, body } = await chat({ message: 'top 3 last week' })
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual(['reply', 'runId', 'threadId', 'toolResults', 'usage'])
    const [{ toolName, args, result }] = body.toolResults
    expect(toolName).toBe('getTopProductsByTimeframe')
    expect(args).toEqual({ timeframe: 'last_week', tz: 'America/New_York', limit: 3 })
    expect(result.posts).toHaveLength(3)
    for (const { name } of result.posts) expect(body.reply).toContain(name)
    expect(body.usage.totalTokens).toBe(body.usage.inputTokens + body.usage.outputTokens)
    expect(body.usage.outputTokens).toBeGreaterThan(0)
  })

  it('message comes after messages, and the ids are echoed', async () => {
    const messages = [user('top 5 today'), { role: 'assistant', content: 'Here they are.' }]
    const { body } = await chat({ messages, message: 'and yesterday?', threadId: 't', runId: 'r' })
    expect(body).toMatchObject({ threadId: 't', runId: 'r' })
    expect(body.toolResults[0].args).toMatchObject({ timeframe: 'yesterday', limit: 5 })
  })

  it('messages may have the fields of deep-chat', async () => {
    const messages = [
      { role: 'user', text: 'top 5 today' },
      { role: 'ai', text: 'Here they are.' },
      { role: 'user', text: 'and yesterday?' },
    ]
    const { body } = await chat({ messages })
    expect(body.toolResults[0].args).toMatchObject({ timeframe: 'yesterday', limit: 5 })
  })

  it('ids of more than 200 characters are rejected', async () => {
    const long = 'x'.repeat(201)
    expect(await chat({ message: 'hi', threadId: long })).toMatchObject({ status: 400 })
    expect(await chat({ message: 'hi', runId: long })).toMatchObject({ status: 400 })
    expect(await chat({ message: 'hi', threadId: long.slice(1) })).toMatchObject({ status: 200 })
  })

  it.each([
    ['nothing', {}],
    ['a blank message', { message: '  ' }],
    ['no message at all', { messages: [] }],
    ['a message that is no text', { message: 7 }],
  ])('a request with %s is rejected', async (_name, body) => {
    const answer = await chat(body)
    expect(answer.status).toBe(400)
    expect(answer.body).toMatchObject({ code: 'invalid-request' })
  })
})
