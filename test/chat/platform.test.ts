import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { KEY, testPlatform } from '../helper/test-platform.ts'
import { post, testApp } from '../helper/test-services.ts'
import { importPeople, text } from './people.fixture.ts'

const envelope = (code: string) => ({
  error: {
    code,
    message: expect.any(String),
    devMessage: expect.any(String),
    details: expect.any(Object),
  },
})

describe('a failure under /v3', () => {
  it("an unknown address under /v3 is answered in the platform's envelope", async () => {
    const { call } = await testPlatform()
    for (const path of [
      '/v3',
      '/v3/',
      '/v3/nowhere',
      '/v3/messages/1/reactions/x/y',
      '/v3//users',
    ]) {
      const { status, body } = await call('GET', path)
      expect({ status, body }).toEqual({ status: 404, body: envelope('ERR_API_NOT_FOUND') })
    }
  })

  it('a wrong method under /v3 names the allowed ones', async () => {
    const { call } = await testPlatform()
    const answer = await call('DELETE', '/v3/users')
    expect(answer).toMatchObject({ status: 405, body: envelope('ERR_METHOD_NOT_ALLOWED') })
    expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'POST'])
  })

  it('a body that is too long is refused before it is read', async () => {
    const { call } = await testPlatform()
    const { status, body } = await call('POST', '/v3/users', { body: 'x'.repeat(2 ** 20 + 1) })
    expect({ status, body }).toEqual({ status: 413, body: envelope('ERR_PAYLOAD_TOO_LARGE') })
  })

  it('an unexpected failure is logged in full and shown without details', async () => {
    const onMessage = async () => {
      throw new Error('the secret reason')
    }
    const { call, records } = await testPlatform({ parts: { onMessage } })
    await importPeople(call)
    const answer = await call('POST', '/v3/messages', { as: 'ann', body: text('bob', 'Hi') })
    expect(answer).toMatchObject({ status: 500, body: envelope('ERR_MISSION_FAILED') })
    expect(JSON.stringify(answer.body)).not.toMatch(/secret|\bat /)
    expect(JSON.stringify(records())).toContain('the secret reason')
  })

  it('a failed query leaves none of its values in the log', async () => {
    const { call: callBefore, database } = await testPlatform()
    await importPeople(callBefore)
    const never = () => new Date(Number.NaN)
    const { call, records } = await testPlatform({ database, parts: { now: never } })
    const answer = await call('POST', '/v3/messages', { as: 'ann', body: text('bob', 'a secret') })
    expect(answer).toMatchObject({ status: 500, body: envelope('ERR_MISSION_FAILED') })
    const failed = records().filter(({ event }) => event === 'request-failed')
    expect(failed).toMatchObject([{ error: { message: expect.any(String) } }])
    expect(JSON.stringify(failed)).not.toContain('a secret')
  })

  it('a platform without a database says so', async () => {
    const { app } = testApp({ env: { PLATFORM_API_KEYS: KEY } })
    const response = await app.request('/v3/users', { headers: { apikey: KEY } })
    expect(response.status).toBe(503)
    expect(await response.json()).toEqual(envelope('ERR_NOT_CONFIGURED'))
  })
})

describe('whatever is asked of the platform', () => {
  it('any request to the platform is answered below 500, with errors in the envelope', async () => {
    const { app, call } = await testPlatform({ env: { LOG_LEVEL: 'silent' } })
    await importPeople(call)
    await call('POST', '/v3/messages', { as: 'ann', body: text('bob', 'Hi') })

    const word = fc.oneof(
      fc.constantFrom('ann', 'harbor', '1', '👍', ':+1:', '__proto__', '%', '..', "' or 1=1 --"),
      fc.string({ unit: 'binary', maxLength: 60 }),
    )
    const path = fc.tuple(
      fc.constantFrom(
        ...[
          'users',
          'users/?',
          'users/?/messages',
          'users/?/auth_tokens',
          'users/?/auth_tokens/?',
          'groups',
          'groups/?',
          'groups/?/members',
        ],
        ...['groups/?/messages', 'messages', 'messages/1', 'messages/?', 'messages/1/reactions'],
        ...['messages/1/reactions/?', 'messages/?/reactions/?', 'data_import/members', '?'],
        ...['ai-agents/agents', 'ai-agents/agents/?', 'ai-agents/agents/test', 'ai-agents/tools'],
        ...[
          'ai-agents/profiles',
          'ai-agents/profiles/?',
          'conversations',
          'users/?/conversation/read',
          'groups/?/conversation/read',
          'groups/?/members/?',
          'ai-agents/tools/?',
          'messages/1/tool-results',
          'messages/?/tool-results',
        ],
      ),
      word,
      fc.constantFrom('', '?limit=2', '?affix=prepend&id=9', '?id=x', '?page=0', '?perPage=1e9'),
    )
    const someone = fc.constantFrom(undefined, 'ann', 'cas', 'nobody', 'no one', '__proto__')
    const value = fc.oneof(word, fc.jsonValue(), fc.constant({ uid: 'u', name: 'U' }))
    const body = fc.oneof(
      fc.jsonValue(),
      fc.dictionary(
        fc.constantFrom(
          ...['members', 'uid', 'guid', 'name', 'type', 'metadata', 'tags', 'data', 'receiver'],
          ...['receiverType', 'category', 'muid', 'owner', 'createdAt', '__proto__'],
          ...['integrateWith', 'integrationMeta', 'parameters', 'displayName', 'isActive'],
          ...[
            'description',
            'actions',
            'metaData',
            'toolCallId',
            'result',
            'doNotExecute',
            'participants',
            'messageId',
          ],
        ),
        value,
      ),
      fc.record({ members: fc.dictionary(word, value) }),
      fc.record({
        receiver: fc.constantFrom('bob', 'harbor'),
        receiverType: fc.constantFrom('user', 'group'),
        data: fc.record({ text: word, metadata: fc.jsonValue() }, { requiredKeys: ['text'] }),
        muid: word,
      }),
    )
    const method = fc.constantFrom('GET', 'POST', 'DELETE', 'PUT', 'PATCH')

    await fc.assert(
      fc.asyncProperty(
        method,
        path,
        someone,
        body,
        async (method, [route, word, query], as, body) => {
          const address = `/v3/${route.replaceAll('?', () => encodeURIComponent(word.toWellFormed()))}`
          // Two dots may lead out of it.
          fc.pre(new URL(address, 'http://localhost').pathname.startsWith('/v3'))
          const headers: Record<string, string> = { apikey: KEY, ...(as && { onbehalfof: as }) }
          const init = method === 'GET' ? { headers } : { ...post(body), method }
          const response = await app.request(address + query, { ...init, headers })
          const answer = await response.json()
          expect(response.status).toBeLessThan(500)
          if (response.status >= 400) expect(answer).toEqual(envelope(answer.error.code))
          else expect(answer).toHaveProperty('data')
        },
      ),
      { numRuns: 400 },
    )
  })
})
