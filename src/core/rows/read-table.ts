import {
  type CellOptions,
  type CellRule,
  columnReader,
  type Report,
  type SheetColumn,
} from './cells.ts'
import { type ColumnField, list, type SheetFormat } from './columns.ts'
import { decodeAnyText, GUESSED } from './decode-text.ts'
import { openSheet, type Sheet, type SheetRow } from './sheet.ts'

/** A field of records, and how its cells are read. */
export interface CellField<Target> extends ColumnField {
  key: string
  /** Opens a column: what is returned puts a cell into a record, unless the cell is in doubt. */
  open(
    column: SheetColumn,
  ): (target: Target, cell: unknown, report: Report, isSeen: boolean) => boolean
}

export interface TableFormat<Target> extends SheetFormat {
  fields: readonly CellField<Target>[]
  cells: CellOptions
  /** A record without values. */
  blank(): Target
}

interface TableOptions<Source> {
  /** What of a row is needed beside its record: cells that stay take memory. */
  sourceOf(row: SheetRow): Source
  /** Whether the records of a file are used as they are, and its cells not read. */
  isAsIs?(sheet: Sheet): boolean
  maxRows?: number
  signal?: AbortSignal | undefined
}

/** What is wrong with a row, or with a cell of a field in it. */
interface RowIssue {
  field: string
  text: string
}

/** A row with its record. */
export interface TableRow<Target, Source> {
  row: number
  source: Source
  record: Target
  issues: readonly RowIssue[]
}

interface FieldOptions {
  /** What files call it, where that is not its key. */
  name?: string
  /** Other names, in lower-case letters and digits alone. */
  words?: string
  isRequired?: boolean
}

export function cellField<Target, Key extends keyof Target & string>(
  key: Key,
  rule: CellRule<NonNullable<Target[Key]>>,
  { name = key, words = '', isRequired = false }: FieldOptions = {},
): CellField<Target> {
  return {
    key,
    name,
    words: words === '' ? [] : words.split(' '),
    open(column) {
      const read = columnReader(rule, column, isRequired)
      return (target, cell, report, isSeen) => {
        const value = read(cell, report, isSeen)
        if (value !== undefined && value !== null) target[key] = value
        return value !== undefined
      }
    },
  }
}

/**
 * Reads a file of any kind: its columns by their names, and its cells by the rules of their fields. A cell in
 * doubt is read once all of its column have been seen.
 *
 * @throws Error that says what is wrong with the file, and in which row.
 */
export async function readTable<Target, Source>(
  bytes: Uint8Array,
  format: TableFormat<Target>,
  { sourceOf, isAsIs, maxRows = Number.POSITIVE_INFINITY, signal }: TableOptions<Source>,
) {
  const { text, isGuessed } = decodeAnyText(bytes)
  const sheet = openSheet(text, format)
  const isRead = !isAsIs?.(sheet)
  const columns = isRead ? openColumns(sheet, format) : []
  const doubts: (() => void)[] = []
  const rows: TableRow<Target, Source>[] = []

  const read = (row: SheetRow) => {
    const record = format.blank()
    const read: TableRow<Target, Source> = {
      row: row.row,
      source: sourceOf(row),
      record,
      issues: NONE,
    }
    rows.push(read)
    if (row.issue !== undefined) return addIssue(read, '', row.issue)
    for (const { key, at, put } of columns) {
      const cell = row.cells[at]
      const report = (text: string) => addIssue(read, key, text)
      if (!put(record, cell, report, false)) doubts.push(() => put(record, cell, report, true))
    }
  }

  for await (const batch of sheet.rows()) {
    signal?.throwIfAborted()
    for (const row of batch) read(row)
    if (rows.length > maxRows) throw new Error(`has more than ${maxRows.toLocaleString('en')} rows`)
  }
  for (const settle of doubts) settle()
  const notes = [...(isGuessed ? [GUESSED] : []), ...sheet.notes, ...columns.flatMap(notesOf)]
  if (isRead && !format.isChosen) notes.push(...unread(sheet))
  return { sheet, rows, notes }
}

const NONE: readonly RowIssue[] = []

export function addIssue(
  row: Pick<TableRow<unknown, unknown>, 'issues'>,
  field: string,
  text: string,
) {
  row.issues = [...row.issues, { field, text }]
}

function openColumns<Target>({ places }: Sheet, { fields, cells }: TableFormat<Target>) {
  return fields.flatMap(({ name, key, open }) => {
    const at = places.get(name)
    if (at === undefined) return []
    const column: SheetColumn = { ...cells, notes: new Set(), nothing: 0 }
    return [{ key, at, column, put: open(column) }]
  })
}

function unread({ header, places }: Sheet) {
  const read = new Set(places.values())
  const names = header.filter((name, at) => name !== '' && !read.has(at))
  return names.length > 0 ? [`Columns that were not read: ${list(names)}.`] : []
}

function notesOf({ key, column: { notes, nothing } }: { key: string; column: SheetColumn }) {
  const blank = `has cells such as NULL, which were read as blank: ${nothing}`
  return [...notes, ...(nothing > 0 ? [blank] : [])].map((note) => `${key} ${note}.`)
}
