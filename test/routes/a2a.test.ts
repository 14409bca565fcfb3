import { Role, TaskState } from '@a2a-js/sdk'
import { ClientFactory } from '@a2a-js/sdk/client'
import type { MessageSendParams } from 'a2a-js-sdk-0.3'
import { ClientFactory as ClientFactory03 } from 'a2a-js-sdk-0.3/client'
import { MockLanguageModelV3 } from 'ai/test'
import { describe, expect, it, vi } from 'vitest'
import { unreadable } from '../../src/agent/model-failure.ts'
import { AppError } from '../../src/core/error.ts'
import { pacedModel } from '../helper/paced-model.ts'
import { calls, says, scriptedModel } from '../helper/scripted-model.ts'
import { serveApp } from '../helper/serve-app.ts'
import { emptyDatabase } from '../helper/test-database.ts'
import { post, testApp } from '../helper/test-services.ts'

type Json = Awaited<ReturnType<Response['json']>>
type Service = Pick<ReturnType<typeof testApp>, 'app'>

const V1 = { 'a2a-version': '1.0' }
const TOP = ['getTopProducts', { limit: 1 }] as const

const message = (more: object = {}) => ({
  ...{ messageId: 'm1', role: 'ROLE_USER', parts: [{ text: 'top 1 yesterday' }] },
  ...more,
})

const call = (method: string, params?: object) => ({ jsonrpc: '2.0', id: 7, method, params })
const send = (more: object = {}, params: object = {}) =>
  call('SendMessage', { message: message(more), ...params })

async function rpc(body: unknown, { app }: Service = testApp(), headers: object = V1) {
  const response = await app.request('/a2a', post(body, { ...headers }))
  const answer: Json = await response.json()
  return { ...answer, status: response.status }
}

async function streamed(service: Service, params: object = {}) {
  const asked = { ...send({}, params), method: 'SendStreamingMessage' }
  const wire = await (await service.app.request('/a2a', post(asked, V1))).text()
  return wire
    .split('\n\n')
    .slice(0, -1)
    .map((line): Json => {
      const answer = JSON.parse(line.replace('data: ', ''))
      expect(answer).toMatchObject({ jsonrpc: '2.0', id: 7 })
      return answer.result
    })
}

const withTool = () => scriptedModel(calls([...TOP]), says('It is Clapperjack.'))

describe('the official A2A client', () => {
  const asked = (text: string, contextId = '') => ({
    tenant: '',
    message: {
      ...{ messageId: crypto.randomUUID(), contextId, taskId: '', role: Role.ROLE_USER },
      ...{ metadata: undefined, extensions: [], referenceTaskIds: [] },
      parts: [
        {
          content: { $case: 'text' as const, value: text },
          ...{ metadata: undefined, filename: '', mediaType: '' },
        },
      ],
    },
    configuration: undefined,
    metadata: undefined,
  })

  const text = (parts: readonly { content?: { $case: string; value: unknown } | undefined }[]) =>
    parts.flatMap(({ content }) => (content?.$case === 'text' ? [content.value] : [])).join('')

  async function connected(model = withTool()) {
    const database = await emptyDatabase()
    const { url, records } = await serveApp({ model, database })
    return { model, records, client: await new ClientFactory().createFromUrl(url) }
  }

  it('finds the card, and gets words and rows as one message', async () => {
    const { client } = await connected()
    const answer = await client.sendMessage(asked('top 1'))
    if (!('messageId' in answer)) throw new Error('no message')
    expect(text(answer.parts)).toBe('It is Clapperjack.')
    const [, data] = answer.parts
    expect(data).toMatchObject({
      content: { $case: 'data', value: { posts: [expect.anything()] } },
      ...{ mediaType: 'application/json', metadata: { tool: 'getTopProducts' } },
    })
  })

  it('goes on in a context, whole and streamed, with the new message alone', async () => {
    const { client, model } = await connected(scriptedModel(says('One.'), says('Two.')))
    const first = await client.sendMessage(asked('first'))
    const pieces: unknown[] = []
    for await (const { payload } of client.sendMessageStream(asked('second', first.contextId))) {
      if (payload?.$case === 'artifactUpdate') pieces.push(text(payload.value.artifact!.parts))
    }
    expect(pieces.join('')).toBe('Two.')
    await client.sendMessage(asked('third', first.contextId))
    const prompt = model.doStreamCalls.at(-1)!.prompt.slice(1)
    expect(prompt.map(({ role }) => role).join()).toBe('user,assistant,user,assistant,user')
    expect(JSON.stringify(prompt)).toMatch(/first.*One\..*second.*Two\..*third/)
  })

  it('reads the life of a task, and leaves it with the model stopped', async () => {
    const { client } = await connected()
    const states: (TaskState | undefined)[] = []
    for await (const { payload } of client.sendMessageStream(asked('top 1'))) {
      if (payload?.$case === 'task' || payload?.$case === 'statusUpdate') {
        states.push(payload.value.status?.state)
      }
    }
    expect(states).toEqual([TaskState.TASK_STATE_WORKING, TaskState.TASK_STATE_COMPLETED])

    const paced = pacedModel()
    const { client: leaving } = await connected(paced.model)
    const stream = leaving.sendMessageStream(asked('hi'))
    await stream.next()
    await paced.say(4)
    await stream.return()
    await vi.waitFor(() => expect(paced.isAborted()).toBe(true))
  })

  it('throws the errors of tasks that are not kept', async () => {
    const { client } = await connected()
    await expect(client.getTask({ tenant: '', id: 'x', historyLength: 0 })).rejects.toThrow(
      'no such task',
    )
  })
})

