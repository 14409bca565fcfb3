import { isRecord, tryParseJson } from '../json.ts'
import { checkColumns, list } from './columns.ts'
import type { SheetRow } from './sheet.ts'

const ROWS_AT_ONCE = 1_000
/** How many records are searched for the list of records. */
const SAMPLE = 20
const MAX_DEPTH = 5

interface JsonOptions {
  score(header: readonly string[]): number
  isComplete(header: readonly string[]): boolean
  wrapper: string | undefined
}

type Record = Omit<SheetRow, 'cells'>

/** A JSON text: its records by the names of their fields. */
export function jsonSheet(text: string, options: JsonOptions) {
  const read = recordsOf(
    isCopied(text)
      ? text.replaceAll(/\\(.)/g, (_, letter) => (letter === 'n' ? '\n' : letter))
      : text,
    options,
  )
  const values = unwrapped(
    read.map(({ value }) => value),
    options,
  )
  const records = read
    .slice(read.length - values.length)
    .map((record, at) => ({ ...record, value: values[at] }))
  const header = keysOf(records)
  checkColumns(header.length)
  const hasRecords = records.some(({ value }) => isRecord(value))
  return { header, row: undefined, hasRecords, batches: batches(records, header), notes: [] }
}

/**
 * Whether PostgreSQL's COPY wrote it as text, which doubles each backslash: it is no JSON then. In JSON a quote
 * after two backslashes ends a text.
 */
