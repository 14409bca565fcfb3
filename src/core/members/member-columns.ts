import { MEMBER_COLUMNS } from './member-record.ts'

/** The names of the columns in a file, by the fields that they stand for. */
export type MemberColumns = ReadonlyMap<string, string>

/** The column, or field, that says what is wrong with a row. It is ignored when a file is read. */
export const PROBLEM = 'problem'

const SHORT: ReadonlyMap<string, string> = new Map([
  ['name', 'userDetails.name'],
  ['group', 'groupDetails.name'],
])

/** The columns of a file by default. An id can be made of an `email`, which is not stored. */
export const FIELDS: readonly string[] = [...MEMBER_COLUMNS, ...SHORT.keys(), 'email']

export function fieldOf(column: string): string {
  return SHORT.get(column) ?? column
}

/**
 * Parses `uid:Email,name:Name,guid:Group`.
 *
 * @throws Error that names the wrong entry.
 */
export function parseColumns(text: string): MemberColumns {
  const columns = new Map<string, string>()
  for (const entry of text.split(',').filter((part) => part.trim() !== '')) {
    const [, field = '', column = ''] = /^\s*([\w.]*)\s*:\s*(.*?)\s*$/.exec(entry) ?? []
    const fail = (issue: string) => new Error(`columns: “${entry.trim()}” ${issue}`)
    if (!FIELDS.includes(field) || column === '') {
      throw fail(`must be field:column, with one of the fields ${FIELDS.join(', ')}`)
    }
    if (columns.has(field) || [...columns.values()].includes(column)) {
      throw fail('repeats a field or a column')
    }
    columns.set(field, column)
  }
  return columns
}