describe('the official client of A2A 0.3', () => {
  const asked = (more: Partial<MessageSendParams['message']> = {}): MessageSendParams => ({
    message: {
      ...{ kind: 'message', messageId: crypto.randomUUID(), role: 'user' },
      parts: [{ kind: 'text', text: 'top 1' }],
      ...more,
    },
  })

  async function connected(model = withTool()) {
    const { url } = await serveApp({ model, database: await emptyDatabase() })
    return new ClientFactory03().createFromUrl(url)
  }

  it('finds its address in the card, and goes on in a context with words and rows', async () => {
    const model = scriptedModel(calls([...TOP]), says('One.'), says('Two.'))
    const client = await connected(model)
    const first = await client.sendMessage(asked())
    if (first.kind !== 'message') throw new Error('no message')
    expect(first).toMatchObject({
      role: 'agent',
      parts: [
        { kind: 'text', text: 'One.' },
        {
          ...{ kind: 'data', data: { posts: [expect.anything()] } },
          metadata: { tool: 'getTopProducts' },
        },
      ],
    })
    await client.sendMessage(asked({ contextId: first.contextId! }))
    const prompt = model.doStreamCalls.at(-1)!.prompt.slice(1)
    expect(prompt.map(({ role }) => role).join()).toBe('user,assistant,user')
  })

  it('reads a task that ends with its stream', async () => {
    const client = await connected()
    const events = []
    for await (const event of client.sendMessageStream(asked())) events.push(event)
    const [task, data, first] = events
    expect(task).toMatchObject({ kind: 'task', status: { state: 'working' } })
    expect(data).toMatchObject({
      ...{ kind: 'artifact-update', lastChunk: true },
      artifact: { parts: [{ kind: 'data' }] },
    })
    expect(first).toMatchObject({
      ...{ kind: 'artifact-update', append: false },
      artifact: { artifactId: 'answer', parts: [{ kind: 'text', text: 'It ' }] },
    })
    const state = { state: 'completed', timestamp: expect.any(String) }
    expect(events.at(-1)).toMatchObject({ kind: 'status-update', final: true, status: state })
  })

  it('reads the sentence of a failure', async () => {
    const client = await connected(
      new MockLanguageModelV3({ doStream: () => Promise.reject(unreadable()) }),
    )
    await expect(client.sendMessage(asked())).rejects.toThrow('unreadable')
    const events = []
    for await (const event of client.sendMessageStream(asked())) events.push(event)
    const message = { kind: 'message', role: 'agent', parts: [{ kind: 'text' }] }
    expect(events.at(-1)).toMatchObject({ final: true, status: { state: 'failed', message } })
  })

  it('is told of what is not served', async () => {
    const client = await connected()
    await expect(client.getTask({ id: 'x' })).rejects.toThrow('Task not found')
    const file = { kind: 'file' as const, file: { uri: 'https://a.example/a.png' } }
    await expect(client.sendMessage(asked({ parts: [file] }))).rejects.toThrow('content types')
    const pushNotificationConfig = { url: 'https://a.example' }
    await expect(
      client.sendMessage({ ...asked(), configuration: { pushNotificationConfig } }),
    ).rejects.toThrow('Push Notification')
  })
})

