import { tryParseJson } from '../json.ts'
import { type CellRule, flagReader, mapped, textReader } from '../rows/cells.ts'
import { type Columns, parseColumns } from '../rows/columns.ts'
import { instantReader } from '../rows/instants.ts'
import { listReader } from '../rows/lists.ts'
import { cellField, type TableFormat } from '../rows/read-table.ts'
import { MEMBER_COLUMNS } from './member-record.ts'

/** The column, or field, that says what is wrong with a row. It is ignored when a file is read. */
export const PROBLEM = 'problem'

/** The cells of a row by their fields, such as `userDetails.name`. */
export type MemberCells = Record<string, unknown>

const SHORT: ReadonlyMap<string, string> = new Map([
  ['name', 'userDetails.name'],
  ['group', 'groupDetails.name'],
])

/** The columns of an id, and of what it is made of where a file has none. */
export const ID_COLUMNS = {
  guid: ['guid', 'group', 'groupDetails.name'],
  uid: ['uid', 'email', 'name', 'userDetails.name'],
} as const

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

/** Dates, and times without an offset, are in UTC: members have no time zone. */
export const MEMBER_CELLS = {
  timezone: 'UTC',
  isUnix: true,
  fromClock: (clockMs: number) => clockMs,
}

export const secondsReader: CellRule<number> = mapped(instantReader, (ms) => Math.floor(ms / 1000))

const jsonReader: CellRule<NonNullable<unknown>> = () => (cell) => {
  return (typeof cell === 'string' ? tryParseJson(cell) : undefined) ?? cell ?? null
}

/** The address of `Ann <ann@example.com>`, and of a link to it. */
const addressReader: CellRule<string> = mapped(textReader, (text) => {
  const [, address = text] = /<([^<>\s]+)>$/.exec(text) ?? []
  return address.replace(/^mailto:/i, '')
})

function ruleOf(key: string): CellRule<NonNullable<unknown>> {
  const name = key.slice(key.lastIndexOf('.') + 1)
  if (name === 'tags') return listReader
  if (name === 'email') return addressReader
  if (name === 'isBanned') return flagReader
  if (name === 'scope') return mapped(textReader, (text) => text.toLowerCase())
  if (name === 'metadata') return jsonReader
  return /At$/.test(name) ? secondsReader : textReader
}

const MEMBER_FIELDS = [...FIELDS, 'groupDetails', 'userDetails', PROBLEM].map((name) => {
  const key = SHORT.get(name) ?? name
  return cellField<MemberCells, string>(key, ruleOf(key), { name, words: WORDS[name] ?? '' })
})

/** A file of members, whose columns the user names, or chooses as a whole. */
export function memberFormat(columns: Columns, isChosen = false): TableFormat<MemberCells> {
  return {
    fields: MEMBER_FIELDS,
    columns,
    isChosen,
    required: Object.values(ID_COLUMNS),
    isStrict: !isChosen,
    wrapper: 'members',
    line: (pairs) => `--columns '${pairs.map((pair) => pair.join(':')).join(',')}'`,
    cells: MEMBER_CELLS,
    blank: () => ({}),
  }
}

/**
 * Parses `uid:Email,name:Name,guid:Group`.
 *
 * @throws Error that names the wrong entry.
 */
export function parseMemberColumns(text: string): Columns {
  const fail = (issue: string, _index: number, entry: string) => {
    throw new Error(`columns: “${entry.trim()}” ${issue}`)
  }
  return text === '' ? new Map() : parseColumns(text, { fields: FIELDS, sign: ':', fail })
}
