import { tryParseJson } from '../../core/json.ts'
import { csvRecords } from '../../core/rows/csv-records.ts'
import { jsonElements } from '../../core/rows/json-elements.ts'
import { rowFormat, type TextFile, textLines } from '../../core/rows/text-file.ts'
import { GROUP_FIELDS, MEMBER_FIELDS, USER_FIELDS } from './member-record.ts'

export interface MemberRow {
  /** The line it starts on or, in JSON, its position; both start with 1. */
  row: number
  /** Its key in `{"members": {…}}`. */
  key?: string
  record?: unknown
  /** Why there is no record. */
  issue?: string
}

const READERS = { json: jsonRows, ndjson: ndjsonRows, csv: csvRows }

/**
 * The records of a file, in order. Only a few are in memory at once.
 *
 * @throws Error that names the file, and the row from which it cannot be read.
 */
export async function* memberRows({ name, text }: TextFile): AsyncGenerator<MemberRow> {
  try {
    const start = await beginning(text())
    if (start.trim() === '') throw new Error('is empty')
    const isWrapped = /^\s*\{\s*"members"\s*:/.test(start)
    const format = rowFormat(name, isWrapped ? '[' : start)
    yield* READERS[format](text())
  } catch (error) {
    if (!(error instanceof Error)) throw error
    throw new Error(`${name}: ${error.message}`, { cause: error })
  }
}

async function beginning(text: AsyncIterable<string>) {
  for await (const piece of text) if (piece.trim() !== '') return piece
  return ''
}

async function* jsonRows(text: AsyncIterable<string>): AsyncGenerator<MemberRow> {
  let row = 0
  for await (const { key, value } of jsonElements(text)) {
    row += 1
    yield { row, record: value, ...(key !== undefined && { key }) }
  }
}

async function* ndjsonRows(text: AsyncIterable<string>): AsyncGenerator<MemberRow> {
  for await (const { number: row, line } of textLines(text)) {
    const record = tryParseJson(line)
    yield record === undefined ? { row, issue: 'must be JSON' } : { row, record }
  }
}

async function* csvRows(text: AsyncIterable<string>): AsyncGenerator<MemberRow> {
  let columns: string[] | undefined
  for await (const records of csvRecords(text)) {
    for (const { row, cells, issue } of records) {
      // After a quote that is never closed, the rest of the file is one cell.
      if (issue) throw new Error(`row ${row}: ${issue}`)
      if (!columns) columns = checkedColumns(cells)
      else yield csvRow(row, cells, columns)
    }
  }
}

function csvRow(row: number, cells: readonly string[], columns: readonly string[]): MemberRow {
  if (cells.length !== columns.length)
    return { row, issue: `must have ${columns.length} cells, not ${cells.length}` }
  const named = columns.map((column, at) => [column, cells[at] ?? ''] as const)
  return { row, record: csvMember(Object.fromEntries(named)) }
}

function checkedColumns(names: string[]) {
  const missing = REQUIRED_COLUMNS.filter((name) => !names.includes(name))
  if (missing.length > 0) throw new Error(`row 1: columns are missing: ${missing.join(', ')}`)
  const unknown = names.filter((name) => !MEMBER_COLUMNS.includes(name))
  if (unknown.length > 0) throw new Error(`row 1: has unknown columns: ${unknown.join(', ')}`)
  return names
}

/** All columns that a CSV file of members can have. */
const MEMBER_COLUMNS: readonly string[] = [
  ...MEMBER_FIELDS,
  ...GROUP_FIELDS.map((field) => `groupDetails.${field}`),
  ...USER_FIELDS.map((field) => `userDetails.${field}`),
]

const REQUIRED_COLUMNS: readonly string[] = ['guid', 'uid']

type Cells = Readonly<Record<string, string>>

/** The record of a row. Blank cells are left out, and details get the guid or uid of the record. */
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
    const isOurs = column.startsWith(prefix) && !field.includes('.') && cell !== ''
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