describe('SendStreamingMessage', () => {
  it('is a task that ends with its stream', async () => {
    const updates = await streamed(testApp({ parts: { model: withTool() } }))
    const [{ task }, rows, first, ...pieces] = updates
    const ids = { taskId: task.id, contextId: task.contextId }
    expect(task.status).toEqual({
      ...{ state: 'TASK_STATE_WORKING', timestamp: '2026-11-20T18:00:00.000Z' },
    })
    expect(rows.artifactUpdate).toMatchObject({
      ...{ ...ids, lastChunk: true },
      artifact: { artifactId: 'call-1', parts: [{ data: { posts: [{}] } }] },
    })
    expect(first.artifactUpdate).toEqual({
      ...{ ...ids, append: false },
      artifact: { artifactId: 'answer', parts: [{ text: 'It ', mediaType: 'text/markdown' }] },
    })
    const { artifactUpdate: more } = pieces[0]
    expect(more).toEqual({
      ...{ ...ids, append: true, artifact: { artifactId: 'answer', parts: [{ text: 'is ' }] } },
    })
    expect(updates.at(-2).artifactUpdate).toEqual({
      ...{ ...ids, append: true, lastChunk: true },
      artifact: { artifactId: 'answer', parts: [{ text: '' }] },
    })
    expect(updates.at(-1).statusUpdate).toMatchObject({
      ...{ ...ids, status: { state: 'TASK_STATE_COMPLETED' } },
    })
  })

  it('fails with a sentence, which is no part of the answer', async () => {
    const model = new MockLanguageModelV3({ doStream: () => Promise.reject(unreadable()) })
    const service = testApp({ parts: { model } })
    const [, failed, ...more] = await streamed(service)
    const sentence = 'The language model sent an unreadable response.'
    expect(more).toEqual([])
    expect(failed.statusUpdate.status).toMatchObject({
      ...{
        state: 'TASK_STATE_FAILED',
        message: { role: 'ROLE_AGENT', parts: [{ text: sentence }] },
      },
    })
    expect(await rpc(send(), service)).toMatchObject({
      ...{ status: 502, id: 7 },
      error: { code: -32603, message: sentence, data: [{ reason: 'UPSTREAM_FAILED' }] },
    })
  })

  it('a caller that accepts only text gets only text', async () => {
    const service = testApp({ parts: { model: withTool() } })
    const onlyText = { configuration: { acceptedOutputModes: ['text/plain'] } }
    const whole = await rpc(send({}, onlyText), service)
    expect(whole.result.message.parts).toEqual([
      { text: 'It is Clapperjack.', mediaType: 'text/markdown' },
    ])
    const again = testApp({ parts: { model: withTool() } })
    expect(JSON.stringify(await streamed(again, onlyText))).not.toContain('"data"')
  })
})

describe('a message', () => {
  it('has text and data, and a context of its own unless it names one', async () => {
    const model = scriptedModel(says('Fine.'))
    const service = testApp({ parts: { model } })
    const parts = [{ text: 'about this' }, { data: { id: 1 }, mediaType: 'application/json' }]
    const { result } = await rpc(send({ parts }), service)
    expect(model.doStreamCalls[0]!.prompt.at(-1)!.content).toEqual([
      { type: 'text', text: 'about this\n{"id":1}' },
    ])
    expect(result.message.contextId).toMatch(/^[\da-f-]{36}$/)
    const named = await rpc(send({ contextId: 'mine' }), service)
    expect(named.result.message).toMatchObject({ contextId: 'mine', role: 'ROLE_AGENT' })
  })

  it('a context is its caller’s alone', async () => {
    const model = scriptedModel(says('Fine.'))
    const env = { AGENT_TOKENS: 'a-token-of-one-caller-x,a-token-of-another-one' }
    const service = testApp({ env, parts: { model }, runtime: { database: await emptyDatabase() } })
    for (const token of ['a-token-of-one-caller-x', 'a-token-of-another-one']) {
      await rpc(send({ contextId: '1' }), service, { ...V1, 'x-api-key': token })
      expect(model.doStreamCalls.at(-1)!.prompt).toHaveLength(2)
    }
  })
})

