import { describe, expect, it } from 'vitest'
import { testPlatform } from '../../helper/test-platform.ts'
import { NOW } from '../../helper/test-services.ts'

const PATH = '/v3/data_import/members'
const NOW_SECONDS = NOW.getTime() / 1000
const JOINED = 1_638_512_610

interface ImportRecord {
  memberId: string
  guid: string
  uid: string
  [field: string]: unknown
}

function record(guid: string, uid: string, more: Record<string, unknown> = {}): ImportRecord {
  return {
    memberId: `${guid}_${uid}`,
    guid,
    uid,
    joinedAt: String(JOINED),
    groupDetails: { guid, name: `Group ${guid}`, type: 'public', createdAt: String(JOINED - 10) },
    userDetails: { uid, name: `User ${uid}` },
    ...more,
  }
}

/** A record that leaves the details to others. */
function bare(guid: string, uid: string, more: Record<string, unknown> = {}) {
  const { groupDetails: _group, userDetails: _user, ...rest } = record(guid, uid)
  return { ...rest, ...more }
}

function keyed(...records: ImportRecord[]) {
  return { members: Object.fromEntries(records.map((one) => [one.memberId, one])) }
}

async function importing() {
  const { call } = await testPlatform()
  const send = async (...records: ImportRecord[]) => {
    const { status, body } = await call('POST', PATH, { body: keyed(...records) })
    expect(status).toBe(200)
    return body.data
  }
  const membersOf = async (guid: string) => (await call('GET', `/v3/groups/${guid}/members`)).body
  const user = async (uid: string) => (await call('GET', `/v3/users/${uid}`)).body.data
  const group = async (guid: string) => (await call('GET', `/v3/groups/${guid}`)).body.data
  return { call, send, membersOf, user, group }
}

