import OpenAI from 'openai'
import { describe, expect, it, vi } from 'vitest'
import { service as hosted, upstream, withHost } from '../agent/hosted-model.fixture.ts'
import { event, finish, sends, sendsThenHangs, text } from '../helper/model-server.ts'
import { fetchFrom, post, user } from '../helper/test-services.ts'

withHost()

const USAGE = event({ choices: [], usage: { prompt_tokens: 60, completion_tokens: 40 } })
const answer = sends(text('Loom'), USAGE, finish())
const messages = [user('hi')]
const QUESTION = { model: 'ranking', messages }
const A2A_MESSAGE = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hi' }] }
const A2A = { jsonrpc: '2.0', id: 1, method: 'SendMessage', params: { message: A2A_MESSAGE } }

function service(env: Record<string, string> = { TOKENS_PER_DAY: '150' }) {
  upstream.answerWith(answer)
  const { app, ...rest } = hosted({ env })
  const tokens = async () => (await (await app.request('/status')).json()).tokens
  return { app, tokens, ...rest }
}

describe('tokens of the hosted model', () => {
  it('are off unless they are set, and for the embedded model', async () => {
    const unlimited = service({})
    const response = await unlimited.app.request('/v1/chat/completions', post(QUESTION))
    expect(response.headers.has('x-ratelimit-limit-tokens')).toBe(false)
    expect(await unlimited.tokens()).toBeUndefined()
    const embedded = service({ MODEL: 'embedded', TOKENS_PER_DAY: '1' })
    expect(await embedded.tokens()).toBeUndefined()
  })

  it('are left in the headers: after a whole answer, before a stream', async () => {
    const { app, tokens } = service()
    const whole = await app.request('/v1/chat/completions', post(QUESTION))
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      ...{ 'x-ratelimit-limit-tokens': '150', 'x-ratelimit-remaining-tokens': '50' },
      'x-ratelimit-reset-tokens': '21600s',
    })
    expect(whole.headers.get('access-control-expose-headers')).toContain('remaining-tokens')
    const stream = await app.request('/stream', post({ messages }))
    expect(stream.headers.get('x-ratelimit-remaining-tokens')).toBe('50')
    await stream.text()
    expect(await tokens()).toMatchObject({ limit: 150, used: 200, refusals: 0 })
  })

  it('that are spent refuse a run before the model is asked, in the words of each wire', async () => {
    const { app, tokens } = service({ TOKENS_PER_DAY: '100' })
    await (await app.request('/api/chat', post({ message: 'hi' }))).text()
    const asked = upstream.questions.length
    const sentence = expect.stringMatching(/spent for today/)
    const openAi = { error: { message: sentence, code: 'rate_limit_exceeded' } }
    const own = { error: sentence, code: 'rate-limited' }
    const rpc = { id: 1, error: { code: -32603, message: sentence } }
    const paths: [string, object, object][] = [
      ['/stream', { messages }, own],
      ['/stream', { messages, resumable: true }, own],
      ['/agent', { threadId: 't', runId: 'r', messages: [{ id: '1', ...messages[0] }] }, own],
      ['/api/ui/chat', { messages }, own],
      ['/api/chat', { message: 'hi' }, own],
      ['/api/agents/ranking/generate', { messages }, own],
      ['/v1/chat/completions', { ...QUESTION, stream: true }, openAi],
      ['/v1/responses', { model: 'ranking', input: 'hi' }, openAi],
      ['/a2a', A2A, rpc],
      ['/a2a', { ...A2A, method: 'SendStreamingMessage' }, rpc],
    ]
    for (const [path, body, refusal] of paths) {
      const response = await app.request(path, post(body, { 'a2a-version': '1.0' }))
      expect(`${path} ${response.status}`).toBe(`${path} 429`)
      expect(response.headers.get('retry-after')).toBe('21600')
      expect(response.headers.get('x-ratelimit-remaining-tokens')).toBe('0')
      expect(await response.json()).toMatchObject(refusal)
    }
    expect(upstream.questions).toHaveLength(asked)
    expect((await tokens()).refusals).toBe(paths.length)
    const fetch = fetchFrom(app)
    const client = new OpenAI({ baseURL: 'http://localhost/v1', apiKey: 'x', maxRetries: 0, fetch })
    const limited = client.responses.create({ model: 'ranking', input: 'hi' })
    await expect(limited).rejects.toBeInstanceOf(OpenAI.RateLimitError)
  })

  it('that are spent let the embedded model answer, where it may, and it says so', async () => {
    const env = { TOKENS_PER_DAY: '100', MODEL_FALLBACK: 'embedded' }
    const { ask, tokens } = service(env)
    expect((await ask()).said).toBe('Loom')
    const { said } = await ask('top 1 yesterday')
    expect(said).toMatch(/^The tokens .* so the embedded one answers\.\n\n\*\*Top product/)
    expect(said).not.toContain('Loom')
    expect(await tokens()).toMatchObject({ used: 100, refusals: 1 })
  })

  it('of a caller with a token are its alone', async () => {
    const AGENT_TOKENS = 'a-token-of-one-caller-x,a-token-of-another-one'
    const { app } = service({ TOKENS_PER_DAY_PER_CALLER: '100', AGENT_TOKENS })
    const [one = '', other = ''] = AGENT_TOKENS.split(',')
    const ask = async (token: string) => {
      const request = post({ message: 'hi' }, { 'x-api-key': token })
      return (await app.request('/api/chat', request)).status
    }
    expect([await ask(one), await ask(one), await ask(other)]).toEqual([200, 429, 200])
  })

  it('count when the reader leaves, and when the host does not report them', async () => {
    const { app, tokens, logged } = service({ TOKENS_PER_DAY: '1000000' })
    upstream.answerWith(sendsThenHangs(text('a'.repeat(4_000))))
    const response = await app.request('/stream', post({ messages }))
    const reader = response.body!.getReader()
    await reader.read()
    await reader.read()
    await reader.cancel()
    await vi.waitFor(() => expect(logged('run')).toHaveLength(1))
    const [left] = logged('run')
    const { used } = await tokens()
    expect(left).toMatchObject({ outcome: 'cancelled', outputTokens: 1_000, totalTokens: used })
    expect(left.inputTokens).toBeGreaterThan(1_000) // the instructions and the tools

    upstream.answerWith(sends(text('a'.repeat(400)), finish()))
    await (await app.request('/stream', post({ messages }))).text()
    expect(await tokens()).toMatchObject({ used: used + left.inputTokens + 100 })
  })

  it('do not count for a host that refuses', async () => {
    const { ask, tokens } = service()
    upstream.answerWith((_question, response) => response.writeHead(401).end('{"error":{}}'))
    await ask()
    expect(await tokens()).toMatchObject({ used: 0 })
  })
})
