import { CsvError, parse } from 'csv-parse/sync'
import { CSV, type CsvRow, firstLine } from '../rows/csv-row.node.ts'
import { rowFormat } from '../rows/row-format.node.ts'

export interface CatalogueRow {
  /** The line it begins on, or its place in a JSON array, both from 1. */
  readonly row: number
  readonly record: unknown
}

const REQUIRED_COLUMNS = ['id', 'name', 'votesCount', 'launchedAt']

const READERS = { json: jsonRows, ndjson: ndjsonRows, csv: csvRows }

/**
 * The records of a file, read in the way its name says, or else the way its text begins.
 *
 * @throws Error that names the file.
 */
export function catalogueRows(text: string, path: string): CatalogueRow[] {
  if (text.trim() === '') throw new Error(`${path}: is empty`)
  return READERS[rowFormat(path, text)](text, path)
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
      ...CSV,
      columns: (names) => checkedColumns(names, path),
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
