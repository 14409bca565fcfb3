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

const ROWS_AT_ONCE = 1_000

/**
 * The rows of a CSV text whose lines end in `\n`, in batches. The header row is the first one that
 * names a column, and the delimiter is the one that separates the columns. Blank rows are skipped.
 */
export function* csvRows(text: string, format: CsvFormat): Generator<Row[]> {
  const delimiter = delimiterOf(text.slice(0, MAX_HEAD_CHARACTERS), format)
  // The fast mode of the parser splits all of the text, whatever the number of rows.
  const options = { delimiter, newline: '\n', preview: ROWS_AT_ONCE, fastMode: false } as const
  // A quote and a blank at the end are only read right with a line end.
  let rest = `${text}\n`
  let read: ReadCells | undefined
  let row = 1
  while (rest !== '') {
    const { data, errors, meta } = Papa.parse<string[]>(rest, options)
    const rows: Row[] = []
    for (const [index, values] of data.entries()) {
      if (errors[0]?.row === index) {
        throw rowError(row, 'is not valid CSV (a quote is not closed, or not doubled)')
      }
      const cells = values.map(textOf)
      if (read && cells.some(Boolean)) rows.push({ row, ...read(cells) })
      else if (cells.some((cell) => format.columns.includes(cell))) {
        read = readCells(headerOf(cells, row, format), format)
      }
      row += linesOf(values)
    }
    rest = rest.slice(meta.cursor)
    yield rows
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

type ReadCells = (cells: string[]) => Omit<Row, 'row'>

/** Makes a record of the cells of a row below the header row. */
function readCells(header: string[], { columns, toRecord }: CsvFormat): ReadCells {
  const width = header.length
  const named = header.flatMap((name, at) => (columns.includes(name) ? [{ name, at }] : []))
  return (cells) => {
    const table = { header, cells }
    if (cells.length < width || cells.slice(width).some(Boolean)) {
      const issue = `must have ${width} cells like the header row, but has ${cells.length}`
      return { table, issue }
    }
    const record: Record<string, string> = {}
    for (const { name, at } of named) {
      const cell = cells[at]
      if (cell) record[name] = cell
    }
    return { table, ...toRecord(record) }
  }
}

function missingColumns(required: CsvFormat['required']) {
  return `must have the columns ${required.map((names) => [names].flat().join(' or ')).join(', ')}`
}

function rowError(row: number, issue: string) {
  return new Error(`row ${row}: ${issue}`)
}
