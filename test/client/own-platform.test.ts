import { beforeEach, describe, expect, it } from 'vitest'
import {
  createPlatformClient,
  createUserClient,
  type PlatformClientOptions,
} from '../../src/client/client.ts'
import type { ChatEvent } from '../../src/client/event.ts'
import { KEY } from '../helper/test-platform.ts'
import { agentDetails, chatPlatform, WAVE, waving } from '../platform/answers/chat.fixture.ts'
import { linesOf, NDJSON } from '../platform/delivery/delivery.fixture.ts'

type Platform = Awaited<ReturnType<typeof chatPlatform>>

/** Ours, with ann and bob in the group harbor and the agent helper. */
let platform: Platform
beforeEach(async () => {
  platform = await chatPlatform(
    async () => new Response(linesOf(...waving()), { headers: { 'content-type': NDJSON } }),
  )
})

const fetchOf =
  ({ app }: Platform): typeof fetch =>
  async (address, init) => {
    const { pathname, search } = new URL(new Request(address).url)
    return app.request(pathname + search, init)
  }

function client(options: Partial<PlatformClientOptions> = {}) {
  const caller = 'authToken' in options ? {} : { apiKey: KEY }
  const fetch = fetchOf(platform)
  return createPlatformClient({ baseUrl: 'http://localhost', fetch, ...caller, ...options })
}

const userClient = async (uid: string) => client({ authToken: await platform.signIn(uid) })

async function all<T>(pages: AsyncIterable<T[]>) {
  const items: T[][] = []
  for await (const page of pages) items.push(page)
  return items
}

describe('a front end', () => {
  it('a user client has all that a front end needs', async () => {
    const chat = createUserClient({
      baseUrl: 'http://localhost',
      authToken: await platform.signIn('ann'),
      fetch: fetchOf(platform),
    })
    const { name } = await chat.agents.getProfile('helper')
    const to = { receiver: 'helper', receiverType: 'user' } as const
    const types: string[] = []
    for await (const { type } of chat.streamMessage({ ...to, data: { text: `Hi ${name}` } })) {
      types.push(type)
    }
    expect([types.at(0), types.at(-1)]).toEqual(['message', 'answer'])
    for await (const { messages } of chat.listUserMessages('helper')) {
      expect(messages.map(({ sender }) => sender)).toEqual(['ann', 'helper'])
    }
    expect.assertions(2)
  })
})

describe('a server', () => {
  it('a server creates users and signs them in and out', async () => {
    const { users, authTokens } = client()
    const eve = await users.create({ uid: 'eve', name: 'Eve' })
    expect(eve).toMatchObject({ uid: 'eve', name: 'Eve', role: 'default' })
    expect(await users.get('eve')).toEqual(eve)

    const token = await authTokens.create('eve')
    expect((await all(authTokens.list('eve'))).flat()).toMatchObject([{ id: token.id, uid: 'eve' }])
    const { users: own } = client({ authToken: token.authToken, retries: 0 })
    expect(await own.get('eve')).toEqual(eve)
    await authTokens.revoke('eve', token.id)
    await expect(own.get('eve')).rejects.toMatchObject({ status: 401 })

    await authTokens.create('eve')
    await authTokens.revokeAll('eve')
    expect(await all(authTokens.list('eve'))).toEqual([[]])
  })

  it('a server creates groups and adds and removes members', async () => {
    const { groups } = client()
    await groups.create({ guid: 'pier', name: 'Pier', type: 'private', owner: 'ann' })
    expect(await groups.get('pier', { onBehalfOf: 'ann' })).toMatchObject({ owner: 'ann' })
    const added = await groups.addMembers('pier', { admins: ['bob'], participants: ['nobody'] })
    expect(added.admins).toEqual({ bob: { success: true } })
    expect(added.participants?.nobody).toMatchObject({
      success: false,
      error: { code: 'ERR_UID_NOT_FOUND' },
    })
    const scopes = async () =>
      (await all(groups.listMembers('pier'))).flat().map(({ uid, scope }) => [uid, scope])
    expect(await scopes()).toEqual([
      ['ann', 'admin'],
      ['bob', 'admin'],
    ])
    await groups.leave('pier', 'bob')
    expect(await scopes()).toEqual([['ann', 'admin']])
    await expect(groups.leave('pier', 'ann')).rejects.toMatchObject({
      code: 'ERR_OWNER_EXIT_FORBIDDEN',
    })
    await groups.removeMember('pier', 'ann')
    expect(await scopes()).toEqual([])
    expect((await all(groups.list())).flat().map(({ guid }) => guid)).toEqual(['harbor', 'pier'])
  })

  it('a server registers agents and actions and tests an agent', async () => {
    const { agents, actions } = client()
    expect(await agents.get('helper')).toMatchObject({ uid: 'helper', isActive: true })
    expect(await agents.change('helper', { actions: ['wave'] })).toMatchObject({
      actions: ['wave'],
    })
    expect(await agents.test({ uid: 'helper' })).toMatchObject({
      isReachable: true,
      toolCalls: [{ toolCallId: 'c1', name: 'wave', fault: null }],
    })
    const { integrationMeta } = agentDetails()
    await agents.create({ uid: 'aide', name: 'Aide', integrateWith: 'crewai', integrationMeta })
    expect(await agents.list({ page: 1, perPage: 1 })).toMatchObject([{ uid: 'aide' }])
    await agents.delete('aide')
    await expect(agents.get('aide')).rejects.toMatchObject({ status: 404 })

    const { name, ...wave } = WAVE
    expect(await actions.get(name)).toMatchObject(wave)
    await actions.create({ ...WAVE, name: 'bow' })
    expect(await actions.change('bow', { ...wave, displayName: 'Bow' })).toMatchObject({
      name: 'bow',
      displayName: 'Bow',
    })
    await actions.delete('bow')
    expect(await actions.list({ type: 'action' })).toMatchObject([{ name }])
  })

  it('a server reads, changes and resets settings', async () => {
    const { getSettings, updateSettings, resetSettings } = client()
    const initial = await getSettings()
    await updateSettings({ preferences: { group: { messagesSetting: 3 } } })
    expect((await getSettings()).preferences.group.messagesSetting).toBe(3)
    await resetSettings()
    expect(await getSettings()).toEqual(initial)
  })
})

