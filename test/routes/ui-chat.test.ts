import type { LanguageModelV3 } from '@ai-sdk/provider'
import {
  AbstractChat,
  type ChatInit,
  type ChatState,
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithToolCalls,
  readUIMessageStream,
  type UIMessage,
} from 'ai'
import { MockLanguageModelV3 } from 'ai/test'
import { describe, expect, it, vi } from 'vitest'
import { cutOff } from '../../src/agent/model-failure.ts'
import type { Database } from '../../src/storage/database.ts'
import { pacedModel } from '../helper/paced-model.ts'
import { calls, says, scriptedModel } from '../helper/scripted-model.ts'
import { emptyDatabase } from '../helper/test-database.ts'
import { fetchFrom, testApp } from '../helper/test-services.ts'

interface Setup {
  model?: LanguageModelV3
  env?: Record<string, string>
  headers?: Record<string, string>
  tools?: object
  database?: Database
}

async function connect({ model, env = {}, headers = {}, tools, database }: Setup = {}) {
  const runtime = database && { database }
  const { app, records } = testApp({
    env,
    parts: model ? { model } : {},
    ...(runtime && { runtime }),
  })
  const api = 'http://localhost/api/ui/chat'
  const fetch = fetchFrom(app)
  const transport = new DefaultChatTransport({ api, headers, body: { tools }, fetch })
  return { transport, records, api, fetch }
}

const question = (text: string): UIMessage => {
  return { id: '1', role: 'user', parts: [{ type: 'text', text }] }
}

async function send(
  transport: DefaultChatTransport<UIMessage>,
  text: string,
  signal?: AbortSignal,
) {
  return transport.sendMessages({
    trigger: 'submit-message',
    chatId: 'chat-1',
    messageId: undefined,
    messages: [question(text)],
    abortSignal: signal,
  })
}

/** What `useChat` is of, without React: the AI SDK's chat with its state in a plain object. */
class PlainChat extends AbstractChat<UIMessage> {
  constructor(init: ChatInit<UIMessage>) {
    const messages: UIMessage[] = []
    const state: ChatState<UIMessage> = {
      status: 'ready',
      error: undefined,
      messages,
      pushMessage: (message) => void state.messages.push(message),
      popMessage: () => void state.messages.pop(),
      replaceMessage: (index, message) => {
        state.messages[index] = message
      },
      snapshot: (value) => structuredClone(value),
    }
    super({ ...init, state })
  }
}

const BANNER = {
  showBanner: {
    description: 'Shows a banner.',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
  },
}

describe('the AI SDK’s chat transport', () => {
  it('the AI SDK transport reads a message of texts and calls', async () => {
    const { transport } = await connect()
    const stream = await send(transport, 'top 2 today and throw confetti')
    let last: UIMessage | undefined
    const onError = vi.fn()
    for await (const message of readUIMessageStream({ stream, onError })) last = message
    expect(onError).not.toHaveBeenCalled()
    expect(last).toMatchObject({ role: 'assistant', id: expect.stringMatching(/^[\da-f-]{36}$/) })
    const tools = last!.parts.filter(({ type }) => type.startsWith('tool-'))
    expect(tools).toEqual([
      expect.objectContaining({
        type: 'tool-getTopProductsByTimeframe',
        state: 'output-available',
        input: expect.objectContaining({ timeframe: 'today', limit: 2 }),
        output: expect.objectContaining({ posts: expect.any(Array) }),
      }),
      expect.objectContaining({ type: 'tool-triggerConfetti', state: 'output-available' }),
    ])
    const texts = last!.parts.flatMap((part) => (part.type === 'text' ? [part] : []))
    expect(texts).toMatchObject([{ state: 'done', text: expect.stringMatching(/today/i) }])
    const links = last!.parts.flatMap((part) => (part.type === 'source-url' ? part.title : []))
    expect(links).toHaveLength(2)
    for (const name of links) expect(texts[0]!.text).toContain(name)
  })

  it('the AI SDK transport finds no stream to resume where the run was not resumable', async () => {
    const { transport } = await connect()
    expect(await transport.reconnectToStream({ chatId: 'chat-1' })).toBeNull()
  })

  it('the AI SDK transport gets the error of an invalid request and of a missing token', async () => {
    const { transport } = await connect()
    await expect(send(transport, ' ')).rejects.toThrow('"code":"invalid-request"')
    const token = 'a-token-of-the-chat-page'
    const guarded = await connect({ env: { AGENT_TOKENS: token } })
    await expect(send(guarded.transport, 'hi')).rejects.toThrow('"code":"unauthenticated"')
    const headers = { authorization: `Bearer ${token}` }
    const known = await connect({ env: { AGENT_TOKENS: token }, headers })
    await (await send(known.transport, 'hi')).cancel()
  })

  it('aborting the AI SDK transport aborts the model call', async () => {
    const aborted = vi.fn()
    const model = new MockLanguageModelV3({
      doStream: async ({ abortSignal }) => {
        abortSignal?.addEventListener('abort', aborted)
        return { stream: new ReadableStream() }
      },
    })
    const { transport, records } = await connect({ model })
    const leaving = new AbortController()
    const reader = (await send(transport, 'hi', leaving.signal)).getReader()
    await reader.read()
    await vi.waitFor(() => expect(model.doStreamCalls).toHaveLength(1), { timeout: 10_000 })
    leaving.abort()
    await vi.waitFor(() => expect(aborted).toHaveBeenCalledOnce(), { timeout: 10_000 })
    await vi.waitFor(
      () => {
        const run = records().find(({ event }) => event === 'run')
        expect(run).toMatchObject({ outcome: 'cancelled' })
      },
      { timeout: 10_000 },
    )
  })
})

