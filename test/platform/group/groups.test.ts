import { describe, expect, it } from 'vitest'
import { testPlatform } from '../../helper/test-platform.ts'
import { NOW } from '../../helper/test-services.ts'

const NOW_SECONDS = NOW.getTime() / 1000

async function withAnn() {
  const { call } = await testPlatform()
  await call('POST', '/v3/users', { body: { uid: 'Ann', name: 'Ann' } })
  return call
}

describe('users and groups', () => {
  it('are created once, and told of as they were', async () => {
    const { call } = await testPlatform()
    const body = { uid: 'Ann', name: ' Ann ', role: 'editor', metadata: { a: 1 }, tags: ['x'] }
    const user = {
      ...{ uid: 'ann', name: 'Ann', status: 'offline', role: 'editor', createdAt: NOW_SECONDS },
      ...{ metadata: { a: 1 }, tags: ['x'] },
    }
    expect((await call('POST', '/v3/users', { body })).body).toEqual({ data: user })
    expect((await call('GET', '/v3/users/ANN')).body).toEqual({ data: user })
    expect(await call('POST', '/v3/users', { body })).toMatchObject({
      status: 409,
      body: { error: { code: 'ERR_UID_ALREADY_EXISTS' } },
    })
  })

  it.each(['a\0b', 'a\ud800', ' ', 'x'.repeat(101)])('have no name such as %j', async (name) => {
    const { call } = await testPlatform()
    const { status, body } = await call('POST', '/v3/users', { body: { uid: 'ann', name } })
    expect(status).toBe(400)
    expect(Object.keys(body.error.details)).toEqual(['name'])
  })

  it('are refused where they are said to have been created later than now', async () => {
    const { call } = await testPlatform()
    const create = (path: string, body: object, createdAt: number | string) =>
      call('POST', path, { body: { ...body, createdAt } })
    for (const [path, body] of [
      ['/v3/users', { uid: 'ann', name: 'Ann' }],
      ['/v3/groups', { guid: 'sea', name: 'Sea', type: 'public' }],
    ] as const) {
      const refused = await create(path, body, String(NOW_SECONDS + 1))
      expect(refused).toMatchObject({ status: 400, body: { error: { code: 'ERR_BAD_REQUEST' } } })
      expect(Object.keys(refused.body.error.details)).toEqual(['createdAt'])
      expect((await create(path, body, NOW_SECONDS)).status).toBe(200)
    }
  })

  it('have an owner who belongs to the group from the start', async () => {
    const call = await withAnn()
    const body = { guid: 'sea', name: 'Sea', type: 'password', password: 'hush', owner: 'ann' }
    const created = await call('POST', '/v3/groups', { body })
    expect(created.body.data).toEqual({
      ...{ guid: 'sea', name: 'Sea', type: 'password', owner: 'ann', createdAt: NOW_SECONDS },
    })
    const { body: members } = await call('GET', '/v3/groups/sea/members')
    expect(members.data).toMatchObject([{ uid: 'ann', scope: 'admin', joinedAt: NOW_SECONDS }])
  })

  it('leave a group that is there as it is, its members too', async () => {
    const call = await withAnn()
    await call('POST', '/v3/groups', { body: { guid: 'sea', name: 'Sea', type: 'public' } })
    const body = { guid: 'sea', name: 'Mine', type: 'public', owner: 'ann' }
    const answer = await call('POST', '/v3/groups', { body })
    expect(answer).toMatchObject({
      status: 409,
      body: { error: { code: 'ERR_GUID_ALREADY_EXISTS' } },
    })
    expect((await call('GET', '/v3/groups/sea')).body.data.name).toBe('Sea')
    expect((await call('GET', '/v3/groups/sea/members')).body.data).toEqual([])
    const orphan = { ...body, guid: 'lake', owner: 'nobody' }
    const refused = await call('POST', '/v3/groups', { body: orphan })
    expect(refused.body.error.code).toBe('ERR_UID_NOT_FOUND')
  })

  it('are listed by page', async () => {
    const { call } = await testPlatform()
    for (const uid of ['c', 'a', 'b']) {
      await call('POST', '/v3/users', { body: { uid, name: uid } })
    }
    const { body } = await call('GET', '/v3/users?perPage=2&page=2')
    expect(body.data).toMatchObject([{ uid: 'c' }])
    expect(body.meta.pagination).toEqual({
      ...{ total: 3, count: 1, per_page: 2, current_page: 2, total_pages: 2 },
    })
  })
})
