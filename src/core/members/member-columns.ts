import type { Columns, Field, SheetFormat } from '../rows/columns.ts'
import { MEMBER_COLUMNS } from './member-record.ts'

/** The column, or field, that says what is wrong with a row. It is ignored when a file is read. */
export const PROBLEM = 'problem'

const SHORT: ReadonlyMap<string, string> = new Map([
  ['name', 'userDetails.name'],
  ['group', 'groupDetails.name'],
])

/** What a column can be. An id can be made of an `email`, which is not stored. */
export const FIELDS: readonly string[] = [...MEMBER_COLUMNS, ...SHORT.keys(), 'email']

/** How spreadsheets name the columns, in lower-case letters alone. */
const WORDS: Readonly<Record<string, string>> = {
  name: 'fullname displayname username member user person contact',
  email: 'mail emailaddress mailaddress',
  group: 'groupname team channel room community department',
  uid: 'userid id login',
  guid: 'groupid teamid channelid',
  scope: 'role permission',
  isBanned: 'banned blocked',
  joinedAt: 'joined joindate joinedon membersince',
}

const MEMBER_FIELDS: readonly Field[] = [
  ...FIELDS.map((name) => ({ name, words: WORDS[name]?.split(' ') ?? [] })),
  ...['groupDetails', 'userDetails', PROBLEM].map((name) => ({ name })),
]

/** A file of members, whose columns the user names, or chooses as a whole. */
export function memberFormat(columns: Columns, isChosen = false): SheetFormat {
  return {
    fields: MEMBER_FIELDS,
    columns,
    isChosen,
    required: [
      ['guid', 'group', 'groupDetails.name'],
      ['uid', 'email', 'name', 'userDetails.name'],
    ],
    isStrict: !isChosen,
    wrapper: 'members',
    line: (pairs) =>
      `--columns '${pairs.map(([field, column]) => `${field}:${column}`).join(',')}'`,
  }
}

export function fieldOf(column: string): string {
  return SHORT.get(column) ?? column
}

/**
 * Parses `uid:Email,name:Name,guid:Group`.
 *
 * @throws Error that names the wrong entry.
 */
export function parseColumns(text: string): Columns {
  const columns = new Map<string, string>()
  for (const entry of text.split(',').filter((part) => part.trim() !== '')) {
    const [, field = '', column = ''] = /^\s*([\w.]*)\s*:\s*(.*?)\s*$/.exec(entry) ?? []
    const fail = (issue: string) => new Error(`columns: “${entry.trim()}” ${issue}`)
    if (!FIELDS.includes(field) || column === '') {
      throw fail(`must be field:column, with one of the fields ${FIELDS.join(', ')}`)
    }
    if (columns.has(field)) throw fail('repeats a field')
    columns.set(field, column)
  }
  return columns
}
