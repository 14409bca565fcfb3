import { describe, expect, it } from 'vitest'
import { MemberRecordSchema } from '../../../src/client/members/member-record.ts'
import { parse } from '../../../src/client/schema.ts'

const RECORD = {
  ...{ memberId: 'team_ann', guid: 'team', uid: 'ann', scope: 'admin', joinedAt: '1700000000' },
  groupDetails: { guid: 'TEAM', name: 'Team', type: 'public', createdAt: 1_600_000_000 },
  userDetails: { uid: 'ann', name: 'Ann', tags: ['a'], metadata: { any: [1] } },
}

const wrong = (record: unknown) =>
  parse(MemberRecordSchema, record).issues?.map(({ field }) => field)

describe('MemberRecordSchema', () => {
  it.each([
    ['a record with details', RECORD],
    ['a record of ids alone', { memberId: 'm', guid: 'team', uid: 'ann' }],
    ['null where nothing is known', { ...RECORD, groupDetails: null, joinedAt: null }],
  ])('%s is valid', (_name, record) => {
    expect(wrong(record)).toBeUndefined()
  })

  it.each([
    ['an id with a blank', { ...RECORD, uid: 'no blanks', userDetails: null }, ['uid']],
    ['a missing id', { ...RECORD, memberId: undefined }, ['memberId']],
    ['__proto__ for a key', { ...RECORD, memberId: '__proto__' }, ['memberId']],
    ['an unknown scope', { ...RECORD, scope: 'owner' }, ['scope']],
    ['milliseconds', { ...RECORD, joinedAt: 1_700_000_000_000 }, ['joinedAt']],
    ['details of another group', { ...RECORD, guid: 'other' }, ['groupDetails.guid']],
    ['details of another user', { ...RECORD, uid: 'bob' }, ['userDetails.uid']],
    ['a member before the group', { ...RECORD, joinedAt: 1_500_000_000 }, ['joinedAt']],
    [
      '26 tags',
      { ...RECORD, userDetails: { ...RECORD.userDetails, tags: Array(26).fill('a') } },
      ['userDetails.tags'],
    ],
    ['an unknown field', { ...RECORD, extra: 1 }, ['']],
    ['a list', [], ['']],
  ])('%s is an issue of its field', (_name, record, fields) => {
    expect(wrong(record)).toEqual(fields)
  })
})
