import { describe, expect, it } from 'vitest'
import { parseMemberColumns } from '../../../src/core/members/member-columns.ts'
import { problemFile } from '../../../src/core/members/problem-file.ts'
import { readMembers } from '../../../src/core/members/read-members.ts'
import { memberRecord, memberRecords } from '../../helper/platform-proxy.ts'

const NOW = new Date('2026-11-20T18:00:00.000Z')

/** A file of this text, or of these bytes. */
function read(name: string, content: string | Uint8Array, columns = '') {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const options = { now: NOW, columns: parseMemberColumns(columns) }
  return readMembers({ name, bytes: async () => bytes }, options)
}

async function rowsOf(name: string, text: string) {
  return (await read(name, text)).rows
}

const records = memberRecords(3)
const keyed = Object.fromEntries(records.map((record) => [record.memberId, record]))

describe('readMembers()', () => {
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
    const seconds = (record: object) =>
      JSON.parse(JSON.stringify(record), (name, value) =>
        /At$/.test(name) ? Number(value) : value,
      )
    expect(rows.map(({ record }) => seconds(record!))).toEqual(records.map(seconds))
    expect(rows.map(({ row }) => row)).toEqual(places)
  })

  it('cells with lists, objects and booleans are read', async () => {
    const text = [
      'guid,uid,isBanned,userDetails.name,userDetails.tags,userDetails.metadata',
      'team,ann,TRUE,"Ann, of\nTeam",a; b|c,"{""age"": 7}"',
      'team,ben,maybe,Ben,,{',
      'team,cid',
    ].join('\n')
    expect(await rowsOf('cells.csv', text)).toMatchObject([
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
    ['a word as its time', { joinedAt: 'soon' }, 'joinedAt: must be a time, such as'],
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
    ['header.csv', 'guid,uid', 'has no records'],
    [
      'column.csv',
      'guid,uid,nickname\na,b,c',
      "row 1: has unknown columns: nickname. Recognised: guid as guid, uid as uid. Name the columns: --columns 'guid:guid,uid:uid'",
    ],
    [
      'column.csv',
      'uid\nb',
      "row 1: must have the columns guid or group or groupDetails.name. Found: uid. Recognised: uid as uid. Name the columns: --columns 'uid:uid,guid:…'",
    ],
  ])('the file %s has an issue that says what is wrong', async (name, text, message) => {
    await expect(rowsOf(name, text)).rejects.toThrow(`${name}: ${message}`)
  })
})

