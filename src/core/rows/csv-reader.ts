import Papa from 'papaparse'
import { unescapeFormulas } from './csv-writer.ts'
import type { Row, RowReader } from './rows.ts'

export interface CsvFormat {
  /** The names of the columns that are read. */
  columns: readonly string[]
  required: readonly string[]
  /** Whether other columns are an error. */
  isStrict?: boolean
  /** Makes a record of the cells that are not blank, by their columns. */
  toRecord(cells: Readonly<Record<string, string>>): unknown
}

/** Spreadsheets export `;` in locales that write numbers with a decimal comma. */
const DELIMITERS = [',', ';', '\t', '|']

/** The header row is among the first records, after titles or an Excel `sep=;`. */
const MAX_HEAD_CHARACTERS = 64 * 1024
const MAX_HEAD_RECORDS = 10

/** A limit that no record reaches. Without one, an unclosed quote would take in all the rest. */
const MAX_RECORD_CHARACTERS = 1024 * 1024

/**
 * Reads CSV. The header row is the first one that names a column, and the delimiter is the one that
 * separates the columns. Blank lines and rows of delimiters alone are skipped.
 */
export function csvReader(format: CsvFormat): RowReader {
  let rest = ''
  let row = 1
  let delimiter: string | undefined
  let header: string[] | undefined

  const rowOf = (cells: string[]): Row[] => {
    if (cells.every((cell) => cell === '')) return []
    if (header) return [{ row, ...recordOf(cells, header, format) }]
    if (cells.some((cell) => format.columns.includes(cell))) header = headerOf(cells, row, format)
    return []
  }

  return {
    read(chunk) {
      // Papa Parse would count from behind a byte order mark.
      rest = (rest + chunk).replace(/^\ufeff/, '')
      delimiter ??= delimiterOf(rest, format)
      if (!delimiter && rest.length > MAX_HEAD_CHARACTERS) throw missingColumns(format.required)
      const rows: Row[] = []
      let from = 0
      for (const { cells, end, error } of delimiter ? completeRecords(rest, delimiter) : []) {
        if (error) throw invalidQuotes(row)
        rows.push(...rowOf(cells.map(textOf)))
        row += rest.slice(from, end).split('\n').length - 1
        from = end
      }
      rest = rest.slice(from)
      if (rest.length > MAX_RECORD_CHARACTERS) throw invalidQuotes(row)
      return rows
    },
    end() {
      if (!header) throw missingColumns(format.required)
      if (rest.trim() !== '') throw invalidQuotes(row)
    },
  }
}

/** The records of a text but the last, which has no line end yet. */
function completeRecords(text: string, delimiter: string) {
  const records: { cells: string[]; end: number; error: Papa.ParseError | undefined }[] = []
  Papa.parse<string[]>(text, {
    delimiter,
    newline: '\n',
    step({ data: cells, errors: [error], meta: { cursor: end } }) {
      records.push({ cells, end, error })
    },
  })
  return records.slice(0, -1)
}

/** The delimiter that finds the most columns, if any does. */
function delimiterOf(text: string, { columns }: CsvFormat) {
  const lines = text.slice(0, text.lastIndexOf('\n') + 1)
  const counts = DELIMITERS.map((delimiter) => {
    const { data } = Papa.parse<string[]>(lines, {
      delimiter,
      newline: '\n',
      preview: MAX_HEAD_RECORDS,
    })
    const known = data.map((cells) => cells.filter((cell) => columns.includes(textOf(cell))).length)
    return Math.max(0, ...known)
  })
  const most = Math.max(...counts)
  return most === 0 ? undefined : DELIMITERS[counts.indexOf(most)]
}

/** A quote after a space does not open a cell for the parser, so the pair is removed here. */
function textOf(cell: string) {
  const text = cell.trim()
  const isQuoted = text !== cell && text.length > 1 && text.startsWith('"') && text.endsWith('"')
  return unescapeFormulas(isQuoted ? text.slice(1, -1).replaceAll('""', '"') : text)
}

function headerOf(cells: string[], row: number, { columns, required, isStrict }: CsvFormat) {
  const missing = required.filter((name) => !cells.includes(name))
  if (missing.length > 0) throw missingColumns(missing, row)
  const repeated = columns.filter((name) => cells.indexOf(name) !== cells.lastIndexOf(name))
  if (repeated.length > 0) throw new Error(`row ${row}: repeats the columns ${listed(repeated)}`)
  const unknown = cells.filter((name) => name !== '' && !columns.includes(name))
  if (isStrict && unknown.length > 0) {
    throw new Error(`row ${row}: has unknown columns: ${listed(unknown)}`)
  }
  return cells.slice(0, cells.findLastIndex((name) => name !== '') + 1)
}

function recordOf(cells: string[], header: string[], { columns, toRecord }: CsvFormat) {
  const width = header.length
  if (cells.length < width || cells.slice(width).some((cell) => cell !== '')) {
    return { issue: `must have ${width} cells like the header row, but has ${cells.length}` }
  }
  const named: Record<string, string> = {}
  for (const [at, name] of header.entries()) {
    const cell = cells[at]
    if (cell && columns.includes(name)) named[name] = cell
  }
  return { record: toRecord(named) }
}

function missingColumns(names: readonly string[], row = 1) {
  return new Error(`row ${row}: must have the columns ${listed(names)}`)
}

function invalidQuotes(row: number) {
  return new Error(`row ${row}: is not valid CSV (a quote is not closed, or not doubled)`)
}

function listed(names: readonly string[]) {
  return names.join(', ')
}