function isCopied(text: string) {
  const isDoubled = (found: string) => found.lastIndexOf('\\') % 2 === 1
  const escapes = text.match(/\\+"(?!\s*[,:\]}])/g) ?? []
  const isBetweenRows = /\}, \\n \{/.test(text)
  return isBetweenRows || (escapes.length > 0 && escapes.every(isDoubled))
}

function* batches(records: readonly Record[], header: readonly string[]) {
  const rowOf = (record: Record): SheetRow => {
    const { value } = record
    if (!isRecord(value)) return { issue: 'must be an object', ...record, cells: [] }
    return { ...record, cells: header.map((name) => cellOf(value[name])) }
  }
  for (let at = 0; at < records.length; at += ROWS_AT_ONCE) {
    yield records.slice(at, at + ROWS_AT_ONCE).map(rowOf)
  }
}

/** How MongoDB, DynamoDB and Firestore name the type of a value. */
const TYPE = /^(\$\w+|[NS]|(string|integer|timestamp)Value)$/

function cellOf(value: unknown): unknown {
  if (typeof value === 'string') return value.trim()
  const [type, ...others] = isRecord(value) ? Object.keys(value) : []
  if (type === undefined || others.length > 0 || !TYPE.test(type)) return value
  return cellOf(Reflect.get(Object(value), type))
}

function keysOf(records: readonly Record[]): string[] {
  const names = new Set<string>()
  for (const { value } of records) if (isRecord(value)) for (const name in value) names.add(name)
  return [...names]
}

function recordsOf(text: string, options: JsonOptions): Record[] {
  const [firstLine = '', ...more] = text.trim().split('\n', 2)
  const first = parsed(firstLine)
  if (more.length > 0 && (isRecord(first) || Array.isArray(first))) return lineRecords(text)
  const value = parsed(text) ?? parsed(stacked(text))
  if (value === undefined) throw new Error(jsonIssue(text))
  const { wrapper } = options
  if (wrapper && isRecord(value) && wrapper in value) return wrappedRecords(value, wrapper)
  return listed(findRecords(value, options))
}

/** Objects over several lines each, one after the other, as a list. */
function stacked(text: string) {
  return `[${text.replaceAll(/\n\}\s*\{/g, '\n},\n{')}]`
}

/** Python writes a number that JSON does not have, and csvkit floats, which round long ids. */
const ODD = /NaN|\d[eE]\+?(?:1[5-9]|[2-9]\d)|\d{16}\.\d/
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|NaN|\d+\.?\d*[eE]\+?(?:1[5-9]|[2-9]\d)|\d{16,}\.\d+/g

function parsed(text: string): unknown {
  if (!ODD.test(text)) return tryParseJson(text)
  const plain = (token: string) => (token === 'NaN' ? 'null' : `"${token}"`)
  return tryParseJson(
    text.replaceAll(TOKEN, (token) => (token.startsWith('"') ? token : plain(token))),
  )
}

function lineRecords(text: string): Record[] {
  return text.split('\n').flatMap((line, index): Record[] => {
    const value = parsed(line)
    if (value !== undefined) return [{ row: index + 1, value }]
    return line.trim() === '' ? [] : [{ row: index + 1, issue: 'is not valid JSON' }]
  })
}

function listed(values: readonly unknown[]): Record[] {
  return values.map((value, index) => ({ row: index + 1, value }))
}

function wrappedRecords(value: object, wrapper: string): Record[] {
  const { [wrapper]: records, ...others } = { ...value, [wrapper]: Reflect.get(value, wrapper) }
  if (Object.keys(others).length > 0) throw new Error(`must have no field other than ${wrapper}`)
  if (Array.isArray(records)) return listed(records)
  if (!isRecord(records)) throw new Error(`${wrapper} must be an object or an array`)
  return Object.entries(records).map(([key, value], index) => ({ row: index + 1, key, value }))
}

interface Place {
  path: string
  records: readonly unknown[]
  score: number
}

/** The records of the one list, or table, whose fields are recognised. */
function findRecords(value: unknown, options: JsonOptions): readonly unknown[] {
  if (Array.isArray(value)) return value
  const places = [...placesIn(value, { path: '', depth: 0 }, options)]
  const most = Math.max(0, ...places.map((place) => place.score))
  const [first, ...others] = places.filter((place) => place.score > 1 || place.score === most)
  if (!first) throw new Error('must be JSON with a list of records, in an array or one per line')
  if (others.length === 0) return first.records
  const paths = list([first, ...others].map(({ path }) => path || 'the text itself'))
  throw new Error(`has records at ${paths}: leave those of one place`)
}

interface Search {
  path: string
  depth: number
}

function* placesIn(value: unknown, search: Search, options: JsonOptions): Generator<Place> {
  const { path, depth } = search
  const { score } = options
  const place = (records: readonly unknown[]): Place => {
    const sample = unwrapped(records.slice(0, SAMPLE), options)
    return { path, records, score: score(keysOf(listed(sample))) }
  }
  if (Array.isArray(value)) return yield place(value)
  if (!isRecord(value) || depth > MAX_DEPTH) return
  const values = Object.values(value)
  const table = tableOf(value)
  if (table) return yield place(table)
  const own = score(Object.keys(value))
  const isScalar = (item: unknown) => !isRecord(item) && !Array.isArray(item)
  if (own > 1 && !values.some(isScalar)) return yield place(transposed(value))
  if (own > 1) yield place([value])
  // By the index of each record.
  const byIndex = place(values)
  if (values.length > 0 && values.every(isRecord) && byIndex.score > 1) return yield byIndex
  for (const [name, inner] of Object.entries(value)) {
    const inside = path ? `${path}.${name}` : name
    yield* placesIn(inner, { path: inside, depth: depth + 1 }, options)
  }
}

/** Records that are within others, as GraphQL, Airtable and GeoJSON have them, or lists below one of their columns. */
function unwrapped(values: readonly unknown[], { score, isComplete }: JsonOptions) {
  const [columns, ...data] = values
  const table = data.length > 0 ? tableOf({ columns, data }) : undefined
  if (table) return table
  const sample = values.slice(0, SAMPLE)
  const outer = keysOf(listed(sample))
  if (isComplete(outer)) return values
  const within = (name: string) =>
    sample.map((value) => (isRecord(value) ? value[name] : undefined))
  const inner = outer.find((name) => {
    const found = within(name)
    return found.every(isRecord) && score(keysOf(listed(found))) > score(outer)
  })
  if (inner === undefined) return values
  return values.map((value) => {
    if (!isRecord(value) || !isRecord(value[inner])) return value
    const { [inner]: fields, ...others } = value
    return { ...others, ...Object(fields) }
  })
}

/** Lists of cells beside the names of their columns. */
function tableOf({ columns, data, rows = data }: { [name: string]: unknown }) {
  if (!Array.isArray(columns) || !Array.isArray(rows) || !rows.every(Array.isArray))
    return undefined
  checkColumns(columns.length)
  return rows.map((cells: unknown[]) => {
    return Object.fromEntries(columns.map((name, at) => [String(name), cells[at]]))
  })
}

/** Records of columns, which are lists or objects of their cells. */
function transposed(columns: object) {
  checkColumns(Object.keys(columns).length)
  const entries = Object.entries(columns).map(([name, cells]) => [name, Object(cells)] as const)
  const keys = new Set(entries.flatMap(([, cells]) => Object.keys(cells)))
  return [...keys].map((key) =>
    Object.fromEntries(entries.map(([name, cells]) => [name, cells[key]])),
  )
}

const LAST_COMMA = /"[^"\\]*(?:\\.[^"\\]*)*"|,(?=\s*[\]}])/g

/** Runtimes name the place of most issues, in messages that also quote the text. */
function jsonIssue(text: string) {
  try {
    JSON.parse(text)
  } catch (error) {
    const message = String(error)
    const position = Number(/ position (\d+)/.exec(message)?.[1] ?? 0)
    const left = text.trimEnd().length - position
    // MariaDB cuts a list within a record, and closes the list.
    const isCut = left === 1 && /'\}'/.test(message)
    if (left <= 0 || isCut || /end of|unterminated/i.test(message))
      return 'is incomplete: the JSON ends too early'
    if (position > 0) return `row ${lineAt(text, position)}: is not valid JSON`
    const [comma] = [...text.matchAll(LAST_COMMA)].filter(([token]) => token === ',')
    if (comma) return `row ${lineAt(text, comma.index)}: has a comma behind the last item`
  }
  return 'is not valid JSON'
}

function lineAt(text: string, position: number) {
  return text.slice(0, position).split('\n').length
}
