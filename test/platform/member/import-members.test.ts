import { describe, expect, it } from 'vitest'
import { testPlatform } from '../../helper/test-platform.ts'

const PATH = '/v3/data_import/members'
const JOINED = 1_638_512_610

function record(guid: string, uid: string, more: object = {}) {
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

function keyed(...records: { memberId: string }[]) {
  return { members: Object.fromEntries(records.map((one) => [one.memberId, one])) }
}

describe('POST /v3/data_import/members', () => {
  it('takes in a member with the group and the user', async () => {
    const { call } = await testPlatform()
    const body = keyed(record('g1', 'u1', { scope: 'admin' }))
    const answer = await call('POST', PATH, { body })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      data: {
        g1_u1: {
          success: true,
          data: { guid: 'g1', uid: 'u1', scope: 'admin', joinedAt: JOINED },
        },
      },
    })
  })
})
