import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkedRows } from '../../../src/client/members/checked-rows.ts'
import { textFile } from '../../../src/core/rows/file-text.node.ts'
import { memberRecord, memberRecords } from '../../helper/platform-proxy.ts'

const NOW = new Date('2026-11-20T18:00:00.000Z')

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'members-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function rowsOf(name: string, text: string) {
  const path = join(folder, name)
  await writeFile(path, text)
  return all(checkedRows(textFile(path), NOW))
}

async function all<Value>(values: AsyncIterable<Value>) {
  const list: Value[] = []
  for await (const value of values) list.push(value)
  return list
}

const records = memberRecords(3)
const keyed = Object.fromEntries(records.map((record) => [record.memberId, record]))

describe('checkedRows()', () => {
  it.each([
    ['members.json', JSON.stringify({ members: keyed }), [1, 2, 3]],
    ['members.json', JSON.stringify(records), [1, 2, 3]],
    ['members', JSON.stringify({ members: keyed }), [1, 2, 3]],
    [
      'members.ndjson',
      records.map((record) => `${JSON.stringify(record)}\r\n\n`).join(''),
      [1, 3, 5],
    ],
    [
      'members.csv',
      [
        'memberId,guid,uid,scope,joinedAt,groupDetails.name,groupDetails.type,groupDetails.createdAt,userDetails.name',
        ...records.map(
          ({ memberId, guid, uid, userDetails: { name } }) =>
            `${memberId},${guid},${uid},participant,1700000000,Team,public,1600000000,${name}`,
        ),
      ].join('\r\n'),
      [2, 3, 4],
    ],
  ])('the same records are read from %s (%#)', async (name, text, places) => {
    const rows = await rowsOf(name, text)
    expect(rows.map(({ record }) => record)).toEqual(records)
    expect(rows.map(({ row }) => row)).toEqual(places)
  })

  it('cells with lists, objects and booleans are read', async () => {
    const text = [
      'guid,uid,isBanned,userDetails.name,userDetails.tags,userDetails.metadata',
      'team,ann,TRUE,"Ann, of\nTeam",a; b|c,"{""age"": 7}"',
      'team,ben,maybe,Ben,,{',
      'team,cid',
    ].join('\n')
    expect(await rowsOf('cells.csv', text)).toEqual([
      {
        row: 2,
        memberId: 'team_ann',
        record: {
          memberId: 'team_ann',
          guid: 'team',
          uid: 'ann',
          isBanned: true,
          userDetails: {
            uid: 'ann',
            name: 'Ann, of\nTeam',
            tags: ['a', 'b', 'c'],
            metadata: { age: 7 },
          },
        },
      },
      {
        row: 4,
        memberId: 'team_ben',
        issue: 'isBanned: must be true or false; userDetails.metadata: must be an object',
      },
      { row: 5, memberId: '', issue: 'must have 6 cells like the header row, but has 2' },
    ])
  })

  it.each<[string, object, string]>([
    ['no uid', { uid: undefined }, 'uid: is required'],
    ['a blank in an id', { guid: 'a b' }, 'guid: must be 1 to 100 letters, digits, - or _'],
    ['an unknown scope', { scope: 'king' }, 'scope: must be admin, moderator or participant'],
    ['a day as its time', { joinedAt: '2026-01-01' }, 'joinedAt: must be Unix seconds'],
    ['a time to come', { joinedAt: 1_900_000_000 }, 'joinedAt: must not be in the future'],
    [
      'a user of a time to come',
      { userDetails: { uid: 'user-1', name: 'A', createdAt: 1_900_000_000 } },
      'userDetails.createdAt: must not be in the future',
    ],
    [
      'a time before its group',
      { joinedAt: 1 },
      'joinedAt: must not be before groupDetails.createdAt',
    ],
    ['milliseconds', { joinedAt: 1_700_000_000_000 }, 'joinedAt: must be at most 9999999999'],
    [
      'too many tags',
      { userDetails: { uid: 'user-1', name: 'A', tags: Array(26).fill('a') } },
      'userDetails.tags: may have at most 25 items',
    ],
    ['a field too many', { joined: 1 }, 'has unknown fields: joined'],
    ['a user without a name', { userDetails: { uid: 'user-1' } }, 'userDetails.name: is required'],
    [
      'details of another user',
      { userDetails: { uid: 'x', name: 'X' } },
      'userDetails.uid: must equal the',
    ],
    ['a list for details', { groupDetails: [] }, 'groupDetails: must be an object'],
  ])(
    '%s is an issue with its row and field, and reading continues',
    async (_name, change, issue) => {
      const lines = [{ ...memberRecord(1), ...change }, memberRecord(2)]
      const [bad, good] = await rowsOf(
        'one.ndjson',
        lines.map((line) => JSON.stringify(line)).join('\n'),
      )
      expect(bad).toMatchObject({ row: 1, memberId: 'team_user-1' })
      expect(bad!.issue).toContain(issue)
      expect(good!.record).toEqual(memberRecord(2))
    },
  )

  it('null is the same as an absent field, and ids of details may differ in case', async () => {
    const { groupDetails, ...rest } = memberRecord(1)
    const record = {
      ...rest,
      joinedAt: null,
      userDetails: null,
      groupDetails: { ...groupDetails, guid: 'TEAM' },
    }
    expect(await rowsOf('null.json', JSON.stringify([record]))).toMatchObject([{ record }])
  })

  it('a record under a key that is not its memberId is invalid', async () => {
    const [row] = await rowsOf('key.json', JSON.stringify({ members: { x: memberRecord(1) } }))
    expect(row!.issue).toBe('memberId: must equal the key of the record')
  })

  it.each([
    ['empty.csv', ' \n', 'must not be empty'],
    ['column.csv', 'guid,uid,nickname\na,b,c', 'row 1: has unknown columns: nickname'],
    ['column.csv', 'uid\nb', 'row 1: must have the columns guid'],
  ])('the file %s has an issue that says what is wrong', async (name, text, message) => {
    await expect(rowsOf(name, text)).rejects.toThrow(`${join(folder, name)}: ${message}`)
  })

  it('a missing or binary file has an issue that says so', async () => {
    await expect(all(checkedRows(textFile(join(folder, 'none.csv')), NOW))).rejects.toThrow(
      'none.csv',
    )
    const path = join(folder, 'bytes.ndjson')
    await writeFile(path, Buffer.from([0x7b, 0xff, 0xfe]))
    await expect(all(checkedRows(textFile(path), NOW))).rejects.toThrow('must be UTF-8 text')
  })
})
