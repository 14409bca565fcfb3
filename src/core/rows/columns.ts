import { excerpt } from '../printable.ts'

/** A field of a record, and how files name its column. */
export interface ColumnField {
  name: string
  /** In lower-case letters and digits alone. */
  words?: readonly string[]
}

/** The columns that the user names, by field. One column may serve two fields. */
export type Columns = ReadonlyMap<string, string>

export interface SheetFormat {
  fields: readonly ColumnField[]
  columns: Columns
  /** The fields that a file must have; of a list, one. */
  required: readonly (readonly string[])[]
  /** The line with which the user names columns. */
  line(pairs: readonly (readonly [field: string, column: string])[]): string
  /** Whether the user has named all columns, so that no other is recognised. */
  isChosen?: boolean
  /** Whether a column of CSV that stands for no field is an error. */
  isStrict?: boolean
  /** A field whose value may hold the records of a JSON text, by their keys. */
  wrapper?: string
}

/** Of a table. Each costs something in every row. */
const MAX_COLUMNS = 1_000

const MAX_NAME = 60
const MAX_NAMES = 20

/** @throws Error if a table has more columns than are read. */
export function checkColumns(count: number): void {
  if (count <= MAX_COLUMNS) return
  throw new Error(
    `has more than ${MAX_COLUMNS.toLocaleString('en')} columns: leave out those that are not read`,
  )
}

/** Whether a header row, or the names of a record, have all fields that a file must have. */
export function isComplete(header: readonly string[], format: SheetFormat): boolean {
  const found = findColumns(header.slice(0, MAX_COLUMNS), format)
  return format.required.every((fields) => fields.some((field) => found.has(field)))
}

/** How many fields are recognised in a header row, or among the names of a record. */
export function countFields(header: readonly string[], format: SheetFormat): number {
  return findColumns(header.slice(0, MAX_COLUMNS), format).size
}

/** The name of a column in letters and digits alone. */
function wordOf(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/**
 * The places of the columns of each field: those that the user names, else those with the name of the
 * field itself in this or another spelling, else those with one of its words.
 */
export function findColumns(
  header: readonly string[],
  { fields, columns, isChosen = false }: SheetFormat,
) {
  const isTaken = new Set(columns.values())
  const words = header.map((name) => (isTaken.has(name) ? '' : wordOf(name)))
  const found = new Map<string, number[]>()
  for (const { name, words: known = [] } of fields) {
    const column = columns.get(name)
    if (isChosen && column === undefined) continue
    const exact = placesOf(header, (other) => other === (column ?? name))
    const isFree = column === undefined && !isTaken.has(name)
    const isExact = column !== undefined || (isFree && exact.length > 0)
    const own = isExact ? exact : placesOf(words, (word) => word === wordOf(name))
    const isOwn = isExact || own.length > 0
    const places = isOwn ? own : placesOf(words, (word) => known.includes(word))
    if (places.length > 0) found.set(name, places)
  }
  return found
}

function placesOf(names: readonly string[], isMeant: (name: string) => boolean) {
  return names.flatMap((name, at) => (name !== '' && isMeant(name) ? [at] : []))
}

/**
 * The place of the column of each field.
 *
 * @throws Error that says which columns are missing or in doubt, and the line that names them.
 */
export function placeColumns(header: readonly string[], format: SheetFormat): Map<string, number> {
  const { columns, required, isStrict } = format
  const found = findColumns(header, format)
  const absent = [...columns].filter(([field]) => !found.has(field))
  if (absent.length > 0) {
    const names = list(absent.map(([, column]) => column))
    throw new Error(`must have the columns ${names}, which you name. ${foundIn(header)}`)
  }
  const missing = required.filter((fields) => !fields.some((field) => found.has(field)))
  if (missing.length > 0) {
    const names = missing.map((fields) => fields.join(' or ')).join(', ')
    throw new Error(`must have the columns ${names}. ${foundIn(header)} ${help(header, format)}`)
  }
  const [doubt] = [...found].filter(([, places]) => places.length > 1)
  if (doubt) {
    const [field, places] = doubt
    const names = places.map((at) => header[at] ?? '')
    const isRepeated = new Set(names).size < names.length
    throw new Error(
      isRepeated
        ? `repeats the column ${list(names.slice(0, 1))}`
        : `has the columns ${list(names)} for ${field}: name one. ${help(header, format)}`,
    )
  }
  const taken = new Set([...found.values()].flat())
  const others = header.filter((name, at) => name !== '' && !taken.has(at))
  if (isStrict && others.length > 0 && columns.size === 0) {
    throw new Error(`has unknown columns: ${list(others)}. ${help(header, format)}`)
  }
  return new Map([...found].map(([field, [at = 0]]) => [field, at]))
}

/**
 * Parses `name=Title,votesCount=Upvotes`, with this or another sign between.
 */
export function parseColumns(text: string, { fields, sign, fail }: ParseOptions): Columns {
  const columns = new Map<string, string>()
  for (const [index, entry] of text.split(',').entries()) {
    const [field = '', ...rest] = entry.split(sign)
    const [name, column] = [field.trim(), rest.join(sign).trim()]
    if (!fields.includes(name)) {
      fail(`must be field${sign}column, with one of the fields ${fields.join(', ')}`, index, entry)
    } else if (column === '') fail(`must have a column name after ${name}${sign}`, index, entry)
    else if (columns.has(name)) fail(`must not set ${name} again`, index, entry)
    else columns.set(name, column)
  }
  return columns
}

interface ParseOptions {
  fields: readonly string[]
  sign: string
  /** Is told of each wrong entry. */
  fail(issue: string, index: number, entry: string): void
}

function foundIn(header: readonly string[]) {
  return `Found: ${list(header.filter(Boolean)) || 'no columns'}.`
}

/** What was recognised, and the line to paste. */
function help(header: readonly string[], format: SheetFormat) {
  const found = [...findColumns(header, format)].map(([field, places]) => {
    return { field, names: places.map((at) => header[at] ?? '') }
  })
  const known = found.flatMap(({ field, names }) =>
    names.map((name) => `${list([name])} as ${field}`),
  )
  const isFound = (name: string) => found.some(({ field }) => field === name)
  const missing = format.required.filter((group) => !group.some(isFound))
  const line = format.line([
    ...found.map(({ field, names: [name = ''] }) => [field, excerpt(name, MAX_NAME)] as const),
    ...missing.map(([field = '']) => [field, '…'] as const),
  ])
  const recognised = known.length > 0 ? `Recognised: ${known.join(', ')}.` : NO_HEADER
  return `${recognised} Name the columns: ${line}`
}

const NO_HEADER = 'None is recognised: is there a header row?'

/** The names of columns, which are anyone's texts. */
export function list(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => excerpt(name, MAX_NAME))
  return [...shown, ...(names.length > MAX_NAMES ? ['…'] : [])].join(', ')
}
