import { describe, expect, it } from 'vitest'
import { CALLERS, type Caller } from '../../src/chat/callers.ts'
import { AUTH_ONLY_KEY, KEY, testPlatform } from '../helper/test-platform.ts'

interface Operation {
  operationId: keyof typeof CALLERS
  security: Record<string, string[]>[]
}

const EVERY: readonly Caller[] = ['fullAccess', 'authOnly', 'user']

async function operationsAndCalls() {
  const { app, call, signIn } = await testPlatform({ env: { LOG_LEVEL: 'silent' } })
  await call('POST', '/v3/users', { body: { uid: 'ann', name: 'Ann' } })
  const headers: Record<Caller, Record<string, string>> = {
    fullAccess: { apikey: KEY },
    authOnly: { apikey: AUTH_ONLY_KEY },
    user: { authtoken: await signIn('ann') },
  }
  const { paths } = await (await app.request('/openapi.json')).json()
  const operations = Object.entries<Record<string, Operation>>(paths)
    .filter(([path]) => path.startsWith('/v3'))
    .flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ path, method, ...operation })),
    )
  /** Ids that lead nowhere: what is let in finds nothing, or lacks a body. */
  const ask = async (method: string, path: string, caller: Caller) => {
    const address = path.replaceAll(/\{\w+\}/g, caller === 'user' ? 'ann' : 'nobody')
    const response = await app.request(address, {
      method: method.toUpperCase(),
      headers: headers[caller],
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
  it('every mounted operation declares its callers, and no other does', async () => {
    const { operations } = await operationsAndCalls()
    const ids = operations.map(({ operationId }) => operationId)
    expect(ids.toSorted()).toEqual(Object.keys(CALLERS).toSorted())
  })

  it('OpenAPI says which callers each operation admits', async () => {
    const { operations } = await operationsAndCalls()
    for (const { operationId, security } of operations) {
      const described = security.map(({ apikey, authToken }) => (authToken ? 'user' : apikey?.[0]))
      expect([operationId, described]).toEqual([operationId, CALLERS[operationId]])
    }
  })

  it('callers that an operation does not declare are refused by the router', async () => {
    const { operations, ask } = await operationsAndCalls()
    const tried = operations.flatMap(({ operationId, method, path }) => {
      const callers: readonly Caller[] = CALLERS[operationId]
      const others = EVERY.filter((caller) => !callers.includes(caller))
      const methods = method === 'get' ? ['get', 'head'] : [method]
      return others.flatMap((caller) => methods.map((method) => ({ method, path, caller })))
    })
    expect(tried.length).toBeGreaterThan(40)
    for (const { method, path, caller } of tried) {
      const { status, code } = await ask(method, path, caller)
      const refused = [403, method === 'head' ? '' : 'AUTH_ERR_NO_ACCESS']
      expect([method, path, caller, status, code]).toEqual([method, path, caller, ...refused])
      const spelled = await ask(method, path.replace('/v3', '/%76%33'), caller)
      expect([403, 404]).toContain(spelled.status)
    }
  })

  it('callers that an operation declares are admitted by the router', async () => {
    const { operations, ask } = await operationsAndCalls()
    for (const { operationId, method, path } of operations) {
      for (const caller of CALLERS[operationId]) {
        const { code } = await ask(method, path, caller)
        expect([operationId, caller, code]).not.toContain('AUTH_ERR_NO_ACCESS')
      }
    }
  })

  it('at an unknown address a key with the scope authOnly gets a 403, and others a 404', async () => {
    const { ask } = await operationsAndCalls()
    const statuses = EVERY.map(async (caller) => (await ask('get', '/v3/nowhere', caller)).status)
    expect(await Promise.all(statuses)).toEqual([404, 403, 404])
  })
})
