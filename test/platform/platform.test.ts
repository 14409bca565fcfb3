import { describe, expect, it } from 'vitest'
import { KEY, testPlatform } from '../helper/test-platform.ts'
import { testApp } from '../helper/test-services.ts'
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
    const keys = {
      acceptsStored: false,
      scopeOf: () => Promise.reject(new Error('the secret reason')),
    }
    const { call, records } = await testPlatform({ parts: { keys } })
    const answer = await call('GET', '/v3/users')
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
