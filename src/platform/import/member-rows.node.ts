import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { CSV, type CsvRow, firstLine } from '../../rows/csv-row.node.ts'
import { jsonElements } from '../../rows/json-elements.ts'
import { rowFormat } from '../../rows/row-format.ts'
import { textLines } from '../../rows/text-lines.ts'
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
export async function* memberRows(path: string): AsyncGenerator<MemberRow> {
  try {
    const start = await beginning(path)
    if (start.trim() === '') throw new Error('is empty')
    const isWrapped = /^\s*\{\s*"members"\s*:/.test(start)
    const format = rowFormat(path, isWrapped ? '[' : start)
    yield* READERS[format](fileText(path))
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const { message } =
      error instanceof CsvError ? new Error(`is not CSV (${error.message})`) : error
    throw new Error(`${path}: ${message}`, { cause: error })
  }
}

async function beginning(path: string) {
  for await (const piece of fileText(path)) if (piece.trim() !== '') return piece
  return ''
}

async function* fileText(path: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (...bytes: Parameters<typeof decoder.decode>) => {
    try {
      return decoder.decode(...bytes)
    } catch (cause) {
      throw new Error('is not UTF-8 text', { cause })
    }
  }
  for await (const bytes of createReadStream(path)) yield decode(bytes, { stream: true })
  yield decode()
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
  const parser = parse({ ...CSV, columns: checkedColumns, relax_column_count: true })
  pipeline(Readable.from(unixLines(text)), parser, () => {}) // its failure is thrown below
  let uneven = 0
  for await (const row of parser) {
    const { info, record }: CsvRow = row
    const isUneven = info.invalid_field_length > uneven
    uneven = info.invalid_field_length
    if (isUneven) yield { row: firstLine(row), fault: 'has too many cells, or too few' }
    else yield { row: firstLine(row), record: csvMember(record) }
  }
}

// The parser counts a CRLF inside quotes as two lines.
async function* unixLines(text: AsyncIterable<string>) {
  let carried = ''
  for await (const piece of text) {
    const joined = carried + piece
    carried = joined.endsWith('\r') ? '\r' : ''
    yield joined.slice(0, joined.length - carried.length).replaceAll('\r\n', '\n')
  }
  yield carried
}

function checkedColumns(names: string[]) {
  const missing = REQUIRED_COLUMNS.filter((name) => !names.includes(name))
  if (missing.length > 0) throw new Error(`row 1: has no column ${missing.join(', ')}`)
  const unknown = names.filter((name) => !MEMBER_COLUMNS.includes(name))
  if (unknown.length > 0) throw new Error(`row 1: has unknown columns: ${unknown.join(', ')}`)
  return names
}
