import { csvRecords } from '../../core/rows/csv-records.ts'
import { jsonElements } from '../../core/rows/json-elements.ts'
import { rowFormat, type TextFile, textLines } from '../../core/rows/text-file.ts'
import { GROUP_FIELDS, MEMBER_FIELDS, USER_FIELDS } from '../member-record.ts'

export interface MemberRow {
  /** The line it begins on, or its place in a JSON text, both from 1. */
  row: number
  /** What it stands under in `{"members": {…}}`. */
  key?: string
  record?: unknown
  /** Why there is no record. */
  issue?: string
}

const READERS = { json: jsonRows, ndjson: ndjsonRows, csv: csvRows }

/**
 * The records of a file in their order, of which no more than a few are in memory at once.
 *
 * @throws Error that names the file, and the row from which on it cannot be read.
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
    let record: unknown
    try {
      record = JSON.parse(line)
    } catch {
      yield { row, issue: 'is not JSON' }
      continue
    }
    yield { row, record }
  }
}

async function* csvRows(text: AsyncIterable<string>): AsyncGenerator<MemberRow> {
  let columns: string[] | undefined
  for await (const records of csvRecords(text)) {
    for (const { row, cells, issue } of records) {
      // A quote that is never closed makes one cell of all that follows.
      if (issue) throw new Error(`row ${row}: ${issue}`)
      if (!columns) columns = checkedColumns(cells)
      else yield csvRow(row, cells, columns)
    }
  }
}

function csvRow(row: number, cells: readonly string[], columns: readonly string[]): MemberRow {
  if (cells.length !== columns.length) return { row, issue: 'has too many cells, or too few' }
  const named = columns.map((column, at) => [column, cells[at] ?? ''] as const)
  return { row, record: csvMember(Object.fromEntries(named)) }
}

function checkedColumns(names: string[]) {
  const missing = REQUIRED_COLUMNS.filter((name) => !names.includes(name))
  if (missing.length > 0) throw new Error(`row 1: has no column ${missing.join(', ')}`)
  const unknown = names.filter((name) => !MEMBER_COLUMNS.includes(name))
  if (unknown.length > 0) throw new Error(`row 1: has unknown columns: ${unknown.join(', ')}`)
  return names
}

/** Every column that a CSV file of members can have. */
const MEMBER_COLUMNS: readonly string[] = [
  ...MEMBER_FIELDS,
  ...GROUP_FIELDS.map((field) => `groupDetails.${field}`),
  ...USER_FIELDS.map((field) => `userDetails.${field}`),
]

const REQUIRED_COLUMNS: readonly string[] = ['guid', 'uid']

type Cells = Readonly<Record<string, string>>

/** The record that a row stands for. A blank cell is no value, and details name their owner. */
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

/** CSV has only text: what is none is read out of it, and what cannot be is left for the check. */
function csvValue(field: string, cell: string): unknown {
  if (field === 'tags') return cell.split(/[;|]/).map((tag) => tag.trim())
  if (field === 'isBanned') return /^(true|false)$/i.test(cell) ? /^true$/i.test(cell) : cell
  return field === 'metadata' ? jsonOr(cell) : cell
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
