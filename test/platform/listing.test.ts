import { describe, expect, it } from 'vitest'
import { MAX_PAGE_BYTES } from '../../src/platform/page-bounds.ts'
import { actions, users } from '../../src/storage/schema.ts'
import { testPlatform } from '../helper/test-platform.ts'

/** As large as one may be: 250 values in 5 KiB. */
const METADATA = Object.fromEntries(Array.from({ length: 240 }, (_, at) => [`key-${at}`, `v${at}`]))
const STORED = { recordedAt: 1, updatedAt: 1 }

interface Meta {
  pagination: { total: number; count: number }
  next?: Record<string, string>
}

describe('a numbered list', () => {
  it('ends early when its items are large, and meta.next goes on', async () => {
    const { call, database } = await testPlatform()
    const uids = Array.from({ length: 150 }, (_, at) => `u${String(at).padStart(3, '0')}`)
    for (const uid of uids) {
      await database.insert(users).values({ uid, name: uid, metadata: METADATA, ...STORED })
    }
    const seen: string[] = []
    let path: string | undefined = '/v3/users?perPage=1000'
    let pages = 0
    for (; path; pages += 1) {
      const { body }: { body: { data: { uid: string }[]; meta: Meta } } = await call('GET', path)
      expect(JSON.stringify(body.data).length).toBeLessThan(MAX_PAGE_BYTES + 1024)
      expect(body.meta.pagination).toMatchObject({ total: 150, count: body.data.length })
      seen.push(...body.data.map(({ uid }) => uid))
      path = body.meta.next && `/v3/users?perPage=1000&${new URLSearchParams(body.meta.next)}`
    }
    expect(seen).toEqual(uids)
    expect(pages).toBeGreaterThan(2)
  })

  it('ends at 20,000 values, however small they are', async () => {
    const { call, database } = await testPlatform()
    const parameters = { enum: Array.from({ length: 1_990 }, () => 0) }
    for (let at = 0; at < 15; at += 1) {
      const name = `action-${String(at).padStart(2, '0')}`
      const times = { createdAt: 1, updatedAt: 1 }
      const row = { name, displayName: name, parameters, doNotExecute: false, ...times }
      await database.insert(actions).values(row)
    }
    const { body } = await call('GET', '/v3/ai-agents/tools')
    expect(body.data).toHaveLength(10)
    expect(body.meta.next).toEqual({ affix: 'append', id: 'action-09' })
    const rest = await call('GET', `/v3/ai-agents/tools?${new URLSearchParams(body.meta.next)}`)
    expect(rest.body.data).toHaveLength(5)
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