describe('without its database', () => {
  it('a new context is answered, and one that was named is not known to be new', async () => {
    const find = async ({ whole }: { whole: readonly string[] }) => {
      if (whole.length > 0) throw new AppError('unavailable', 'The database is away.')
      return new Map()
    }
    const storedTurns = { find, keep: async () => false, settle: async () => {} }
    const service = testApp({ parts: { storedTurns } })
    const { message } = (await rpc(send(), service)).result
    expect(message).toMatchObject({ role: 'ROLE_AGENT', metadata: { contextKept: false } })
    expect(await rpc(send({ contextId: 'c' }), service)).toMatchObject({ status: 503 })
  })
})

describe('errors', () => {
  const error = (code: number, reason: string, words = '') => ({
    ...{ jsonrpc: '2.0', id: 7, status: 200 },
    error: {
      ...{ code, message: expect.stringContaining(words) },
      data: [
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          ...{ reason, domain: 'a2a-protocol.org' },
        },
      ],
    },
  })
  const file = { raw: 'AAAA', mediaType: 'image/png' }
  const picture = { configuration: { acceptedOutputModes: ['image/png'] } }
  const push = { configuration: { taskPushNotificationConfig: { url: 'https://a.example' } } }

  it.each([
    ['a task', call('GetTask', { id: 'x' }), -32001, 'TASK_NOT_FOUND', 'no such task'],
    ['its end', call('CancelTask', { id: 'x' }), -32001, 'TASK_NOT_FOUND', ''],
    ['its stream', call('SubscribeToTask', { id: 'x' }), -32001, 'TASK_NOT_FOUND', ''],
    ['a message to it', send({ taskId: 'x' }), -32001, 'TASK_NOT_FOUND', ''],
    ['no task', call('GetTask', {}), -32602, 'INVALID_PARAMS', 'id: is required'],
    [
      'push notifications',
      call('CreateTaskPushNotificationConfig', {}),
      ...([-32003, 'PUSH_NOTIFICATION_NOT_SUPPORTED', 'SendStreamingMessage'] as const),
    ],
    ['a callback', send({}, push), -32003, 'PUSH_NOTIFICATION_NOT_SUPPORTED', ''],
    ['the extended card', call('GetExtendedAgentCard'), -32004, 'UNSUPPORTED_OPERATION', 'card'],
    ['a file', send({ parts: [file] }), -32005, 'CONTENT_TYPE_NOT_SUPPORTED', 'file'],
    ['a picture for an answer', send({}, picture), -32005, 'CONTENT_TYPE_NOT_SUPPORTED', ''],
    ['an empty text', send({ parts: [{ text: ' ' }] }), -32602, 'INVALID_PARAMS', 'to answer'],
    ['an empty part', send({ parts: [{}] }), -32602, 'INVALID_PARAMS', 'message.parts.0: must'],
    ['no part', send({ parts: [] }), -32602, 'INVALID_PARAMS', 'message.parts: must'],
    ['another role', send({ role: 'ROLE_AGENT' }), -32602, 'INVALID_PARAMS', 'message.role'],
    ['no message', call('SendMessage', {}), -32602, 'INVALID_PARAMS', 'message: is required'],
    ['another method', call('tasks/get'), -32601, 'METHOD_NOT_FOUND', ''],
    ['a long page', call('ListTasks', { pageSize: 101 }), -32602, 'INVALID_PARAMS', 'pageSize'],
  ])('%s', async (_what, asked, code, reason, words) => {
    expect(await rpc(asked)).toEqual(error(code, reason, words))
  })

  it.each([
    ['none', {}, false],
    ['0.3', { 'a2a-version': '0.3' }, false],
    ['1.1', { 'a2a-version': '1.1' }, false],
    ['1.0.1', { 'a2a-version': '1.0.1' }, true],
  ])('only version 1.0 is served: %s', async (_version, headers, isServed) => {
    const answer = await rpc(call('ListTasks'), testApp(), headers)
    const empty = { tasks: [], nextPageToken: '', pageSize: 50, totalSize: 0 }
    if (isServed) expect(answer.result).toEqual(empty)
    else expect(answer).toEqual(error(-32009, 'VERSION_NOT_SUPPORTED', '1.0'))
    const { app } = testApp()
    const asParameter = await app.request('/a2a/?A2A-Version=1.0', post(call('ListTasks')))
    expect((await asParameter.json()).result).toEqual(empty)
  })

  it.each([
    ['no JSON', '{', -32700],
    ['a batch', [send()], -32600],
    ['an id that is too long', { ...send(), id: 'i'.repeat(201) }, -32600],
    ['no id', { jsonrpc: '2.0', method: 'SendMessage' }, -32600],
    ['another protocol', { id: 7, method: 'SendMessage' }, -32600],
  ])('of JSON-RPC itself: %s', async (_what, asked, code) => {
    expect(await rpc(asked)).toMatchObject({ id: null, status: 200, error: { code } })
  })

  it('of the service have their status, in the form of JSON-RPC', async () => {
    const plain = await rpc('hello', testApp(), { ...V1, 'content-type': 'text/plain' })
    expect(plain.error.code).toBe(-32005)
    const { app } = testApp({ env: { AGENT_TOKENS: 'a-token-of-somebody-else' } })
    const refused = await app.request('/a2a', post(send(), V1))
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      ...[401, expect.stringContaining('Bearer')],
    ])
    expect(await refused.json()).toMatchObject({
      ...{ jsonrpc: '2.0', id: null, error: { data: [{ reason: 'UNAUTHENTICATED' }] } },
    })
    expect((await rpc('x'.repeat(2 ** 20 + 1))).status).toBe(413)
  })
})

