import { tryParseJson } from '../json.ts'
import { type CsvFormat, csvReader } from './csv-reader.ts'
import { jsonReader } from './json-reader.ts'
import { lineSplitter } from './text-lines.ts'

/** A text file on disk or in a browser. Each call of `text` reads it from the beginning. */
export interface TextFile {
  name: string
  text(): AsyncIterable<string>
}

export interface Row {
  /** The line on which it begins, or its position in a JSON array, both from 1. */
  row: number
  /** The name of the field that it is the value of. */
  key?: string
  record?: unknown
  /** Why there is no record. */
  issue?: string
}

/** Takes a text in chunks whose lines end in `\n`, and returns the rows that end in each. */
export interface RowReader {
  read(chunk: string): Row[]
  /** @throws Error if the text is incomplete. */
  end(): void
}

interface RowFormat {
  csv: CsvFormat
  /** A field whose value may hold the records of a JSON text, by their keys. */
  wrapper?: string
}

const MAX_BLANK_CHARACTERS = 64 * 1024

/** The beginning of a text, in which the field of a wrapper is found. */
const MAX_HEAD_CHARACTERS = 200

/**
 * The records of a text in batches, however long it is: a JSON array, one JSON object per line, or CSV
 * with a header row, whatever its line ends. The beginning of the text says which.
 *
 * @throws Error that says what is wrong, and in which row.
 */
export async function* readRows(
  text: AsyncIterable<string>,
  format: RowFormat,
): AsyncGenerator<Row[]> {
  const withLineFeeds = lineFeeds()
  let start = ''
  let reader: RowReader | undefined
  for await (const chunk of text) {
    const lines = withLineFeeds(chunk)
    if (reader) {
      yield reader.read(lines)
      continue
    }
    start += lines
    const head = start.trimStart()
    if (head === '' && start.length > MAX_BLANK_CHARACTERS) {
      throw new Error(`must not begin with more than ${MAX_BLANK_CHARACTERS} blank characters`)
    }
    if (head.length < MAX_HEAD_CHARACTERS) continue
    reader = readerFor(head, format)
    yield reader.read(start)
  }
  if (start.trim() === '') throw new Error('must not be empty')
  const last = reader ?? readerFor(start.trimStart(), format)
  // The last line end may be missing.
  yield last.read(reader ? '\n' : `${start}\n`)
  last.end()
}

function readerFor(head: string, { csv, wrapper }: RowFormat): RowReader {
  if (head.startsWith('[')) return jsonReader()
  if (!head.startsWith('{')) return csvReader(csv)
  const wrapped = wrapper && new RegExp(`^\\{\\s*"${wrapper}"\\s*:\\s*([[{])`).exec(head)
  return wrapped ? jsonReader({ field: wrapper, isKeyed: wrapped[1] === '{' }) : ndjsonReader()
}

function ndjsonReader(): RowReader {
  const split = lineSplitter()
  return {
    read: (chunk) => split(chunk).map(({ number, line }) => jsonRow(number, line)),
    end() {},
  }
}

function jsonRow(row: number, line: string): Row {
  const record = tryParseJson(line)
  if (record !== undefined) return { row, record }
  // The beginning of an object that goes on in the next line.
  if (row === 1) throw new Error('row 1: must be JSON, in an array or with one record per line')
  return { row, issue: 'is not valid JSON' }
}

/** Converts the line ends of old Macs and of Windows, whose two characters can be in two chunks. */
function lineFeeds() {
  let afterReturn = false
  return (chunk: string) => {
    const text = afterReturn && chunk.startsWith('\n') ? chunk.slice(1) : chunk
    afterReturn = chunk === '' ? afterReturn : chunk.endsWith('\r')
    return text.replaceAll(/\r\n?/g, '\n')
  }
}