describe('the AI SDK’s chat', () => {
  it('the AI SDK chat answers its tool call, and the answer continues in one message', async () => {
    const model = scriptedModel(
      calls(['getTopProducts', { limit: 1 }], ['showBanner', { text: 'Zwölf 🎈' }]),
      says('It is up.'),
    )
    const { transport } = await connect({ model, tools: BANNER })
    const chat: PlainChat = new PlainChat({
      transport,
      sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithToolCalls,
      onToolCall({ toolCall: { toolName, toolCallId } }) {
        if (toolName !== 'showBanner') return
        void chat.addToolOutput({ tool: toolName, toolCallId, output: { shown: true } })
      },
    })
    await chat.sendMessage({ text: 'show it' })
    await vi.waitFor(() => expect(JSON.stringify(chat.messages)).toContain('It is up.'), {
      timeout: 10_000,
    })
    expect(chat.error).toBeUndefined()
    expect(chat.messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
    expect(chat.messages[1]?.parts.at(-1)).toMatchObject({ type: 'text', text: 'It is up.' })
    expect(model.doStreamCalls).toHaveLength(2)
    expect(model.doStreamCalls[1]?.prompt.slice(-4)).toMatchObject([
      { role: 'assistant', content: [{ toolName: 'getTopProducts' }] },
      { role: 'tool', content: [{ toolName: 'getTopProducts' }] },
      { role: 'assistant', content: [{ toolName: 'showBanner', input: { text: 'Zwölf 🎈' } }] },
      { role: 'tool', content: [{ output: { value: '{"shown":true}' } }] },
    ])
  })

  it('the AI SDK chat does not resend after calls of our own tools', async () => {
    const model = scriptedModel(calls(['getTopProducts', { limit: 1 }]), says('Here.'))
    const { transport } = await connect({ model })
    const chat = new PlainChat({
      transport,
      sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithToolCalls,
    })
    await chat.sendMessage({ text: 'top 1' })
    expect(chat.status).toBe('ready')
    expect(model.doStreamCalls).toHaveLength(2)
    await chat.sendMessage({ text: 'and again' })
    expect(model.doStreamCalls[2]?.prompt.map(({ role }) => role)).toEqual([
      ...['system', 'user', 'assistant', 'tool', 'assistant', 'user'],
    ])
  })

  it("the AI SDK chat has a failure's sentence as its error, after the text", async () => {
    const [start, textStart, delta] = says('Well then')
    const model = new MockLanguageModelV3({
      doStream: async () => ({
        stream: new ReadableStream({
          start: (controller) => {
            for (const part of [start!, textStart!, delta!]) controller.enqueue(part)
          },
          pull: (controller) => controller.error(cutOff()),
        }),
      }),
    })
    const { transport } = await connect({ model })
    const chat = new PlainChat({ transport })
    await chat.sendMessage({ text: 'hi' })
    expect(chat.status).toBe('error')
    expect(chat.error?.message).toBe('The language model did not complete its answer.')
    expect(chat.lastMessage?.parts).toContainEqual(expect.objectContaining({ text: 'Well ' }))
  })

  /** A chat that is reading the first words of its answer. */
  async function resumableChat() {
    const { model, say, isAborted } = pacedModel()
    const { transport, api, fetch } = await connect({
      model,
      headers: { 'x-resumable': 'true' },
      database: await emptyDatabase(),
    })
    const chat = new PlainChat({ transport })
    const sent = chat.sendMessage({ text: 'hi' })
    await say(4)
    await vi.waitFor(() => expect(textOf(chat)).toBe('one two '))
    return { chat, sent, transport, api, fetch, say, isAborted }
  }

  const textOf = (chat: PlainChat) =>
    chat.lastMessage?.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')

  it('the AI SDK chat resumes its answer after it has left, on a page that is new', async () => {
    const { chat, transport, say } = await resumableChat()
    await chat.stop()
    const reloaded = new PlainChat({ id: chat.id, transport })
    reloaded.messages = chat.messages.slice(0, 1)
    const resumed = reloaded.resumeStream()
    await vi.waitFor(() => expect(textOf(reloaded)).toBe('one two '))
    await say()
    await resumed
    expect(reloaded.status).toBe('ready')
    expect(reloaded.messages.map(({ role }) => role)).toEqual(['user', 'assistant'])
    expect(textOf(reloaded)).toBe('one two three four')
    expect(await transport.reconnectToStream({ chatId: chat.id })).toBeNull()
  })

  it('the AI SDK chat stops its answer at the stop endpoint', async () => {
    const { chat, sent, transport, api, fetch, isAborted } = await resumableChat()
    const stop = (body: object) =>
      fetch(`${api}/${chat.id}/stop`, { method: 'POST', body: JSON.stringify(body) })
    await stop({ activeStreamId: 'another-one', assistantMessage: chat.lastMessage })
    expect(isAborted()).toBe(false)
    expect(await (await stop({})).json()).toEqual({ success: true })
    expect(isAborted()).toBe(true)
    await sent
    expect(chat.error).toBeUndefined()
    expect([chat.status, textOf(chat)]).toEqual(['ready', 'one two '])
    expect(await transport.reconnectToStream({ chatId: chat.id })).toBeNull()
  })
})
