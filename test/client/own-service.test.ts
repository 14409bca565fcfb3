import { beforeEach, describe, expect, it } from 'vitest'
import { type ChatEvent, type ClientOptions, createClient } from '../../src/client/client.ts'
import { KEY } from '../helper/test-platform.ts'
import { chatPlatform, WAVE, waving } from '../platform/answers/chat.fixture.ts'
import { linesOf, NDJSON } from '../platform/delivery/delivery.fixture.ts'

/** Ours, with ann and bob in the group harbor and the agent helper. */
let platform: Awaited<ReturnType<typeof chatPlatform>>
beforeEach(async () => {
  platform = await chatPlatform(
    async () => new Response(linesOf(...waving()), { headers: { 'content-type': NDJSON } }),
  )
})

const clientOf = (options: ClientOptions) =>
  createClient('http://localhost', {
    async fetch(address, init) {
      const { pathname, search } = new URL(new Request(address).url)
      return platform.app.request(pathname + search, init)
    },
    ...options,
  })

const server = () => clientOf({ apiKey: KEY })
const userClient = async (uid: string) => clientOf({ authToken: await platform.signIn(uid) })

async function eventsOf(stream: AsyncIterable<ChatEvent>) {
  const events: ChatEvent[] = []
  for await (const event of stream) events.push(event)
  return events
}

describe('the client of our own service', () => {
  it('rankings need no key, and all launches are read page by page', async () => {
    const { api, pages } = clientOf({})
    const { posts, source } = await api.GET('/api/top', { params: { query: { limit: 2 } } })
    expect([posts.length, source]).toEqual([2, 'catalogue'])
    const query = { timeframe: 'last_week', limit: 20 }
    const ids: string[] = []
    for await (const page of pages('/api/launches', { params: { query } })) {
      ids.push(...page.posts.map(({ id }) => id))
    }
    expect(ids.length).toBeGreaterThan(20)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('warnings reach the caller with the data', async () => {
    const parameters = { type: 'object', properties: { to: { type: 'string' } } }
    const { data, meta } = await server().api.POST('/v3/ai-agents/tools', {
      body: { ...WAVE, name: 'bow', parameters },
    })
    expect(data.name).toBe('bow')
    expect(meta.warnings.join()).toContain('to')
  })

  it('messages are read from the latest one back, and members by number', async () => {
    const ann = await userClient('ann')
    const body = { receiver: 'harbor', receiverType: 'group', data: { text: 'Ahoy' } } as const
    const first = await ann.api.POST('/v3/messages', { body })
    const second = await ann.api.POST('/v3/messages', { body })
    const path = { guid: 'harbor' }
    const query = { affix: 'prepend', limit: 1 } as const
    const read: unknown[] = []
    for await (const { data } of ann.pages('/v3/groups/{guid}/messages', {
      params: { path, query },
    })) {
      read.push(data.map(({ id }) => id))
    }
    expect(read).toEqual([[second.data.id], [first.data.id]])
    const members: unknown[] = []
    for await (const { data } of server().pages('/v3/groups/{guid}/members', {
      params: { path, query: { perPage: 1 } },
    })) {
      members.push(data.map(({ uid }) => uid))
    }
    expect(members).toEqual([['ann'], ['bob'], ['cas']])
  })

  it('a user who acts for another is refused', async () => {
    const { api } = await userClient('ann')
    const params = { header: { onBehalfOf: 'bob' } }
    await expect(api.GET('/v3/conversations', { params })).rejects.toMatchObject({ status: 400 })
  })

  it('an answer is streamed as it grows, and continues from the result of an action', async () => {
    await server().api.PATCH('/v3/ai-agents/agents/{uid}', {
      params: { path: { uid: 'helper' } },
      body: { actions: ['wave'] },
    })
    const ann = await userClient('ann')
    const message = { receiver: 'helper', receiverType: 'user', data: { text: 'Hi' } } as const
    const events = await eventsOf(ann.streamMessage(message))
    expect(events.map(({ type }) => type)).toEqual([
      'message',
      'run-start',
      'text-delta',
      'tool-call-start',
      'tool-call',
      'answer',
    ])
    const answer = events.at(-1)
    if (answer?.type !== 'answer') throw new Error('no answer')
    const more = await eventsOf(
      ann.streamToolResult(answer.message.id, { toolCallId: 'c1', result: { waved: 2 } }),
    )
    expect(more[0]).toMatchObject({ type: 'message', message: { type: 'tool-result' } })
    const alone = await eventsOf(ann.streamMessage({ ...message, receiver: 'bob' }))
    expect(alone.map(({ type }) => type)).toEqual(['message'])
  })
})
