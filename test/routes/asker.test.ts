import { describe, expect, it } from 'vitest'
import { service as hosted, upstream, withHost } from '../agent/hosted-model.fixture.ts'
import { event, finish, sends, text } from '../helper/model-server.ts'
import { pacedModel } from '../helper/paced-model.ts'
import { post, testApp, user } from '../helper/test-services.ts'

const PLATFORM = 'a-token-of-the-chat-platform'
const PLAIN = 'a-token-of-somebody-else'
const AGENT_TOKENS = `${PLATFORM}:users,${PLAIN}`
const messages = [user('what won today?')]

const said = (uid: string, more: object = {}) => ({
  cometchatContext: { sender: { uid }, ...more },
})
const bearer = (token: string) => ({ authorization: `Bearer ${token}`, 'a2a-version': '1.0' })

function service(env: Record<string, string>) {
  const { app, records } = testApp({ env: { AGENT_TOKENS, ...env } })
  const ask = async (body: object, { path = '/stream', token = PLATFORM } = {}) => {
    const response = await app.request(path, post(body, bearer(token)), '203.0.113.7')
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  return { app, records, ask }
}

const A2A_MESSAGE = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'hi' }] }
const rpc = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params })

const ROUTES: [path: string, bodyOf: (uid: string) => object][] = [
  ['/stream', (uid) => ({ messages, ...said(uid) })],
  ['/stream', (uid) => ({ messages, resumable: true, ...said(uid) })],
  ['/agent', (uid) => ({ threadId: 't', runId: 'r', messages, forwardedProps: said(uid) })],
  ['/api/ui/chat', (uid) => ({ messages, ...said(uid) })],
  ['/api/chat', (uid) => ({ message: 'hi', ...said(uid) })],
  ['/api/agents/ranking/generate', (uid) => ({ messages, requestContext: said(uid) })],
  ['/v1/chat/completions', (uid) => ({ model: 'ranking', messages, user: uid })],
  ['/v1/responses', (uid) => ({ model: 'ranking', input: 'hi', safety_identifier: uid })],
  ['/a2a', (uid) => rpc('SendMessage', { message: A2A_MESSAGE, _meta: said(uid) })],
  ['/mcp', (uid) => rpc('tools/list', { _meta: said(uid) })],
]

describe('a token that speaks for users', () => {
  it.each(ROUTES)('%s counts each of them', async (path, bodyOf) => {
    const { ask } = service({ RATE_LIMIT_PER_MINUTE: '2' })
    const statuses = []
    for (const uid of ['ada', 'ada', 'ada', 'bob', 'cleo']) {
      statuses.push((await ask(bodyOf(uid), { path })).status)
    }
    expect(statuses).toEqual([200, 200, 429, 200, 200])
  })

  it('has twenty times as much as one of them, for all together and without a uid', async () => {
    const { ask } = service({ RATE_LIMIT_PER_MINUTE: '1' })
    const named = Array.from({ length: 10 }, (_, at) => ask({ messages, ...said(`user-${at}`) }))
    const unnamed = Array.from({ length: 10 }, () => ask({ messages }))
    const statuses = (await Promise.all([...named, ...unnamed])).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([200]))
    const refused = await ask({ messages, ...said('somebody') })
    expect([refused.status, refused.headers.get('ratelimit-limit')]).toEqual([429, '20'])
    // The address of the platform is not used up for others.
    expect((await ask({ messages }, { token: PLAIN })).status).toBe(200)
  })

  it('tells the user their own limit, and the log who asked', async () => {
    const { ask, records } = service({ RATE_LIMIT_PER_MINUTE: '5' })
    const { headers } = await ask({ messages, ...said('ada') })
    expect(headers.get('ratelimit-remaining')).toBe('4')
    const asker = expect.stringMatching(/^asker-[0-9a-f]{10}$/)
    expect(records().at(-1)).toMatchObject({ event: 'request', asker })
    expect(JSON.stringify(records())).not.toContain('"ada"')
  })

  it('is the only one: a uid from anybody else changes nothing', async () => {
    const { ask } = service({ RATE_LIMIT_PER_MINUTE: '2' })
    const statuses = []
    for (const uid of ['ada', 'bob', 'cleo']) {
      statuses.push((await ask({ messages, ...said(uid) }, { token: PLAIN })).status)
    }
    expect(statuses).toEqual([200, 200, 429])
    const open = testApp({ env: { RATE_LIMIT_PER_MINUTE: '2', ALLOW_PUBLIC: 'true' } }).app
    const from = (uid: string) => open.request('/stream', post({ messages, ...said(uid) }), '::1')
    expect((await from('ada')).status).toBe(200)
    expect((await from('bob')).status).toBe(200)
    expect((await from('cleo')).status).toBe(429)
  })

  it('has open streams for each of them', async () => {
    const env = { AGENT_TOKENS, RATE_LIMIT_PER_MINUTE: '300' }
    const { app } = testApp({ env, parts: pacedModel() })
    const open = (uid: string) => {
      return app.request('/stream', post({ messages, ...said(uid) }, bearer(PLATFORM)), '::1')
    }
    const ofAda = await Promise.all(Array.from({ length: 51 }, () => open('ada')))
    expect(ofAda.filter(({ status }) => status === 200)).toHaveLength(50)
    const ofBob = await open('bob')
    expect(ofBob.status).toBe(200)
    await Promise.all([...ofAda, ofBob].map(({ body }) => body?.cancel()))
  })
})

