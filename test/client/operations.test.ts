import { describe, expect, it } from 'vitest'
import { CALLERS, type OperationId } from '../../src/chat/callers.ts'
import { createPlatformClient, type PlatformClient } from '../../src/client/client.ts'
import { testPlatform } from '../helper/test-platform.ts'

const ACTION = { name: 'wave', displayName: 'Wave', description: 'Waves.' }
const AGENT = {
  name: 'Helper',
  integrateWith: 'crewai',
  integrationMeta: { baseUrl: 'https://agent.example.com/stream', agentId: 'helper' },
} as const
const TEXT = { receiver: 'ben', receiverType: 'user', data: { text: 'Hi' } } as const
const RESULT = { toolCallId: 'c1', result: { waved: 2 } }

async function drain(pages: AsyncIterable<unknown>) {
  for await (const _ of pages);
}

/** How each operation is called. One that is missing does not compile. */
const CALLS: Record<OperationId, ((client: PlatformClient) => Promise<unknown>)[]> = {
  createAuthToken: [(client) => client.authTokens.create('ann')],
  listAuthTokens: [(client) => drain(client.authTokens.list('ann'))],
  revokeAuthTokens: [(client) => client.authTokens.revokeAll('ann')],
  revokeAuthToken: [(client) => client.authTokens.revoke('ann', '1')],

  importMembers: [
    (client) => drain(client.importMembers([{ memberId: 'm', guid: 'team', uid: 'ann' }])),
  ],
  createUser: [(client) => client.users.create({ uid: 'ann', name: 'Ann' })],
  listUsers: [(client) => drain(client.users.list())],
  getUser: [(client) => client.users.get('ann')],

  createGroup: [(client) => client.groups.create({ guid: 'team', name: 'Team', type: 'public' })],
  listGroups: [(client) => drain(client.groups.list())],
  getGroup: [(client) => client.groups.get('team')],
  listMembers: [(client) => drain(client.groups.listMembers('team'))],
  addMembers: [(client) => client.groups.addMembers('team', { participants: ['ann'] })],
  removeMember: [
    (client) => client.groups.removeMember('team', 'ann'),
    (client) => client.groups.leave('team', 'ann'),
  ],

  listConversations: [(client) => drain(client.conversations.list())],
  markUserConversationRead: [
    (client) => client.conversations.markRead({ receiver: 'ben', receiverType: 'user' }),
  ],
  markGroupConversationRead: [
    (client) => client.conversations.markRead({ receiver: 'team', receiverType: 'group' }),
  ],
  listenToEvents: [(client) => drain(client.events())],

  sendMessage: [
    (client) => client.sendMessage(TEXT),
    (client) => drain(client.streamMessage(TEXT)),
  ],
  getMessage: [(client) => client.getMessage('7')],
  editMessage: [(client) => client.editMessage('7', { data: { text: 'Ho' } })],
  deleteMessage: [(client) => client.deleteMessage('7')],
  listUserMessages: [(client) => drain(client.listUserMessages('ben'))],
  listGroupMessages: [(client) => drain(client.listGroupMessages('team'))],
  handBackToolResult: [
    (client) => client.sendToolResult('7', RESULT),
    (client) => drain(client.streamToolResult('7', RESULT)),
  ],

  listReactions: [(client) => drain(client.listReactions('7'))],
  listReactionsOfKind: [(client) => drain(client.listReactions('7', { reaction: '👍' }))],
  addReaction: [(client) => client.addReaction('7', '👍')],
  removeReaction: [(client) => client.removeReaction('7', '👍')],

  listNotificationSettings: [(client) => client.getSettings()],
  changeNotificationSettings: [(client) => client.updateSettings({ sound: { chat: 'a.mp3' } })],
  resetNotificationSettings: [(client) => client.resetSettings()],
  previewNotification: [
    (client) => client.previewNotification({ template: 'textMessageTemplate', message: {} }),
  ],

  getStats: [(client) => client.getStats()],

  createAgent: [(client) => client.agents.create(AGENT)],
  listAgents: [(client) => client.agents.list()],
  testAgent: [(client) => client.agents.test({ uid: 'helper' })],
  getAgent: [(client) => client.agents.get('helper')],
  changeAgent: [(client) => client.agents.change('helper', { isActive: true })],
  deleteAgent: [(client) => client.agents.delete('helper')],
  listAgentProfiles: [(client) => drain(client.agents.listProfiles())],
  getAgentProfile: [(client) => client.agents.getProfile('helper')],

  createTool: [(client) => client.actions.create(ACTION)],
  listTools: [(client) => client.actions.list()],
  getTool: [(client) => client.actions.get('wave')],
  replaceTool: [(client) => client.actions.change('wave', { displayName: 'W', description: 'W.' })],
  deleteTool: [(client) => client.actions.delete('wave')],
}

