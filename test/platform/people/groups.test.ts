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
  it('users and groups are created once and returned as given', async () => {
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

  it('a creation date in the future is invalid', async () => {
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

  it('the owner of a new group is its member', async () => {
    const call = await withAnn()
    const body = { guid: 'sea', name: 'Sea', type: 'password', password: 'hush', owner: 'ann' }
    const created = await call('POST', '/v3/groups', { body })
    expect(created.body.data).toEqual({
      ...{ guid: 'sea', name: 'Sea', type: 'password', owner: 'ann', createdAt: NOW_SECONDS },
    })
    const { body: members } = await call('GET', '/v3/groups/sea/members')
    expect(members.data).toMatchObject([{ uid: 'ann', scope: 'admin', joinedAt: NOW_SECONDS }])
    const { body: listed } = await call('GET', '/v3/groups')
    expect(listed.data).toMatchObject([{ guid: 'sea', membersCount: 1 }])
  })

  it('metadata and tags of a group are for its members', async () => {
    const call = await withAnn()
    await call('POST', '/v3/users', { body: { uid: 'bob', name: 'Bob' } })
    const labels = { metadata: { plan: 'gold' }, tags: ['vip'] }
    const body = { guid: 'sea', name: 'Sea', type: 'public', owner: 'ann', ...labels }
    await call('POST', '/v3/groups', { body })
    for (const [as, expected] of [
      ['ann', labels],
      [undefined, labels],
      ['bob', {}],
    ] as const) {
      const by = as === undefined ? {} : { as }
      const { data } = (await call('GET', '/v3/groups/sea', by)).body
      const { data: listed } = (await call('GET', '/v3/groups', by)).body
      for (const { metadata, tags } of [data, listed[0]]) {
        expect({ ...(metadata && { metadata }), ...(tags && { tags }) }).toEqual(expected)
      }
    }
  })

  it('creating an existing group changes neither it nor its members', async () => {
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
})

describe('on behalf of a user', () => {
  async function groups() {
    const { call } = await testPlatform()
    for (const uid of ['ann', 'bob', 'cas']) {
      await call('POST', '/v3/users', { body: { uid, name: uid } })
    }
    for (const type of ['public', 'password', 'private']) {
      const body = { guid: type, name: type, type, owner: 'ann' }
      await call('POST', '/v3/groups', { body })
      const member = { memberId: 'cas', guid: type, uid: 'cas', isBanned: true }
      await call('POST', '/v3/data_import/members', { body: { members: { cas: member } } })
    }
    return call
  }

  it('private groups are shown only to their members', async () => {
    const call = await groups()
    const guids = async (as?: string) => {
      const { body } = await call('GET', '/v3/groups', as === undefined ? {} : { as })
      expect(body.meta.pagination.total).toBe(body.data.length)
      return body.data.map(({ guid }: { guid: string }) => guid)
    }
    expect(await guids()).toEqual(['password', 'private', 'public'])
    expect(await guids('ann')).toEqual(['password', 'private', 'public'])
    expect(await guids('bob')).toEqual(['password', 'public'])
    expect(await guids('cas')).toEqual(['password', 'public'])

    const see = async (guid: string, as: string) =>
      (await call('GET', `/v3/groups/${guid}`, { as })).body.error?.code
    expect(await see('private', 'ann')).toBeUndefined()
    expect(await see('private', 'bob')).toBe('ERR_GROUP_NOT_JOINED')
    expect(await see('private', 'cas')).toBe('ERR_BANNED_GROUPMEMBER')
    expect(await see('public', 'bob')).toBeUndefined()
    expect(await see('public', 'nobody')).toBe('ERR_UID_NOT_FOUND')
  })

  it('the members of a group are shown only to its members', async () => {
    const call = await groups()
    const see = async (guid: string, as?: string) =>
      (await call('GET', `/v3/groups/${guid}/members`, as === undefined ? {} : { as })).body
    expect((await see('public')).data).toHaveLength(2)
    expect((await see('private', 'ann')).data).toHaveLength(2)
    expect((await see('public', 'bob')).error.code).toBe('ERR_GROUP_NOT_JOINED')
    expect((await see('private', 'cas')).error.code).toBe('ERR_BANNED_GROUPMEMBER')
  })

  it('with an empty onBehalfOf nothing is shown', async () => {
    const call = await groups()
    const { status, body } = await call('GET', '/v3/groups', { as: '' })
    expect(status).toBe(400)
    expect(Object.keys(body.error.details)).toEqual(['onBehalfOf'])
  })
})
