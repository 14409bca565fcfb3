import Papa from 'papaparse'
import { checkColumns } from './columns.ts'
import { unescapeFormulas } from './csv-writer.ts'
import { SAVE_AS } from './decode-text.ts'
import type { SheetRow } from './sheet.ts'

/** Spreadsheets export `;` in locales that write numbers with a decimal comma. */
const DELIMITERS = [',', ';', '\t', '|']

/** The header row is among the first records, after titles or an Excel `sep=;`. */
const MAX_HEAD_CHARACTERS = 64 * 1024
const MAX_HEAD_RECORDS = 10

const ROWS_AT_ONCE = 1_000

type Score = (header: readonly string[]) => number

/**
 * A CSV text whose lines end in `\n`. The delimiter and the header row are those that name the most
 * fields. Blank rows are skipped.
 */
export function csvSheet(text: string, score: Score) {
  const { delimiter, head, at } = findHeader(text.slice(0, MAX_HEAD_CHARACTERS), score)
  const row = 1 + head.slice(0, at).reduce((lines, values) => lines + linesOf(values), 0)
  const names = (head[at] ?? []).map(textOf)
  const header = names.slice(0, names.findLastIndex((name) => name !== '') + 1)
  checkColumns(header.length)
  if (delimiter === '|' && isRule(head[at + 1])) throw new Error(`is a Markdown table: ${SAVE_AS}`)
  const shape = {
    delimiter,
    width: header.length,
    skip: at,
    isEscaped: hasEscapes(text, delimiter),
  }
  const notes = shape.isEscaped
    ? ['Backslashes were read as escapes, such as \\n for a line end.']
    : []
  return { header, row, hasRecords: true, batches: csvBatches(text, shape), notes }
}

function findHeader(text: string, score: Score) {
  const found = DELIMITERS.map((delimiter) => {
    const options = { delimiter, newline: '\n', preview: MAX_HEAD_RECORDS } as const
    const head = Papa.parse<string[]>(text, options).data
    const scores = head.map((values) => score(values.map(textOf)))
    const most = Math.max(...scores)
    // Without any known name the first row with a text is shown.
    const isHeader = (values: string[], at: number) =>
      most > 0 ? scores[at] === most : values.some((value) => value.trim() !== '')
    const at = head.findIndex(isHeader)
    return { delimiter, head, at, most, width: head[at]?.length ?? 0 }
  })
  return found.reduce((best, other) => {
    const isBetter = other.most - best.most || (best.most === 0 ? other.width - best.width : 0)
    return isBetter > 0 ? other : best
  })
}

/** The line below the head of a Markdown table. */
function isRule(cells: readonly string[] = []) {
  return cells.join('') !== '' && cells.every((cell) => /^ *(:?-+:?)? *$/.test(cell))
}

/** PHP, and programs told to, write a quote in a cell with a backslash in place of a second quote. */
const ESCAPED_QUOTE = /\\"(?![",;|\t\n]|$)/

function checkQuotes(text: string) {
  const found = ESCAPED_QUOTE.exec(text)
  if (!found) return
  const line = text.slice(0, found.index).split('\n').length
  throw new Error(`row ${line}: has a quote after a backslash (\\"): write it as two quotes ("")`)
}

interface CsvShape {
  delimiter: string
  width: number
  /** The number of records up to the header row. */
  skip: number
  isEscaped: boolean
}

/**
 * Whether backslashes escape: MySQL writes one before a line end in a cell, where `\N` is nothing, and programs that
 * write tabs without quotes write `\n`. PostgreSQL's CSV has such a `\N` too, and escapes nothing.
 */
function hasEscapes(text: string, delimiter: string) {
  if (delimiter !== '\t') {
    return /(^|[,;|\n])\\N([,;|\r\n]|$)/.test(text) && !/(?<!\\)(?:\\\\)*\\[^0N\\\n]/.test(text)
  }
  const isKnown = !/(?<!\\)(?:\\\\)*\\[^nrtbfv0ZN\\\n]/.test(text)
  return isKnown && !/(^|[\t\n])"/.test(text) && /\\[ntN]/.test(text)
}

function* csvBatches(text: string, shape: CsvShape): Generator<SheetRow[]> {
  const { delimiter, width, skip, isEscaped } = shape
  checkQuotes(text)
  // The fast mode of the parser splits all of the text, whatever the number of rows.
  const options = { delimiter, newline: '\n', preview: ROWS_AT_ONCE, fastMode: false } as const
  const cellOf = isEscaped
    ? (value: string) => textOf(value).replaceAll(ESCAPE, (_, letter) => ESCAPES[letter] ?? letter)
    : textOf
  // A quote and a blank at the end are only read right with a line end.
  let rest = `${text}\n`
  let row = 1
  let left = skip
  while (rest !== '') {
    const { data, errors, meta } = Papa.parse<string[]>(rest, options)
    const rows: SheetRow[] = []
    for (const [index, values] of data.entries()) {
      if (errors[0]?.row === index) {
        throw new Error(`row ${row}: is not valid CSV (a quote is not closed, or not doubled)`)
      }
      const cells = values.map(cellOf)
      if (left < 0 && cells.some(Boolean)) rows.push({ row, cells, ...widthIssue(cells, width) })
      left -= 1
      row += linesOf(values)
    }
    rest = rest.slice(meta.cursor)
    yield rows
  }
}

function widthIssue(cells: readonly string[], width: number) {
  if (cells.length === width) return undefined
  if (cells.length > width && !cells.slice(width).some(Boolean)) return undefined
  return { issue: `must have ${width} cells like the header row, but has ${cells.length}` }
}

function linesOf(values: readonly string[]) {
  return values.reduce((lines, value) => {
    return value.includes('\n') ? lines + value.split('\n').length - 1 : lines
  }, 1)
}

/** A quote after a space does not open a cell for the parser, so the pair is removed here. */
function textOf(cell: string) {
  const text = cell.trim()
  // Programs write ="007" so that spreadsheets take it for a text.
  const quoted = text.startsWith('="') ? text.slice(1) : text
  const isQuoted = quoted !== cell && /^"[\s\S]*"$/.test(quoted)
  return unescapeFormulas(isQuoted ? quoted.slice(1, -1).replaceAll('""', '"') : text)
}

const ESCAPE = /\\([nrt\\\n])/g
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }
