import { describe, expect, it } from 'vitest'
import { createKeys, firstKey } from '../../../src/platform/access/keys.ts'
import { apiKeys } from '../../../src/storage/schema.ts'
import { emptyDatabase } from '../../helper/test-database.ts'
import { KEY, testPlatform } from '../../helper/test-platform.ts'
import { NOW } from '../../helper/test-services.ts'

describe('the key of a call', () => {
  it.each([
    ['no key', undefined, 401, 'AUTH_ERR_EMPTY_APIKEY'],
    ['an empty key', '', 401, 'AUTH_ERR_EMPTY_APIKEY'],
    ['an unknown key', 'wrong', 401, 'AUTH_ERR_APIKEY_NOT_FOUND'],
    ['part of a key', KEY.slice(0, -1), 401, 'AUTH_ERR_APIKEY_NOT_FOUND'],
    ['a key in another case', KEY.toUpperCase(), 401, 'AUTH_ERR_APIKEY_NOT_FOUND'],
    ['a key that may not', 'another-key', 403, 'AUTH_ERR_NO_ACCESS'],
  ])('a call without a valid key is an error: %s', async (_, key, status, code) => {
    const { app, records } = await testPlatform()
    const headers: Record<string, string> = key === undefined ? {} : { apikey: key }
    for (const path of ['/v3/users', '/v3/data_import/members', '/v3/nowhere']) {
      const response = await app.request(path, { headers })
      expect(response.status).toBe(status)
      expect((await response.json()).error).toEqual({
        code,
        message: expect.any(String),
        devMessage: expect.any(String),
        details: {},
      })
    }
    if (key) expect(JSON.stringify(records())).not.toContain(key)
  })

  it('the error mentions the printed key only where one is printed', async () => {
    const database = await emptyDatabase()
    const hintWhere = async (acceptsStored: boolean) => {
      const keys = createKeys({ configured: [], acceptsStored, database })
      const { call } = await testPlatform({ database, parts: { keys } })
      return (await call('GET', '/v3/users')).body.error.devMessage
    }
    expect(await hintWhere(true)).toContain('printed at the first start')
    expect(await hintWhere(false)).not.toContain('printed')
    expect(await hintWhere(false)).toContain('PLATFORM_API_KEYS')
  })
})

describe('an answer to a call with a key', () => {
  it('an answer to a call with a key is private, and kept by no cache', async () => {
    const { call } = await testPlatform()
    const { headers } = await call('GET', '/v3/users')
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })
})

describe('firstKey()', () => {
  const now = () => NOW

  it('the first start creates one key, prints it once and stores only its hash', async () => {
    const database = await emptyDatabase()
    const keys = createKeys({ configured: [], acceptsStored: true, database })
    const key = await firstKey({ keys, database, now })
    expect(key).toMatch(/^[0-9a-f]{40}$/)
    expect(await firstKey({ keys, database, now })).toBeUndefined()

    const { call } = await testPlatform({ database, parts: { keys } })
    expect((await call('GET', '/v3/users', { headers: { apikey: key! } })).status).toBe(200)
    expect((await call('GET', '/v3/users')).status).toBe(401)
    const stored = await database.select().from(apiKeys)
    expect(stored).toHaveLength(1)
    expect(JSON.stringify(stored)).not.toContain(key)
  })

  it('concurrent first starts create one key', async () => {
    const database = await emptyDatabase()
    const keys = createKeys({ configured: [], acceptsStored: true, database })
    const asked = Array.from({ length: 5 }, () => firstKey({ keys, database, now }))
    const made = (await Promise.all(asked)).filter((key) => key !== undefined)
    expect(made).toHaveLength(1)
    expect(await database.$count(apiKeys)).toBe(1)
  })

  it('with configured keys no key is created, and only the configured ones are valid', async () => {
    const database = await emptyDatabase()
    const stored = createKeys({ configured: [], acceptsStored: true, database })
    const key = await firstKey({ keys: stored, database, now })
    const configured = [{ key: KEY, scope: 'fullAccess' as const }]
    const keys = createKeys({ configured, acceptsStored: true, database })
    expect(await firstKey({ keys, database, now })).toBeUndefined()
    const { call } = await testPlatform({ database, parts: { keys } })
    expect((await call('GET', '/v3/users', { headers: { apikey: key! } })).status).toBe(401)
    expect((await call('GET', '/v3/users')).status).toBe(200)
  })
})
