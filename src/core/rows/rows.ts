import { isRecord, tryParseJson } from '../json.ts'
import { nextTurn } from '../next-turn.ts'
import { type CsvFormat, csvRows } from './csv-rows.ts'

export interface Row {
  /** The line on which it begins, or its position in a JSON list, both from 1. */
  row: number
  /** The name of the field that it is the value of. */
  key?: string
  record?: unknown
  /** Why there is no record. */
  issue?: string
  /** The cells of a CSV row, below the header row of the file. */
  table?: Table
}

export interface Table {
  header: readonly string[]
  cells: readonly string[]
}

interface RowFormat {
  csv: CsvFormat
  /** A field whose value may hold the records of a JSON text, by their keys. */
  wrapper?: string
}

const ROWS_AT_ONCE = 1_000

/**
 * The records of a text in batches, between which other work has its turn: a JSON array, one JSON
 * object per line, or CSV with a header row, whatever its line ends.
 *
 * @throws Error that says what is wrong, and in which row.
 */
export async function* readRows(text: string, format: RowFormat): AsyncGenerator<Row[]> {
  const lines = text.replace(/^\ufeff/, '').replaceAll(/\r+\n|\r/g, '\n')
  for (const rows of rowsOf(lines, format)) {
    yield rows
    await nextTurn()
  }
}

function rowsOf(text: string, { csv, wrapper = '' }: RowFormat): Iterable<Row[]> {
  const [first = '', wrapped] = /\S(?:\s*"(\w+)"\s*:\s*[[{])?/.exec(text) ?? []
  if (first === '') throw new Error('must not be empty')
  if (first.startsWith('[')) return batches(listRows(jsonOf(text)))
  if (!first.startsWith('{')) return csvRows(text, csv)
  return batches(wrapped === wrapper ? wrappedRows(jsonOf(text), wrapper) : lineRows(text))
}

function* batches(rows: readonly Row[]) {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) yield rows.slice(at, at + ROWS_AT_ONCE)
}

function listRows(list: unknown): Row[] {
  return Array.isArray(list) ? list.map((record, index) => ({ row: index + 1, record })) : []
}

function wrappedRows(value: unknown, wrapper: string): Row[] {
  const { [wrapper]: records, ...others } = isRecord(value) ? value : {}
  if (Object.keys(others).length > 0) throw new Error(`must have no field other than ${wrapper}`)
  if (!isRecord(records)) return listRows(records)
  return Object.entries(records).map(([key, record], index) => ({ row: index + 1, key, record }))
}

function lineRows(text: string): Row[] {
  const rows = text.split('\n').flatMap((line, index): Row[] => {
    const record = tryParseJson(line)
    if (record !== undefined) return [{ row: index + 1, record }]
    return line.trim() === '' ? [] : [{ row: index + 1, issue: 'is not valid JSON' }]
  })
  const [first] = rows
  if (!first?.issue) return rows
  // The beginning of an object that goes on in the next line.
  throw new Error(`row ${first.row}: must be JSON, in an array or with one record per line`)
}

function jsonOf(text: string): unknown {
  const value = tryParseJson(text)
  if (value !== undefined) return value
  throw new Error(jsonIssue(text))
}

/** Runtimes name the place of most issues, in messages that also quote the text. */
function jsonIssue(text: string) {
  try {
    JSON.parse(text)
  } catch (error) {
    const message = String(error)
    const position = Number(/ position (\d+)/.exec(message)?.[1] ?? 0)
    const isAtEnd = position >= text.trimEnd().length || /end of|unterminated/i.test(message)
    if (isAtEnd) return 'is incomplete: the JSON ends too early'
    if (position > 0) return `row ${lineAt(text, position)}: is not valid JSON`
  }
  return 'is not valid JSON'
}

function lineAt(text: string, position: number) {
  return text.slice(0, position).split('\n').length
}
