import { describe, expect, it } from 'vitest'
import { rateLimits } from '../../../src/platform/access/call-limits.ts'

const NOW = new Date('2026-11-20T18:00:00.000Z')
const IMPORT = '/v3/data_import/members'

const limits = () => rateLimits({ now: () => NOW, clock: () => 0 })

describe('rateLimits()', () => {
  it.each([
    ['imports with a key', 'fullAccess', IMPORT, '60'],
    ['other calls with a key', 'fullAccess', '/v3/users', '20000'],
    ['calls with an auth token', 'user', '/v3/messages', '1200'],
  ] as const)('%s', async (_name, credential, path, limit) => {
    const headers = await limits()('hash', { credential, path })
    expect(headers).toEqual({
      'x-rate-limit': limit,
      'x-rate-limit-remaining': String(Number(limit) - 1),
    })
  })

  it('the 61st import of a minute is an error that says when to come back', async () => {
    const count = limits()
    const call = { credential: 'fullAccess', path: IMPORT } as const
    for (let calls = 0; calls < 60; calls += 1) await count('hash', call)
    await expect(count('hash', call)).rejects.toMatchObject({
      code: 'ERR_TOO_MANY_REQUESTS',
      headers: { 'retry-after': '60', 'x-rate-limit-remaining': '0' },
    })
    await expect(count('another', call)).resolves.toHaveProperty('x-rate-limit')
    await expect(count('hash', { ...call, path: '/v3/users' })).resolves.toBeDefined()
  })
})
