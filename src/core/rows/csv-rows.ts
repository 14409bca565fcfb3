import Papa from 'papaparse'
import { unescapeFormulas } from './csv-writer.ts'
import type { Row } from './rows.ts'

export interface CsvFormat {
  /** The names of the columns that are read. */
  columns: readonly string[]
  /** The columns that must be there; of a list, at least one. */
  required: readonly (string | readonly string[])[]
  /** Whether other columns are an error, and what to do about them. */
  others?: string
  /** Makes a record of the cells that are not blank, by their columns, or says why there is none. */
  toRecord(cells: Readonly<Record<string, string>>): Pick<Row, 'record' | 'issue'>
}

/** Spreadsheets export `;` in locales that write numbers with a decimal comma. */
const DELIMITERS = [',', ';', '\t', '|']

/** The header row is among the first records, after titles or an Excel `sep=;`. */
const MAX_HEAD_CHARACTERS = 64 * 1024
const MAX_HEAD_RECORDS = 10

/**
 * The rows of a CSV text whose lines end in `\n`. The header row is the first one that names a column,
 * and the delimiter is the one that separates the columns. Blank rows are skipped.
 */
export function* csvRows(text: string, format: CsvFormat): Generator<Row> {
  const delimiter = delimiterOf(text.slice(0, MAX_HEAD_CHARACTERS), format)
  // A quote and a blank at the end are only read right with a line end.
  const parsed = Papa.parse<string[]>(`${text}\n`, { delimiter, newline: '\n' })
  const [error] = parsed.errors
  let header: string[] | undefined
  let row = 1
  for (const [index, values] of parsed.data.entries()) {
    if (error?.row === index) {
      throw rowError(row, 'is not valid CSV (a quote is not closed, or not doubled)')
    }
    const cells = values.map(textOf)
    if (header && cells.some(Boolean)) {
      yield { row, table: { header, cells }, ...recordOf(cells, header, format) }
    }
    const isHeader = !header && cells.some((cell) => format.columns.includes(cell))
    if (isHeader) header = headerOf(cells, row, format)
    row += linesOf(values)
  }
}

function linesOf(values: readonly string[]) {
  return values.reduce((lines, value) => {
    return value.includes('\n') ? lines + value.split('\n').length - 1 : lines
  }, 1)
}

/** The delimiter that finds the most columns. */
function delimiterOf(head: string, { columns, required }: CsvFormat) {
  const counts = DELIMITERS.map((delimiter) => {
    const options = { delimiter, newline: '\n', preview: MAX_HEAD_RECORDS } as const
    const { data } = Papa.parse<string[]>(head, options)
    const known = data.map((cells) => cells.filter((cell) => columns.includes(textOf(cell))).length)
    return Math.max(...known)
  })
  const most = Math.max(...counts)
  if (most === 0) throw rowError(1, missingColumns(required))
  return DELIMITERS[counts.indexOf(most)]
}

/** A quote after a space does not open a cell for the parser, so the pair is removed here. */
function textOf(cell: string) {
  const text = cell.trim()
  const isQuoted = text !== cell && text.length > 1 && text.startsWith('"') && text.endsWith('"')
  return unescapeFormulas(isQuoted ? text.slice(1, -1).replaceAll('""', '"') : text)
}

function headerOf(cells: string[], row: number, { columns, required, others }: CsvFormat) {
  const missing = required.filter((names) => ![names].flat().some((name) => cells.includes(name)))
  if (missing.length > 0) throw rowError(row, missingColumns(missing))
  const repeated = columns.filter((name) => cells.indexOf(name) !== cells.lastIndexOf(name))
  if (repeated.length > 0) throw rowError(row, `repeats the columns ${repeated.join(', ')}`)
  const unknown = cells.filter((name) => name !== '' && !columns.includes(name))
  if (others && unknown.length > 0) {
    throw rowError(row, `has unknown columns: ${unknown.join(', ')} (${others})`)
  }
  return cells.slice(0, cells.findLastIndex((name) => name !== '') + 1)
}

function recordOf(cells: string[], header: string[], { columns, toRecord }: CsvFormat) {
  const width = header.length
  if (cells.length < width || cells.slice(width).some(Boolean)) {
    return { issue: `must have ${width} cells like the header row, but has ${cells.length}` }
  }
  const named: Record<string, string> = {}
  for (const [at, name] of header.entries()) {
    const cell = cells[at]
    if (cell && columns.includes(name)) named[name] = cell
  }
  return toRecord(named)
}

function missingColumns(required: CsvFormat['required']) {
  return `must have the columns ${required.map((names) => [names].flat().join(' or ')).join(', ')}`
}

function rowError(row: number, issue: string) {
  return new Error(`row ${row}: ${issue}`)
}
