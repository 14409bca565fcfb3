import { FIELDS, memberFormat } from '../../../core/members/member-columns.ts'
import { type Columns, findColumns } from '../../../core/rows/columns.ts'
import { headOf } from '../../../core/rows/sheet.ts'

/** The first rows of a table, under its header row. */
export interface FileHead {
  header: readonly string[]
  rows: readonly (readonly string[])[]
}

/** Which field each column of a file is, by its place; an empty one is not imported. */
export type ColumnFields = readonly string[]

const PREVIEWED_ROWS = 5
const FORMAT = memberFormat(new Map())

/** What a column can be, in words. Further fields of the platform are under their own names, as more. */
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
]
export const MORE_FIELDS = {
  label: 'More fields',
  options: FIELDS.filter((field) => !WORDS.has(field)).map((field) => ({
    value: field,
    label: field,
  })),
}

/** The table that a text begins with; undefined for JSON. */
export function readHead(text: string): FileHead | undefined {
  const head = headOf(text, FORMAT, PREVIEWED_ROWS)
  return head && { header: head.header, rows: head.rows.map(({ cells }) => cells.map(String)) }
}

/** A field for each column whose name says it; each field once. */
export function guessFields(header: readonly string[]): ColumnFields {
  const found = [...findColumns(header, FORMAT)].filter(([field]) => FIELDS.includes(field))
  return header.map((_, at) => found.find(([, [first]]) => first === at)?.[0] ?? '')
}

/** The columns that were chosen. */
export function memberColumns(header: readonly string[], fields: ColumnFields): Columns {
  return new Map(
    header.flatMap((name, at) => {
      const field = fields[at]
      return field ? [[field, name] as const] : []
    }),
  )
}
