import { csvRecords } from '../../rows/csv-records.ts'
import { jsonElements } from '../../rows/json-elements.ts'
import { rowFormat, type TextFile, textLines } from '../../rows/text-file.ts'
import { csvMember, MEMBER_COLUMNS, REQUIRED_COLUMNS } from './csv-member.ts'

export interface MemberRow {
  /** The line it begins on, or its place in a JSON text, both from 1. */
  row: number
  /** What it stands under in `{"members": {…}}`. */
  key?: string
  record?: unknown
  /** Why there is no record. */
  fault?: string
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
      yield { row, fault: 'is not JSON' }
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
  if (cells.length !== columns.length) return { row, fault: 'has too many cells, or too few' }
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
