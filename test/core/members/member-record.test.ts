import { expect, it } from 'vitest'
import { memberRecordSchema } from '../../../src/core/members/member-record.ts'
import { RecordToImport } from '../../../src/platform/people/import-members.ts'

const common = { name: 'Ann', createdAt: 0, metadata: {}, tags: [] }
const RECORD = {
  ...{ memberId: 'ann_a', guid: 'dock', uid: 'ann', scope: 'admin', isBanned: false, joinedAt: 2 },
  groupDetails: {
    ...{ ...common, guid: 'dock', type: 'public', password: 'p', icon: 'https://a.example/' },
    ...{ description: 'Ships', owner: 'ann' },
  },
  userDetails: {
    ...{ ...common, uid: 'ann', avatar: 'https://a.example/', link: 'https://a.example/' },
    ...{ role: 'default', lastActiveAt: 1 },
  },
}

const VALUES = [
  ...['', ' ', 'Ann', ' Ann ', 'a-b_c', 'a b', 'é', '日', 'a\0', '\ud800', null],
  ...[100, 101, 255, 256].map((length) => 'x'.repeat(length)),
  ...[0, 1, 1.5, -1, 1e10, '0000000001', '7', 'soon', true, 'true', {}, [], { a: 1 }],
  ...[['a'], [''], [1], Array(26).fill('a'), ['x'.repeat(101)], { a: 'x'.repeat(6_000) }],
  ...['public', 'password', 'open', 'moderator', 'owner'],
  ...['http://a.example', 'HTTPS://a.example', 'ftp://a.example', 'https://u:p@a.example', 'http:'],
  `https://a.example/${'x'.repeat(2_048)}`,
]

const names = (part: object) => Object.keys(part)
const { groupDetails, userDetails } = RECORD

it.each([
  ...names(RECORD).map((name) => ['', name] as const),
  ...names(groupDetails).map((name) => ['groupDetails', name] as const),
  ...names(userDetails).map((name) => ['userDetails', name] as const),
])('a record of a file is valid if the platform takes it: %s %s', (part, name) => {
  const withValue = (value: unknown) =>
    part ? { ...RECORD, [part]: { ...RECORD[part], [name]: value } } : { ...RECORD, [name]: value }
  const taken = (schema: { safeParse(value: unknown): { success: boolean } }) =>
    VALUES.filter((value) => schema.safeParse(withValue(value)).success)
  expect(taken(memberRecordSchema(new Date()))).toEqual(taken(RecordToImport))
})