describe('a user', () => {
  const ahoy = { receiver: 'harbor', receiverType: 'group', data: { text: 'Ahoy' } } as const

  it('a user sends, edits and deletes messages and reads them page by page', async () => {
    const ann = await userClient('ann')
    const first = await ann.sendMessage(ahoy)
    const second = await ann.sendMessage({ ...ahoy, data: { text: 'Helo' } })
    const edited = await ann.editMessage(second.id, { data: { text: 'Hello' } })
    expect(edited).toMatchObject({ id: second.id, data: { text: 'Hello' } })
    await ann.deleteMessage(first.id)
    expect((await ann.getMessage(first.id)).deletedAt).toBeGreaterThan(0)

    const pages: unknown[] = []
    const latestFirst = { affix: 'prepend', limit: 1 } as const
    for await (const { messages } of ann.listGroupMessages('harbor', latestFirst)) {
      pages.push(messages.map(({ id }) => id))
    }
    expect(pages).toEqual([[second.id], [first.id]])

    await ann.sendMessage({ ...ahoy, receiver: 'bob', receiverType: 'user' })
    for await (const { messages } of (await userClient('bob')).listUserMessages('ann')) {
      expect(messages).toMatchObject([{ sender: 'ann', receiver: 'bob' }])
    }
  })

  it('a user lists conversations and marks them as read', async () => {
    const [ann, bob] = [await userClient('ann'), await userClient('bob')]
    const { id } = await ann.sendMessage(ahoy)
    const unread = async () => {
      for await (const { conversations } of bob.conversations.list({ limit: 1 })) {
        return conversations
      }
    }
    expect(await unread()).toMatchObject([
      { conversationId: 'group_harbor', unreadMessageCount: 1, lastMessage: { id } },
    ])
    const harbor = { receiver: 'harbor', receiverType: 'group' } as const
    expect(await bob.conversations.markRead({ ...harbor, messageId: id })).toEqual({
      conversationId: 'group_harbor',
      lastReadMessageId: id,
      unreadMessageCount: 0,
    })
    await expect(
      bob.conversations.markRead({ receiver: 'ann', receiverType: 'user' }),
    ).rejects.toMatchObject({ code: 'ERR_CONVERSATION_NOT_FOUND' })
  })

  it('a user reacts, sees agent profiles and leaves a group', async () => {
    const bob = await userClient('bob')
    const { id } = await bob.sendMessage(ahoy)
    await bob.addReaction(id, '👍')
    await bob.addReaction(id, '⚓')
    const reactionsOf = async (options: object) => {
      const pages: string[][] = []
      for await (const { reactions } of bob.listReactions(id, options)) {
        pages.push(reactions.map(({ reaction }) => reaction))
      }
      return pages
    }
    expect(await reactionsOf({ limit: 1 })).toEqual([['👍'], ['⚓']])
    expect(await reactionsOf({ limit: 1, affix: 'prepend' })).toEqual([['⚓'], ['👍']])
    expect(await reactionsOf({ reaction: '👍' })).toEqual([['👍']])
    await bob.removeReaction(id, '👍')
    expect((await all(bob.agents.listProfiles())).flat()).toMatchObject([{ uid: 'helper' }])
    expect(await bob.agents.getProfile('helper')).not.toHaveProperty('integrationMeta')
    await bob.groups.leave('harbor', 'bob')
    await expect(bob.sendMessage(ahoy)).rejects.toMatchObject({ code: 'ERR_GROUP_NOT_JOINED' })
  })

  it('a user cannot act for others, and the client does not ask', async () => {
    const ann = await userClient('ann')
    const behalf = { onBehalfOf: 'bob' }
    const refused = { code: 'invalid-request', details: [{ field: 'onBehalfOf' }] }
    await expect(ann.users.get('ann', behalf)).rejects.toMatchObject(refused)
    await expect(ann.streamMessage(ahoy, behalf).next()).rejects.toMatchObject(refused)
    await expect(ann.events(behalf).next()).rejects.toMatchObject(refused)
  })
})

describe('the answer of an agent', () => {
  const toHelper = { receiver: 'helper', receiverType: 'user', data: { text: 'Hi' } } as const

  async function eventsOf(stream: AsyncIterable<ChatEvent>) {
    const events: ChatEvent[] = []
    for await (const event of stream) events.push(event)
    return events
  }

  it('an answer is streamed as it grows, and continues from the result of an action', async () => {
    await client().agents.change('helper', { actions: ['wave'] })
    const ann = await userClient('ann')
    const events = await eventsOf(ann.streamMessage(toHelper))
    expect(events.map(({ type }) => type)).toEqual([
      'message',
      'run-started',
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
  })
})