/** The operations of OpenAPI, each with the addresses that are its. */
async function operations() {
  const { app } = await testPlatform({ env: { LOG_LEVEL: 'silent' } })
  const { paths } = await (await app.request('/openapi.json')).json()
  return Object.entries<Record<string, { operationId: string }>>(paths)
    .filter(([path]) => path.startsWith('/v3'))
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId }]) => ({
        operationId,
        method: method.toUpperCase(),
        address: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
        /** Where two fit, the one that names more. */
        parameters: path.split('{').length,
      })),
    )
    .sort((one, other) => one.parameters - other.parameters)
}

describe('the client', () => {
  it('the client reaches every operation under /v3', async () => {
    const known = await operations()
    expect(known.map(({ operationId }) => operationId).toSorted()).toEqual(
      Object.keys(CALLERS).toSorted(),
    )
    for (const [operationId, calls] of Object.entries(CALLS)) {
      for (const call of calls) {
        const reached: (string | undefined)[] = []
        const fetch = async (address: RequestInfo | URL, init?: RequestInit) => {
          const { method, url } = new Request(address, init)
          const { pathname } = new URL(url)
          const found = known.find((one) => one.method === method && one.address.test(pathname))
          reached.push(found?.operationId)
          return Response.json({ error: { code: 'ERR_NO_ACCESS' } }, { status: 403 })
        }
        const client = createPlatformClient({ baseUrl: 'http://localhost', apiKey: 'key', fetch })
        await expect(call(client)).rejects.toMatchObject({ code: 'ERR_NO_ACCESS', status: 403 })
        expect([operationId, reached]).toEqual([operationId, [operationId]])
      }
    }
  })
})

describe('what is to be sent', () => {
  const never = async () => {
    throw new Error('it was sent')
  }
  const client = createPlatformClient({ baseUrl: 'http://localhost', apiKey: 'key', fetch: never })
  /** As JavaScript hands it over, without types. */
  const untyped = (value: unknown) => JSON.parse(JSON.stringify(value))

  it.each<[string, () => Promise<unknown>]>([
    ['receiver: is required', () => client.sendMessage(untyped({ ...TEXT, receiver: undefined }))],
    [
      'receiverType: must be one of user, group',
      () => client.sendMessage(untyped({ ...TEXT, receiverType: 'all' })),
    ],
    ['has unknown fields: to', () => client.sendMessage(untyped({ ...TEXT, to: 'ben' }))],
    ['tags.1: must be a string', () => client.sendMessage(untyped({ ...TEXT, tags: ['a', 1] }))],
    ['must be an object', () => client.editMessage('7', untyped(null))],
    ['result: is required', () => client.sendToolResult('7', untyped({ toolCallId: 'c1' }))],
    [
      'toolCallId: must not be empty',
      () => client.sendToolResult('7', { ...RESULT, toolCallId: '' }),
    ],
    ['perPage: must be at most 1000', () => client.users.list({ perPage: 5_000 }).next()],
    ['limit: must be an integer', () => client.conversations.list({ limit: 1.5 }).next()],
    ['reaction: must not be empty', () => client.listReactions('7', { reaction: '' }).next()],
    [
      'integrationMeta.baseUrl: must be a URL',
      () => client.agents.change('helper', { integrationMeta: { baseUrl: 'localhost' } }),
    ],
    ['uid: is required', () => client.users.create(untyped({ name: 'Ann' }))],
    ['must not be `.` or `..`', () => client.users.get('..')],
    ['must not be `.` or `..`', () => client.authTokens.revoke('.', '7')],
  ])('invalid input is an error before it is sent: %s', async (message, call) => {
    await expect(call()).rejects.toMatchObject({ code: 'invalid-request' })
    await expect(call()).rejects.toThrow(message)
  })
})