describe('POST /v3/data_import/members', () => {
  it('an imported member brings its group and user along', async () => {
    const { send, membersOf, user, group } = await importing()
    const more = { scope: 'admin' }
    expect(await send(record('g1', 'u1', more))).toEqual({
      g1_u1: {
        success: true,
        data: { guid: 'g1', uid: 'u1', scope: 'admin', joinedAt: JOINED },
      },
    })
    expect(await group('g1')).toEqual({
      ...{ guid: 'g1', name: 'Group g1', type: 'public', createdAt: JOINED - 10 },
    })
    const ann = { uid: 'u1', name: 'User u1', status: 'offline', role: 'default' }
    expect(await user('u1')).toEqual({ ...ann, createdAt: NOW_SECONDS })
    expect((await membersOf('g1')).data).toEqual([
      { ...ann, createdAt: NOW_SECONDS, scope: 'admin', isBanned: false, joinedAt: JOINED },
    ])
  })

  it('joinedAt is read as a string or an integer, and has a default', async () => {
    const { send } = await importing()
    const data = await send(
      record('g', 'a', { joinedAt: String(JOINED) }),
      record('g', 'b', { joinedAt: JOINED + 1 }),
      record('g', 'c', { joinedAt: undefined }),
      record('g', 'd', { joinedAt: null, scope: null }),
    )
    const joined = Object.values<{ data: unknown }>(data).map(({ data }) => data)
    const scope = 'participant'
    expect(joined).toEqual([
      { guid: 'g', uid: 'a', scope, joinedAt: JOINED },
      { guid: 'g', uid: 'b', scope, joinedAt: JOINED + 1 },
      { guid: 'g', uid: 'c', scope, joinedAt: NOW_SECONDS },
      { guid: 'g', uid: 'd', scope, joinedAt: NOW_SECONDS },
    ])
  })

  it('good records are imported, and each bad one has its own error', async () => {
    const { send, membersOf } = await importing()
    const format = 'ERR_IMPORT_INVALID_MEMBER_FORMAT'
    const dated = 'ERR_IMPORT_INVALID_JOINEDAT'
    const group = { guid: 'g', name: 'G', type: 'public' }
    const bad: [ImportRecord, string, string][] = [
      [bare('g', 'not an id'), format, 'uid'],
      [record('g', 'a4', { joinedAt: 1.5 }), format, 'joinedAt'],
      [record('g', 'a5', { joinedAt: NOW_SECONDS + 1 }), dated, 'joinedAt'],
      [record('g', 'a6', { joinedAt: JOINED - 11 }), dated, 'joinedAt'],
      [
        record('g', 'c1', { groupDetails: { ...group, createdAt: NOW_SECONDS + 1 } }),
        format,
        'groupDetails.createdAt',
      ],
      [
        record('g', 'c2', {
          userDetails: { uid: 'c2', name: 'C', createdAt: String(NOW_SECONDS + 1) },
        }),
        format,
        'userDetails.createdAt',
      ],
      [record('g', 'a8', { groupDetails: { ...group, guid: 'h' } }), format, 'groupDetails.guid'],
      [record('g', 'a9', { userDetails: { uid: 'a9' } }), format, 'userDetails.name'],
      [bare('unknown', 'good'), 'ERR_GUID_NOT_FOUND', 'guid'],
      [bare('g', 'unknown'), 'ERR_UID_NOT_FOUND', 'uid'],
    ]
    const data = await send(record('g', 'good'), ...bad.map(([one]) => one))
    expect(data.g_good.success).toBe(true)
    for (const [one, code, field] of bad) {
      const { success, error, ...rest } = data[one.memberId]
      expect(success).toBe(false)
      expect({ code: error.code, fields: Object.keys(error.details) }).toEqual({
        code,
        fields: [field],
      })
      expect(error).toMatchObject({ message: expect.any(String), devMessage: expect.any(String) })
      expect(rest).toEqual({})
    }
    const { data: members } = await membersOf('g')
    expect(members.map(({ uid }: { uid: string }) => uid)).toEqual(['good'])
  })

  it('the details of a bad record are not stored', async () => {
    const { call, send } = await importing()
    await send(record('g', 'u', { joinedAt: NOW_SECONDS + 1 }))
    expect((await call('GET', '/v3/groups/g')).body.error.code).toBe('ERR_GUID_NOT_FOUND')
    expect((await call('GET', '/v3/users/u')).body.error.code).toBe('ERR_UID_NOT_FOUND')
    const orphans = await send(
      bare('g', 'a', { groupDetails: { guid: 'g', name: 'G', type: 'public' } }),
      bare('g', 'b', { userDetails: { uid: 'b', name: 'B' } }),
    )
    expect(orphans.g_a.error.code).toBe('ERR_UID_NOT_FOUND')
    expect(orphans.g_b.error.code).toBe('ERR_GUID_NOT_FOUND')
    expect((await call('GET', '/v3/groups')).body.data).toEqual([])
    expect((await call('GET', '/v3/users')).body.data).toEqual([])
  })

  it('records of one call may refer to each other in any order', async () => {
    const { send } = await importing()
    const data = await send(bare('g', 'u'), record('g', 'v'), record('h', 'u'))
    expect(Object.values<{ success: boolean }>(data).map(({ success }) => success)).toEqual([
      true,
      true,
      true,
    ])
  })

  it("a record's key must equal its memberId", async () => {
    const { send, call } = await importing()
    const data = await send(record('g_a', 'b_c', { memberId: 'g_a_member_b_c' }))
    expect(data.g_a_member_b_c).toMatchObject({ success: true, data: { guid: 'g_a', uid: 'b_c' } })
    const body = { members: { one: record('g', 'u', { memberId: 'other' }) } }
    const { body: answer } = await call('POST', PATH, { body })
    expect(answer.data.one.error.details).toEqual({
      memberId: ['must equal the key of the record'],
    })
  })

  it('keys such as __proto__ are imported like any other', async () => {
    const { call } = await importing()
    const keys = ['__proto__', 'constructor', 'toString', '1']
    const records = keys.map((key, at) => {
      const one = JSON.stringify(record('g', `u${at}`, { memberId: key }))
      return `${JSON.stringify(key)}:${one.replace('"name"', '"__proto__":{"x":1},"name"')}`
    })
    const { status, body } = await call('POST', PATH, { body: `{"members":{${records}}}` })
    expect(status).toBe(200)
    expect(Object.keys(body.data).sort()).toEqual(keys.sort())
    for (const outcome of Object.values<{ success: boolean }>(body.data)) {
      expect(outcome.success).toBe(true)
    }
    const outside = record('__proto__', 'constructor')
    const { body: other } = await call('POST', PATH, { body: keyed(outside) })
    expect(other.data[outside.memberId].success).toBe(true)
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })

  it('ids are lowercased, and a second record of the same member is an error', async () => {
    const { send } = await importing()
    const data = await send(record('Sea', 'Ann', { scope: 'admin' }), record('sea', 'ANN'))
    expect(data.Sea_Ann.data).toMatchObject({ guid: 'sea', uid: 'ann', scope: 'admin' })
    expect(data.sea_ANN.error.code).toBe('ERR_IMPORT_INVALID_MEMBER_FORMAT')
  })

  it('importing the same records again changes nothing', async () => {
    const { send, membersOf } = await importing()
    const records = [record('g', 'a', { scope: 'admin' }), record('g', 'b', { isBanned: true })]
    const first = await send(...records)
    const members = await membersOf('g')
    expect(await send(...records)).toEqual(first)
    expect(await membersOf('g')).toEqual(members)
    expect(members.meta.pagination.total).toBe(2)
  })

  it('a changed record updates the given fields and keeps the others', async () => {
    const { send, user, group, membersOf } = await importing()
    const avatar = 'https://example.com/ann.png'
    const tags = ['first']
    await send(
      record('g', 'u', {
        scope: 'moderator',
        isBanned: true,
        userDetails: { uid: 'u', name: 'Ann', avatar, tags, metadata: { a: 1 }, createdAt: 1 },
      }),
    )
    const renamed = {
      userDetails: { uid: 'u', name: 'Anna', metadata: { b: 2 } },
      groupDetails: { guid: 'g', name: 'Sea', type: 'private', owner: 'u' },
    }
    expect((await send(bare('g', 'u', { joinedAt: undefined, ...renamed }))).g_u.data).toEqual({
      ...{ guid: 'g', uid: 'u', scope: 'moderator', joinedAt: JOINED },
    })
    expect(await user('u')).toMatchObject({
      name: 'Anna',
      avatar,
      tags,
      metadata: { b: 2 },
      createdAt: 1,
    })
    expect(await group('g')).toEqual({
      ...{ guid: 'g', name: 'Sea', type: 'private', owner: 'u', createdAt: JOINED - 10 },
    })
    expect((await membersOf('g')).data).toMatchObject([{ uid: 'u', isBanned: true }])
  })

  it('a call takes 50 records with all their details, and not 51', async () => {
    const { call } = await importing()
    const many = (count: number) =>
      keyed(...Array.from({ length: count }, (_, at) => record(`g${at}`, `u${at}`)))
    const full = await call('POST', PATH, { body: many(50) })
    const outcomes = Object.values<{ success: boolean }>(full.body.data)
    expect(outcomes.filter(({ success }) => success)).toHaveLength(50)
    const over = await call('POST', PATH, { body: many(51) })
    expect(over.status).toBe(400)
    expect(over.body.error).toMatchObject({
      code: 'ERR_BAD_REQUEST',
      details: { members: ['may contain at most 50 records'] },
    })
  })

  it.each([
    ['no JSON', '{members'],
    ['no members', '{}'],
    ['members in a list', '{"members":[]}'],
  ])('an import with %s is an error', async (_, body) => {
    const { call } = await importing()
    const answer = await call('POST', PATH, { body })
    expect(answer.status).toBe(400)
    expect(answer.body.error.code).toBe('ERR_BAD_REQUEST')
  })

  it('a record that is no object has its own error', async () => {
    const { call } = await importing()
    for (const value of [null, 'x', []]) {
      const { status, body } = await call('POST', PATH, { body: { members: { x: value } } })
      expect(status).toBe(200)
      expect(body.data.x).toMatchObject({
        success: false,
        error: { details: { x: ['must be an object'] } },
      })
    }
    expect((await call('POST', PATH, { body: { members: {} } })).body).toEqual({ data: {} })
  })
})
