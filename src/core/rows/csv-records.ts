import Papa from 'papaparse'

export interface CsvRecord {
  /** The line it begins on, from 1. */
  row: number
  cells: string[]
  /** Why its cells may be wrong. */
  issue?: string
}

/** Spreadsheets export `;` in locales that write numbers with a decimal comma. */
const DELIMITERS = [',', ';', '\t']

/** More than any record has. Without a limit, an unclosed quote would take in all the rest. */
const MAX_CHARACTERS = 1024 * 1024

/**
 * The records of a CSV text in batches, one batch per chunk, the header row first. Blank lines are
 * skipped. The delimiter is the one that splits the header row into the most cells.
 */
export async function* csvRecords(text: AsyncIterable<string>): AsyncGenerator<CsvRecord[]> {
  let rest = ''
  let row = 1
  let delimiter: string | undefined

  for await (const chunk of text) {
    // A final \r may be the first half of \r\n.
    rest += chunk
    const whole = rest.endsWith('\r') ? rest.slice(0, -1) : rest
    const end = lastRecordEnd(whole, delimiter)
    if (end === 0) {
      if (rest.length > MAX_CHARACTERS) throw new Error(`row ${row}: ${TOO_LONG}`)
      continue
    }
    const block = whole.slice(0, end).replaceAll('\r\n', '\n')
    rest = rest.slice(end)
    delimiter ??= delimiterOf(block)
    yield recordsOf(block.slice(0, -1), delimiter, row)
    row += linesIn(block)
  }

  const block = rest.replaceAll('\r\n', '\n').replace(/[\r\n]$/, '')
  yield recordsOf(block, delimiter ?? delimiterOf(block), row)
}

const TOO_LONG = 'is too long. Is a closing quote missing?'

/** Where the last complete record ends: line breaks inside quoted cells do not count. */
function lastRecordEnd(text: string, delimiter?: string): number {
  let end = 0
  let from = 0
  for (;;) {
    const quote = openingQuote(text, from, delimiter)
    const lineEnd = text.lastIndexOf('\n', quote - 1)
    if (lineEnd >= from) end = lineEnd + 1
    if (quote >= text.length) return end
    const closing = closingQuote(text, quote + 1)
    if (closing < 0) return end
    from = closing + 1
  }
}

/** A quote opens a cell only at its beginning; elsewhere it is an ordinary character. */
function openingQuote(text: string, from: number, delimiter?: string): number {
  let quote = text.indexOf('"', from)
  while (quote > 0) {
    const before = text[quote - 1] ?? ''
    const begins = delimiter ? before === delimiter : DELIMITERS.includes(before)
    if (begins || before === '\n') return quote
    quote = text.indexOf('"', quote + 1)
  }
  return quote < 0 ? text.length : quote
}

function closingQuote(text: string, from: number): number {
  let quote = text.indexOf('"', from)
  while (quote >= 0 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2)
  return quote
}

function delimiterOf(text: string): string {
  const counted = DELIMITERS.map((delimiter) => {
    const [cells = []] = Papa.parse<string[]>(text, { delimiter, preview: 1 }).data
    return { delimiter, count: cells.length }
  })
  counted.sort((left, right) => right.count - left.count)
  return counted[0]?.delimiter ?? ','
}

function recordsOf(block: string, delimiter: string, firstRow: number): CsvRecord[] {
  const records: CsvRecord[] = []
  const { data, errors } = Papa.parse<string[]>(block, { delimiter, newline: '\n' })
  const messages = new Map(errors.map((error) => [error.row, error.message]))
  let row = firstRow
  for (const [index, cells] of data.entries()) {
    const message = messages.get(index)
    const record = { row, cells: cells.map(trimmed) }
    const isBlank = cells.length === 1 && record.cells[0] === ''
    if (message) records.push({ ...record, issue: `is not valid CSV (${message.toLowerCase()})` })
    else if (!isBlank) records.push(record)
    row += 1
    for (const cell of cells) if (cell.includes('\n')) row += linesIn(cell)
  }
  return records
}

/** A quote after a space does not open a cell for the parser, so the pair is removed here. */
function trimmed(cell: string) {
  const text = cell.trim()
  const isQuoted = text !== cell && text.length > 1 && text.startsWith('"') && text.endsWith('"')
  return isQuoted ? text.slice(1, -1).replaceAll('""', '"') : text
}

function linesIn(text: string) {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}
