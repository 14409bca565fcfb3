import { describe, expect, it } from 'vitest'
import { users } from '../../src/storage/schema.ts'
import { testPlatform } from '../helper/test-platform.ts'

const STORED = { recordedAt: 1, updatedAt: 1 }

describe('a numbered list', () => {
  it('goes on with meta.next', async () => {
    const { call, database } = await testPlatform()
    const uids = Array.from({ length: 150 }, (_, at) => `u${String(at).padStart(3, '0')}`)
    for (const uid of uids) await database.insert(users).values({ uid, name: uid, ...STORED })
    const first = await call('GET', '/v3/users')
    expect(first.body.data).toHaveLength(100)
    expect(first.body.meta).toEqual({
      pagination: { total: 150, count: 100, per_page: 100, current_page: 1, total_pages: 2 },
      next: { affix: 'append', id: 'u099' },
    })
    const rest = await call('GET', `/v3/users?${new URLSearchParams(first.body.meta.next)}`)
    expect(rest.body.data).toHaveLength(50)
    expect(rest.body.meta).not.toHaveProperty('next')
  })

  it('has numbered pages', async () => {
    const { call, database } = await testPlatform()
    for (const uid of ['ann', 'bob', 'cay']) {
      await database.insert(users).values({ uid, name: uid, ...STORED })
    }
    const { body } = await call('GET', '/v3/users?perPage=2&page=2')
    expect(body.data.map(({ uid }: { uid: string }) => uid)).toEqual(['cay'])
    expect(body.meta).toEqual({
      pagination: { total: 3, count: 1, per_page: 2, current_page: 2, total_pages: 2 },
    })
    const first = await call('GET', '/v3/users?perPage=2')
    expect(first.body.meta.next).toEqual({ affix: 'append', id: 'bob' })
  })
})