describe('the tokens of a hosted model', () => {
  withHost()

  it('are counted for each user, and for all of a caller twenty times as many', async () => {
    const usage = event({ choices: [], usage: { prompt_tokens: 60, completion_tokens: 40 } })
    upstream.answerWith(sends(text('Loom'), usage, finish()))
    const { app } = hosted({ env: { AGENT_TOKENS, TOKENS_PER_DAY_PER_CALLER: '100' } })
    const ask = async (uid: string) => {
      const response = await app.request(
        '/api/chat',
        post({ message: 'hi', ...said(uid) }, bearer(PLATFORM)),
      )
      await response.text()
      return response.status
    }
    expect([await ask('ada'), await ask('ada'), await ask('bob')]).toEqual([200, 429, 200])
    for (let at = 0; at < 18; at += 1) expect(await ask(`user-${at}`)).toBe(200)
    expect(await ask('one-more')).toBe(429)
  })
})

describe('what a platform says of the user who asks', () => {
  it('their time zone is that of the question, for the model and for the tools', async () => {
    const messageMetadata = { timezone: 'Asia/Tokyo' }
    const { ask } = service({})
    for (const content of ['what won today?', 'product of the last 3 days']) {
      const question = { messages: [user(content)], ...said('ada', { messageMetadata }) }
      const { text } = await ask(question, { token: PLAIN })
      expect(text).not.toContain('New_York')
    }
    const other = await ask({ messages })
    expect(other.text).toContain('America/New_York')
    const call = { name: 'getTopProductsByTimeframe', arguments: { timeframe: 'today' } }
    const _meta = said('ada', { messageMetadata })
    const { text } = await ask(rpc('tools/call', { ...call, _meta }), { path: '/mcp' })
    expect(text).toContain('Asia/Tokyo')
  })

  it('a zone that is none changes nothing', async () => {
    const messageMetadata = { timezone: 'Mars/Olympus' }
    const { ask } = service({})
    const { text } = await ask({ messages, ...said('ada', { messageMetadata }) })
    expect(text).toContain('America/New_York')
  })

  it('in a group their name is no part of the question', async () => {
    const { ask } = service({})
    const sender = { uid: 'ada', name: 'Ada' }
    const cometchatContext = { sender, receiverType: 'group' }
    for (const content of ['hello', 'Ada: hello']) {
      const { text } = await ask({ messages: [user(content)], cometchatContext })
      expect(text).not.toMatch(/tool_call_start|no product/)
    }
  })
})

describe('a hosted model', () => {
  withHost()

  it('reads who asks in a group, and in which locale', async () => {
    upstream.answerWith(sends(text('Loom'), finish()))
    const { app } = hosted()
    const more = { receiverType: 'group', messageMetadata: { locale: 'de-DE' } }
    const sent = { message: 'hello', ...said('ada', more) }
    await (await app.request('/api/chat', post(sent))).text()
    const asked = JSON.stringify(upstream.questions.at(-1))
    expect(asked).toContain('ada: hello')
    expect(asked).toContain('de-DE')
  })
})
