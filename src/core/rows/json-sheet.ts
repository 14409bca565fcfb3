import { isRecord, tryParseJson } from '../json.ts'
import { checkColumns, list } from './columns.ts'
import type { SheetRow } from './sheet.ts'

const ROWS_AT_ONCE = 1_000
/** Records of which the fields are looked at to find the place of the records. */
const SAMPLE = 20
const MAX_DEPTH = 5

interface JsonOptions {
  score(header: readonly string[]): number
  wrapper: string | undefined
}

type Record = Omit<SheetRow, 'cells'>

/** A JSON text: its records by the names of their fields. */
export function jsonSheet(text: string, options: JsonOptions) {
  const records = recordsOf(isCopied(text) ? text.replaceAll(/\\(.)/g, copied) : text, options)
  const header = keysOf(records)
  checkColumns(header.length)
  const hasRecords = records.some(({ value }) => isRecord(value))
  return { header, row: undefined, hasRecords, batches: batches(records, header) }
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

function copied(_: string, letter: string) {
  return letter === 'n' ? '\n' : letter
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

function cellOf(value: unknown) {
  return typeof value === 'string' ? value.trim() : value
}

function keysOf(records: readonly Record[]): string[] {
  const names = new Set<string>()
  for (const { value } of records) if (isRecord(value)) for (const name in value) names.add(name)
  return [...names]
}

function recordsOf(text: string, options: JsonOptions): Record[] {
  const [firstLine = '', ...more] = text.trim().split('\n', 2)
  if (more.length > 0 && isRecord(tryParseJson(firstLine))) return lineRecords(text)
  const value = tryParseJson(text) ?? tryParseJson(stacked(text))
  if (value === undefined) throw new Error(jsonIssue(text))
  const { wrapper } = options
  if (wrapper && isRecord(value) && wrapper in value) return wrappedRecords(value, wrapper)
  return listed(findRecords(value, options))
}

/** Objects over several lines each, one after the other, as a list. */
function stacked(text: string) {
  return `[${text.replaceAll(/\n\}\s*\n\{/g, '\n},\n{')}]`
}

function lineRecords(text: string): Record[] {
  return text.split('\n').flatMap((line, index): Record[] => {
    const value = tryParseJson(line)
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
function findRecords(value: unknown, { score }: JsonOptions): readonly unknown[] {
  if (Array.isArray(value)) return unwrapped(value)
  const places = [...placesIn(value, { path: '', score, depth: 0 })]
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
  score: JsonOptions['score']
}

function* placesIn(value: unknown, { path, depth, score }: Search): Generator<Place> {
  const place = (records: readonly unknown[]): Place => {
    const sample = listed(records.slice(0, SAMPLE))
    return { path, records, score: score(keysOf(sample)) }
  }
  if (Array.isArray(value)) return yield place(unwrapped(value))
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
    yield* placesIn(inner, { path: inside, depth: depth + 1, score })
  }
}

/** The nodes of a list of edges, as GraphQL returns them. */
function unwrapped(values: readonly unknown[]) {
  const nodes = values.map((value) => (isRecord(value) ? value.node : undefined))
  return nodes.every(isRecord) ? nodes : values
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
  }
  return 'is not valid JSON'
}

function lineAt(text: string, position: number) {
  return text.slice(0, position).split('\n').length
}