describe('the card', () => {
  const PATH = '/.well-known/agent-card.json'
  const env = { AGENT_TOKENS: 'a-token-of-somebody-else', TRUST_PROXY: '1' }

  it('is public, and says which token the service wants', async () => {
    const { app } = testApp({ env })
    const response = await app.request(PATH, { headers: { 'x-forwarded-proto': 'https' } })
    expect(response.status).toBe(200)
    const card = await response.json()
    expect(card).toMatchObject({
      name: 'Launchboard',
      ...{
        url: 'https://localhost/a2a/0.3',
        preferredTransport: 'JSONRPC',
        protocolVersion: '0.3.0',
      },
      supportedInterfaces: [
        { url: 'https://localhost/a2a', protocolBinding: 'JSONRPC', protocolVersion: '1.0' },
      ],
      capabilities: { streaming: true, pushNotifications: false },
      securitySchemes: {
        bearer: {
          ...{ type: 'http', scheme: 'Bearer' },
          httpAuthSecurityScheme: { scheme: 'Bearer' },
        },
        key: {
          ...{ type: 'apiKey', in: 'header', name: 'X-API-Key' },
          apiKeySecurityScheme: { location: 'header', name: 'X-API-Key' },
        },
      },
      security: [{ bearer: [] }, { key: [] }],
      securityRequirements: [{ schemes: { bearer: { list: [] } } }, { schemes: { key: {} } }],
    })
    const headers = { 'if-none-match': response.headers.get('etag')! }
    expect((await app.request(PATH, { headers })).status).toBe(200) // another address, over http
    const same = { 'x-forwarded-proto': 'https', ...headers }
    expect((await app.request(PATH, { headers: same })).status).toBe(304)
  })

  it('has a skill for each tool, with questions, and no token where none is wanted', async () => {
    const { app, services } = testApp()
    const card = await (await app.request(PATH)).json()
    expect(card).not.toHaveProperty('securitySchemes')
    expect(card.supportedInterfaces[0].url).toBe('http://localhost/a2a')
    expect(card.skills.map(({ id }: Json) => id)).toEqual(services.tools.map(({ name }) => name))
    for (const { description } of card.skills) expect(description).not.toBe('')
    expect(card.skills[0].examples.length).toBeGreaterThan(0)
  })
})
