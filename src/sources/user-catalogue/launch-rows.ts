import { tryParseJson } from '../../core/json.ts'
import { type CsvRecord, csvRecords } from '../../core/rows/csv-records.ts'
import { jsonElements } from '../../core/rows/json-elements.ts'
import { type RowFormat, rowFormat, textLines } from '../../core/rows/text-file.ts'
import { type Columns, FIELDS, REQUIRED_FIELDS } from './columns.ts'

export interface LaunchRow {
  /** The line on which it begins, or its position in a JSON array, both from 1. */
  row: number
  record?: unknown
  /** Why there is no record. */
  issue?: string
}

export interface RowOptions {
  /** Its extension gives the format, otherwise the beginning of the text does. */
  name: string
  /** By the media type of the response. It takes precedence over the name. */
  format?: RowFormat | undefined
  columns: Columns
}

/** The launches of a text in batches: a JSON array, NDJSON, or CSV with a header row. */
export async function* launchRows(
  text: AsyncIterable<string>,
  { name, format, columns }: RowOptions,
): AsyncGenerator<LaunchRow[]> {
  const { start, whole } = await withStart(text)
  if (start.trim() === '') throw new Error('must not be empty')
  const known = format ?? rowFormat(name, start)
  if (known === 'csv') return yield* csvRows(whole, columns)
  if (known === 'json' && !start.trimStart().startsWith('[')) {
    throw new Error('must be an array of launches')
  }
  const rows = known === 'json' ? jsonRows(whole) : ndjsonRows(whole)
  if (Object.keys(columns).length === 0) return yield* rows
  for await (const some of rows) {
    yield some.map((row) => ({ ...row, record: renamed(row.record, columns) }))
  }
}

async function withStart(text: AsyncIterable<string>) {
  const chunks = text[Symbol.asyncIterator]()
  let start = ''
  for (;;) {
    const { done, value } = await chunks.next()
    if (done) break
    start += value
    if (start.trim() !== '') break
  }
  async function* whole() {
    yield start
    yield* { [Symbol.asyncIterator]: () => chunks }
  }
  return { start, whole: whole() }
}

/** Awaiting each row would take longer than reading it. */
const BATCH = 64

async function* jsonRows(text: AsyncIterable<string>): AsyncGenerator<LaunchRow[]> {
  let row = 0
  let rows: LaunchRow[] = []
  for await (const { value } of jsonElements(text)) {
    row += 1
    rows.push({ row, record: value })
    if (rows.length < BATCH) continue
    yield rows
    rows = []
  }
  yield rows
}

async function* ndjsonRows(text: AsyncIterable<string>): AsyncGenerator<LaunchRow[]> {
  let rows: LaunchRow[] = []
  for await (const { number: row, line } of textLines(text)) {
    rows.push(jsonLine(row, line))
    if (rows.length < BATCH) continue
    yield rows
    rows = []
  }
  yield rows
}

function jsonLine(row: number, line: string): LaunchRow {
  const record = tryParseJson(line)
  return record === undefined ? { row, issue: 'is not valid JSON' } : { row, record }
}

function renamed(record: unknown, columns: Columns): unknown {
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return record
  const values = new Map(Object.entries(record))
  return Object.fromEntries(FIELDS.map((field) => [field, values.get(columns[field] ?? field)]))
}

async function* csvRows(
  text: AsyncIterable<string>,
  columns: Columns,
): AsyncGenerator<LaunchRow[]> {
  let header: Header | undefined
  for await (const records of csvRecords(text)) {
    const [first] = records
    if (!first) continue
    const known = header ?? headerOf(first, columns)
    const rows = header ? records : records.slice(1)
    header = known
    yield rows.map((record) => csvRow(record, known))
  }
}

interface Header {
  width: number
  /** The fields and their columns; other columns are ignored. */
  fields: readonly { field: string; at: number }[]
}

function headerOf({ row, cells }: CsvRecord, columns: Columns): Header {
  const fields = FIELDS.map((field) => ({ field, at: cells.indexOf(columns[field] ?? field) }))
  const missing = fields.filter(({ field, at }) => {
    return at < 0 && (REQUIRED_FIELDS.includes(field) || columns[field] !== undefined)
  })
  if (missing.length > 0) {
    const names = missing.map(({ field }) => columns[field] ?? field)
    throw new Error(`row ${row}: must have the columns ${names.join(', ')}`)
  }
  return { width: cells.length, fields: fields.filter(({ at }) => at >= 0) }
}

function csvRow({ row, cells, issue }: CsvRecord, { width, fields }: Header): LaunchRow {
  if (issue) return { row, issue }
  if (cells.length !== width) {
    return { row, issue: `must have ${width} cells like the header row, but has ${cells.length}` }
  }
  const record: Record<string, unknown> = {}
  for (const { field, at } of fields) record[field] = csvValue(field, cells[at] ?? '')
  return { row, record }
}

/** CSV has only text: a blank cell means no value, and numbers and lists are parsed. */
function csvValue(field: string, cell: string) {
  if (cell === '') return undefined
  if (field === 'topics') return cell.split(/[;|]/).filter((topic) => topic.trim() !== '')
  const isCount = field === 'votesCount' || field === 'commentsCount'
  return isCount && /^-?\d+$/.test(cell) ? Number(cell) : cell
}