describe('a spreadsheet of people', () => {
  const COLUMNS = 'uid:Email,name:Full name,guid:Team'
  const people = (...rows: string[]) => ['Full name,Email,Team,Phone', ...rows].join('\n')

  it('columns of other names are read, and ids are made of addresses and names', async () => {
    const text = people('Zoë Müller,zoe@harbor.org,The Harbor,1', 'Bo,Bo_1,dock,2')
    const { rows, notes } = await read('people.csv', text, COLUMNS)
    const [harbor, zoe] = ['the-harbor-77637610d76b9e7f', 'zoe-harbor-org-fe19dd1e2d03c885']
    expect(rows.map(({ record }) => record)).toEqual([
      {
        memberId: `${harbor}_${zoe}`,
        guid: harbor,
        uid: zoe,
        groupDetails: { guid: harbor, name: 'The Harbor', type: 'private' },
        userDetails: { uid: zoe, name: 'Zoë Müller' },
      },
      {
        memberId: 'dock_bo_1',
        guid: 'dock',
        uid: 'bo_1',
        groupDetails: { guid: 'dock', name: 'dock', type: 'private' },
        userDetails: { uid: 'bo_1', name: 'Bo' },
      },
    ])
    expect(notes).toEqual([
      `A guid was made of other columns, such as ${harbor} of “The Harbor”.`,
      `2 uids were made of other columns, such as ${zoe} of “zoe@harbor.org”.`,
      'New groups without a type are private.',
      'Columns that were not read: Phone.',
    ])
  })

  it('columns are recognised by their names, and dates are read', async () => {
    const text =
      'Team,E-mail,Full name,Joined,Role\nDock,a@x.org,Ann,2026-01-10,Admin\nDock,,Bo,27/01/2026,'
    const { rows, notes } = await read('people.csv', text)
    expect(rows.map(({ record }) => record?.joinedAt)).toEqual([1_768_003_200, 1_769_472_000])
    expect(rows[0]!.record?.scope).toBe('admin')
    expect(rows[1]!.record).toMatchObject({ uid: 'bo', groupDetails: { name: 'Dock' } })
    expect(notes.at(-1)).toBe('joinedAt was read day first.')
  })

  it('JSON whose records have other names is read alike', async () => {
    const text = JSON.stringify({ data: { people: [{ Team: 'Dock', Email: 'a', Name: 'Ann' }] } })
    const [row] = await rowsOf('people.json', text)
    expect(row!.record).toMatchObject({ guid: 'dock', uid: 'a', userDetails: { name: 'Ann' } })
  })

  it('an id is made of its own source alone, in every file', async () => {
    const idsIn = async (...addresses: string[]) => {
      const rows = await rowsOf(
        'a.csv',
        ['guid,email', ...addresses.map((one) => `a,${one}`)].join('\n'),
      )
      return rows.map(({ record }) => record?.uid)
    }
    const all = ['ann.lee@k.example', 'ann-lee@k.example', '田中@z.example', '田@z.example', 'z@k']
    const ids = await idsIn(...all)
    expect(new Set(ids).size).toBe(all.length)
    expect(await idsIn(...all.toReversed())).toEqual(ids.toReversed())
    expect(await idsIn('Ann.Lee@K.example')).toEqual(ids.slice(0, 1))
  })

  it('an e-mail is its address, and several groups in a cell are not one', async () => {
    const text =
      'Team,Email\nDock,Ann <a@k.example>\nDock,mailto:A@k.example\nDock,a@k.example\nDock;Pier,b@k'
    const rows = await rowsOf('a.csv', text)
    expect(new Set(rows.slice(0, 3).map(({ record }) => record?.uid)).size).toBe(1)
    expect(rows[3]?.issue).toContain('“Dock;Pier” is more than one group: write a row for each')
  })

  it('two rows with one name in one group are not taken for one person', async () => {
    const namesake = 'has the name of row 2: add an e-mail or a uid to both'
    const rows = await rowsOf('a.csv', 'Team,Name\nDock,Ann\nPier,Ann\nDock,ann')
    expect(rows.map(({ issue }) => issue)).toEqual([undefined, undefined, namesake])
    const text = 'Team,Name,Email\nDock,Ann,a@k.example\nDock,Ann,b@k.example\nDock,Ann,a@k.example'
    expect((await rowsOf('a.csv', text)).filter(({ issue }) => issue)).toEqual([])
  })

  it('a cell that is empty is named by its column', async () => {
    const rows = await rowsOf('a.csv', 'Team,Name\n,Ann\nDock,')
    expect(rows.map(({ issue }) => issue)).toEqual(['Team is empty', 'Name is empty'])
  })

  it.each(['a.csv', 'a.json'])('a named column that %s does not have is an error', async (name) => {
    const text = name === 'a.csv' ? 'Email,Group\na,b' : '[{"Email":"a","Group":"b"}]'
    await expect(read(name, text, 'uid:Mail')).rejects.toThrow(
      'must have the columns Mail, which you name. Found: Email, Group.',
    )
  })

  it.each([
    ['Email', 'must be field:column, with one of the fields memberId, guid, uid'],
    ['mail:Email', 'must be field:column'],
    ['uid:', 'must have a column name after uid:'],
    ['uid:A,uid:B', 'must not set uid again'],
  ])('the columns %s are an error', (text, message) => {
    expect(() => parseMemberColumns(text)).toThrow(message)
  })

  it('Windows-1252 is read, and said', async () => {
    const bytes = Uint8Array.from(Buffer.from('guid;uid;name\na;b;Zo\xeb', 'latin1'))
    const { rows, notes } = await read('people.csv', bytes)
    expect(rows[0]!.record?.userDetails?.name).toBe('Zoë')
    expect(notes).toEqual([expect.stringContaining('was read as Windows-1252')])
  })
})

describe('problemFile()', () => {
  it.each([
    ['csv', 'guid,uid,name\nteam,ann,Ann\n"te am",ben,=Ben\nteam,cid\nteam,d d,Dan,4'],
    ['ndjson', '{"guid":"team","uid":"ann"}\n{"guid":"team","uid":"b n"}\n{"guid'],
    ['json', '{"members":{"team_ann":{"guid":"team","uid":"ann"},"x":{"guid":"a b","uid":"b"}}}'],
  ])('the rows of %s come back with their problems, and have them again', async (name, text) => {
    const problemsOf = async (content: string) =>
      (await rowsOf(`a.${name}`, content)).flatMap((row) =>
        row.issue === undefined ? [] : [{ row, problem: row.issue, code: '' }],
      )
    const problems = await problemsOf(text)
    const file = problemFile(problems)
    expect(file.extension).toBe(name === 'csv' ? 'csv' : 'ndjson')
    if (name === 'csv') {
      expect(file.text.split('\r\n').slice(0, 2)).toEqual([
        'problem,guid,uid,name',
        `"guid: must be 1 to 100 letters, digits, - or _",te am,ben,'=Ben`,
      ])
    }
    const again = await problemsOf(file.text)
    expect(again).toHaveLength(problems.length)
    const at = name === 'csv' ? 1 : 0
    expect(problemFile(again).text.split('\n')[at]).toBe(file.text.split('\n')[at])
  })
})
