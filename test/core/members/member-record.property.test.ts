import fc from 'fast-check'
import { expect, it } from 'vitest'
import { memberRecordSchema } from '../../../src/core/members/member-record.ts'
import { RecordToImport } from '../../../src/platform/people/import-members.ts'

const NOW = new Date('2026-11-27T12:00:00Z')

const id = fc.constantFrom('ann', 'Ann', 'a-b_c', '', 'a b', 'é', 'x'.repeat(100), 'x'.repeat(101))
const text = fc.constantFrom<unknown[]>(
  'Ann',
  ' Ann ',
  '',
  ' ',
  '日',
  'x'.repeat(100),
  'x'.repeat(101),
  7,
  [],
)
const seconds = fc.constantFrom<unknown[]>(1, 1.5, -1, '0000000001', '7', 'soon', true, {})
const metadata = fc.constantFrom<unknown[]>({}, { a: 1 }, [], 'a', { a: 'x'.repeat(6_000) })
const tags = fc.constantFrom<unknown[]>([], ['a'], [''], [1], Array(26).fill('a'), [
  'x'.repeat(101),
])

/** Any fields, present, absent or null. */
function some(fields: Record<string, fc.Arbitrary<unknown>>, required: string[]) {
  const values = Object.entries(fields).map(([name, field]) => {
    const absent = { weight: 1, arbitrary: fc.constant(null) }
    return [name, fc.oneof({ weight: 9, arbitrary: field }, absent)] as const
  })
  const model: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(values)
  return fc.record(model, { requiredKeys: required })
}

const common = { name: text, createdAt: seconds, metadata, tags }
const group = some(
  {
    ...common,
    guid: id,
    type: fc.constantFrom('public', 'private', 'password', 'open'),
    password: text,
    icon: text,
    description: text,
    owner: id,
  },
  ['guid', 'name', 'type'],
)
const user = some(
  { ...common, uid: id, avatar: text, link: text, role: text, lastActiveAt: seconds },
  ['uid', 'name'],
)
const record = some(
  {
    memberId: fc.constantFrom('ann_a', '', 'x'.repeat(255), 'x'.repeat(256), 7),
    guid: id,
    uid: id,
    scope: fc.constantFrom('admin', 'moderator', 'participant', 'owner'),
    isBanned: fc.constantFrom(true, false, 'true', 0),
    joinedAt: seconds,
    groupDetails: group,
    userDetails: user,
  },
  ['memberId', 'guid', 'uid'],
)

it('a record of a file is valid if the platform takes it', () => {
  const property = fc.property(record, (value) => {
    const own = memberRecordSchema(NOW).safeParse(value).success
    expect(own).toBe(RecordToImport.safeParse(value).success)
  })
  fc.assert(property, { numRuns: 5_000 })
})
