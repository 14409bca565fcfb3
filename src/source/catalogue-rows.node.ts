import { extname } from 'node:path'
import { CsvError, type Info, parse } from 'csv-parse/sync'

export interface CatalogueRow {
  /** The line it begins on, or its place in a JSON array, both from 1. */
  readonly row: number
  readonly record: unknown
}

interface CsvRow {
  readonly record: Readonly<Record<string, string>>
  readonly raw: string
  readonly info: Info
}

const REQUIRED_COLUMNS = ['id', 'name', 'votesCount', 'launchedAt']

const READERS = new Map([
  ['.json', jsonRows],
  ['.ndjson', ndjsonRows],
  ['.jsonl', ndjsonRows],
  ['.csv', csvRows],
])

/**
 * The records of a file, read in the way its name says, or else the way its text begins.
 *
 * @throws Error that names the file.
 */
export function catalogueRows(text: string, path: string): CatalogueRow[] {
  if (text.trim() === '') throw new Error(`${path}: is empty`)
  const read = READERS.get(extname(path).toLowerCase()) ?? readerFor(text)
  return read(text, path)
}

function readerFor(text: string) {
  const start = text.trimStart().charAt(0)
  if (start === '[') return jsonRows
  return start === '{' ? ndjsonRows : csvRows
}

function jsonRows(text: string, path: string): CatalogueRow[] {
  const records = parsedJson(text, path)
  if (!Array.isArray(records)) throw new Error(`${path}: must be an array of launches`)
  return records.map((record, index) => ({ row: index + 1, record }))
}

function ndjsonRows(text: string, path: string): CatalogueRow[] {
  return text
    .split('\n')
    .map((line, index) => ({ line, row: index + 1 }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, row }) => ({ row, record: parsedJson(line, `${path}, row ${row}`) }))
}

function parsedJson(text: string, place: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Error(`${place}: is not JSON (${cause instanceof Error && cause.message})`, { cause })
  }
}

function csvRows(text: string, path: string): CatalogueRow[] {
  try {
    // The parser counts a CRLF inside quotes as two lines.
    return parse<CsvRow>(text.replaceAll('\r\n', '\n'), {
      columns: (names) => checkedColumns(names, path),
      skip_empty_lines: true,
      trim: true,
      info: true,
      raw: true,
    }).map((row) => ({ row: firstLine(row), record: csvRecord(row) }))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new Error(`${path}: is not CSV (${error.message})`, { cause: error })
  }
}

function checkedColumns(names: string[], path: string) {
  const missing = REQUIRED_COLUMNS.filter((name) => !names.includes(name))
  if (missing.length === 0) return names
  throw new Error(`${path}, row 1: has no column ${missing.join(', ')}`)
}

/** A quoted cell may hold line breaks; the parser counts to the last of them. */
function firstLine({ raw, info }: CsvRow) {
  return info.lines - raw.trim().split('\n').length + 1
}

// By ourselves, as the parser's own `cast` takes five times as long as all the rest.
function csvRecord({ record }: CsvRow) {
  const cells = Object.entries(record)
  return Object.fromEntries(cells.map(([column, cell]) => [column, csvValue(column, cell)]))
}

/** CSV has only text: a blank cell is no value, and numbers and lists are read out of it. */
function csvValue(column: string, cell: string) {
  if (cell === '') return undefined
  if (column === 'topics') return cell.split(/[;|]/).filter((topic) => topic.trim() !== '')
  const counted = column === 'votesCount' || column === 'commentsCount'
  return counted && /^-?\d+$/.test(cell) ? Number(cell) : cell
}
