import { describe, expect, it } from 'vitest'
import type { PlatformCredential } from '../../src/platform/operation.ts'
import { AUTH_ONLY_KEY, KEY, testPlatform } from '../helper/test-platform.ts'

interface Operation {
  operationId: string
  security: Record<string, string[]>[]
}

const EVERY: readonly PlatformCredential[] = ['fullAccess', 'authOnly', 'user']

/** Those that others than a server may call. */
const ADMITTED: Record<string, string> = {
  'authOnly, fullAccess': 'createAuthToken createUser listAuthTokens revokeAuthTokens',
  'authOnly, fullAccess, user': 'getUser revokeAuthToken',
  'fullAccess, user': `
    addMembers addReaction deleteMessage editMessage getAgentProfile getGroup getMessage
    handBackToolResult listAgentProfiles listConversations listGroupMessages listGroups listMembers
    listReactions listReactionsOfKind listUserMessages listenToEvents markGroupConversationRead
    markUserConversationRead removeMember removeReaction sendMessage`,
  user: 'readOwnUser signOut',
}

async function operationsAndCalls() {
  const { app, call, signIn } = await testPlatform({ env: { LOG_LEVEL: 'silent' } })
  await call('POST', '/v3/users', { body: { uid: 'ann', name: 'Ann' } })
  const headers: Record<PlatformCredential, Record<string, string>> = {
    fullAccess: { apikey: KEY },
    authOnly: { apikey: AUTH_ONLY_KEY },
    user: { authtoken: await signIn('ann') },
  }
  const { paths } = await (await app.request('/openapi.json')).json()
  const operations = Object.entries<Record<string, Operation>>(paths)
    .filter(([path]) => path.startsWith('/v3'))
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId, security }]) => {
        const credentials = security.map(({ apikey }) => apikey?.[0] ?? 'user')
        return { path, method, operationId, credentials }
      }),
    )
  /** Ids that lead nowhere: what is let in finds nothing, or lacks a body. */
  const ask = async (method: string, path: string, credential: PlatformCredential) => {
    const address = path.replaceAll(/\{\w+\}/g, credential === 'user' ? 'ann' : 'nobody')
    const response = await app.request(address, {
      method: method.toUpperCase(),
      headers: headers[credential],
    })
    // One that listens is answered without an end.
    const isStream = response.headers.get('content-type') === 'text/event-stream'
    const text = isStream ? '' : await response.text()
    if (isStream) await response.body?.cancel()
    return { status: response.status, code: text && JSON.parse(text).error?.code }
  }
  return { operations, ask }
}

describe('who may call', () => {
  it('only these operations admit others than a server', async () => {
    const { operations } = await operationsAndCalls()
    const shared: Record<string, string[]> = {}
    for (const { operationId, credentials } of operations) {
      const key = credentials.toSorted().join(', ')
      if (key !== 'fullAccess') shared[key] = [...(shared[key] ?? []), operationId].toSorted()
    }
    const expected = Object.entries(ADMITTED).map(([credentials, some]) => [
      credentials,
      some.trim().split(/\s+/),
    ])
    expect(shared).toEqual(Object.fromEntries(expected))
  })

  it('every operation refuses all credentials but those that OpenAPI names', async () => {
    const { operations, ask } = await operationsAndCalls()
    expect(operations.length).toBeGreaterThan(40)
    // The last one ends the token that the others are tried with.
    const ordered = [
      ...operations.filter(({ operationId }) => operationId !== 'signOut'),
      ...operations.filter(({ operationId }) => operationId === 'signOut'),
    ]
    const tried = ordered.flatMap(({ method, path, credentials }) => {
      const methods = method === 'get' ? ['get', 'head'] : [method]
      return methods.flatMap((one) =>
        EVERY.map((credential) => ({ one, path, credential, credentials })),
      )
    })
    for (const { one, path, credential, credentials } of tried) {
      const { status, code } = await ask(one, path, credential)
      const isRefused = one === 'head' ? status === 403 : code === 'AUTH_ERR_NO_ACCESS'
      expect([one, path, credential, isRefused]).toEqual([
        one,
        path,
        credential,
        !credentials.includes(credential),
      ])
    }
  })

  it('at an unknown address a key with the scope authOnly gets a 403, and others a 404', async () => {
    const { ask } = await operationsAndCalls()
    const statuses = EVERY.map(
      async (credential) => (await ask('get', '/v3/nowhere', credential)).status,
    )
    expect(await Promise.all(statuses)).toEqual([404, 403, 404])
  })
})
