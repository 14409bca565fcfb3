import { tryParseJson } from '../../core/json.ts'
import type { CsvFormat } from '../../core/rows/csv-reader.ts'
import { type Row, readRows, type TextFile } from '../../core/rows/rows.ts'
import { MEMBER_COLUMNS } from './member-record.ts'

/**
 * The records of a file, in order. Only a few are in memory at once.
 *
 * @throws Error that names the file, and the row from which it cannot be read.
 */
export async function* memberRows({ name, text }: TextFile): AsyncGenerator<Row> {
  try {
    for await (const rows of readRows(text(), { csv: CSV, wrapper: 'members' })) yield* rows
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw new Error(`${name}: ${error.message}`, { cause: error })
  }
}

const CSV: CsvFormat = {
  columns: MEMBER_COLUMNS,
  required: ['guid', 'uid'],
  isStrict: true,
  toRecord: csvMember,
}

type Cells = Readonly<Record<string, string>>

/** The record of a row. Details get the guid or uid of the record. */
function csvMember(cells: Cells) {
  const { guid, uid } = cells
  const groupDetails = part(cells, 'groupDetails.')
  const userDetails = part(cells, 'userDetails.')
  return {
    ...part(cells, ''),
    ...(groupDetails && { groupDetails: { guid, ...groupDetails } }),
    ...(userDetails && { userDetails: { uid, ...userDetails } }),
  }
}

function part(cells: Cells, prefix: string) {
  const values = Object.entries(cells).flatMap(([column, cell]) => {
    const field = column.slice(prefix.length)
    const isOurs = column.startsWith(prefix) && !field.includes('.')
    return isOurs ? [[field, csvValue(field, cell)] as const] : []
  })
  return values.length > 0 ? Object.fromEntries(values) : undefined
}

/** Parses the text of a cell. If that fails, it is left to the validation. */
function csvValue(field: string, cell: string): unknown {
  if (field === 'tags') return cell.split(/[;|]/).map((tag) => tag.trim())
  if (field === 'isBanned') return /^(true|false)$/i.test(cell) ? /^true$/i.test(cell) : cell
  return field === 'metadata' ? (tryParseJson(cell) ?? cell) : cell
}
