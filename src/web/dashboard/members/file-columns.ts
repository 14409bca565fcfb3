import Papa from 'papaparse'
import { FIELDS, type MemberColumns, PROBLEM } from '../../../core/members/member-columns.ts'

/** The first rows of a table, under its header row. */
export interface FileHead {
  header: readonly string[]
  rows: readonly (readonly string[])[]
}

/** Which field each column of a file is, by its place; an empty one is not imported. */
export type ColumnFields = readonly string[]

const PREVIEWED_ROWS = 5
/** Titles, or the `sep=;` of Excel, stand before the header row. */
const MAX_TITLES = 5
const MAX_HEAD_CHARACTERS = 64 * 1024

/** What a column can be, in words. Further fields of the platform are named as it names them. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['name', 'Name'],
  ['email', 'Email'],
  ['group', 'Group'],
  ['uid', 'User ID'],
  ['guid', 'Group ID'],
  ['scope', 'Scope'],
  ['joinedAt', 'Joined at'],
  ['isBanned', 'Banned'],
  ['memberId', 'Member ID'],
])

export const FIELD_OPTIONS: readonly { value: string; label: string }[] = [
  { value: '', label: 'Not imported' },
  ...[...WORDS].map(([value, label]) => ({ value, label })),
  ...FIELDS.filter((field) => !WORDS.has(field)).map((field) => ({ value: field, label: field })),
]

/** How spreadsheets name the columns, in lower-case letters alone. */
const GUESSES: Readonly<Record<string, readonly string[]>> = {
  name: ['name', 'fullname', 'displayname', 'username', 'member', 'user', 'person', 'contact'],
  email: ['email', 'mail', 'emailaddress', 'mailaddress'],
  group: ['group', 'groupname', 'team', 'channel', 'room', 'community', 'department'],
  uid: ['uid', 'userid', 'id', 'login'],
  guid: ['guid', 'groupid', 'teamid', 'channelid'],
  scope: ['scope', 'role', 'permission'],
  isBanned: ['isbanned', 'banned', 'blocked'],
}

/** The table that a text begins with; undefined for JSON. */
export function readHead(text: string): FileHead | undefined {
  if (/^\ufeff?\s*[[{]/.test(text)) return undefined
  const preview = PREVIEWED_ROWS + MAX_TITLES
  const head = text.slice(0, MAX_HEAD_CHARACTERS).replace(/^\ufeff?(sep=.\r?\n)?/, '')
  const { data } = Papa.parse<string[]>(head, { preview, skipEmptyLines: 'greedy' })
  const table = data.map((cells) => cells.map((cell) => cell.trim()))
  const at = table.findIndex((cells) => guessFields(cells).some(Boolean))
  const [header = [], ...rows] = table.slice(Math.max(0, at))
  const width = header.findLastIndex((name) => name !== '') + 1
  return { header: header.slice(0, width), rows: rows.slice(0, PREVIEWED_ROWS) }
}

/** A field for each column whose name says it; each field once. */
export function guessFields(header: readonly string[]): ColumnFields {
  const found = header.map((name) => (name === PROBLEM ? '' : guessField(name)))
  return found.map((field, at) => (found.indexOf(field) === at ? field : ''))
}

function guessField(name: string): string {
  if (FIELDS.includes(name)) return name
  const letters = name.toLowerCase().replace(/[^a-z]/g, '')
  return Object.keys(GUESSES).find((field) => GUESSES[field]?.includes(letters)) ?? ''
}

/** The columns as the reader of files wants them: those of other names, and none that was left out. */
export function memberColumns(header: readonly string[], fields: ColumnFields): MemberColumns {
  const columns = new Map<string, string>()
  for (const [at, name] of header.entries()) {
    const field = fields[at] ?? ''
    if (field && field !== name) columns.set(field, name)
    // Its name is that of a field, and would be read as such.
    else if (!field && FIELDS.includes(name)) columns.set(name, `not ${name}`)
  }
  return columns
}
