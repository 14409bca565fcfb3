import { nextTurn } from '../next-turn.ts'
import { countFields, isComplete, placeColumns, type SheetFormat } from './columns.ts'
import { csvSheet } from './csv-sheet.ts'
import { jsonSheet } from './json-sheet.ts'

export interface SheetRow {
  /** The line on which it begins, or its position in a JSON list, both from 1. */
  row: number
  /** By the columns of the file; CSV cells are texts. */
  cells: readonly unknown[]
  /** The record of a JSON text. */
  value?: unknown
  /** The name of the field that it is the value of. */
  key?: string
  /** Why it cannot be read. */
  issue?: string
}

/** A file, whatever it was written as: columns with names, and rows of cells. */
export interface Sheet {
  kind: 'csv' | 'json'
  header: readonly string[]
  /** The place of the column of each field. */
  places: ReadonlyMap<string, number>
  /** The rows in batches, between which other work has its turn. */
  rows(): AsyncGenerator<readonly SheetRow[]>
  /** What was assumed to read it. */
  notes: readonly string[]
}

/** The header row of a CSV text, and the first rows below it; undefined for JSON. */
export function headOf(text: string, format: SheetFormat, count: number) {
  const lines = plainLines(text)
  if (/^\s*[[{]/.test(lines)) return undefined
  const { header, batches } = csvSheet(lines, (names) => countFields(names, format))
  const [rows = []] = batches
  return { header, rows: rows.slice(0, count) }
}

/** Without a byte order mark, and with lines that end in `\n`: a `\r` before it is a cell's, or a blank. */
function plainLines(text: string) {
  const plain = text.replace(/^\ufeff/, '')
  const [end] = /\r*\n|\r/.exec(plain) ?? []
  if (end?.endsWith('\n')) return plain
  return plain.replaceAll(/\r+\n?/g, (all) => (all.endsWith('\n') ? '\n' : '\n'.repeat(all.length)))
}

/**
 * Opens a text: CSV with a header row, one JSON object per line, or JSON that holds its records at one
 * place.
 *
 * @throws Error that says what is wrong, and in which row.
 */
export function openSheet(text: string, format: SheetFormat): Sheet {
  const lines = plainLines(text)
  const [first] = /\S/.exec(lines) ?? []
  if (first === undefined) throw new Error('must not be empty')
  const score = (header: readonly string[]) => countFields(header, format)
  const isJson = first === '{' || first === '['
  const { header, row, hasRecords, batches, notes } = isJson
    ? jsonSheet(lines, {
        score,
        isComplete: (names) => isComplete(names, format),
        wrapper: format.wrapper,
      })
    : csvSheet(lines, score)
  const strict = { ...format, isStrict: format.isStrict === true && !isJson }
  return {
    kind: isJson ? 'json' : 'csv',
    header,
    notes,
    places: hasRecords ? located(row, () => placeColumns(header, strict)) : new Map(),
    async *rows() {
      for (const batch of batches) {
        yield batch
        await nextTurn()
      }
    },
  }
}

function located<Value>(row: number | undefined, work: () => Value): Value {
  try {
    return work()
  } catch (error) {
    if (row === undefined || !(error instanceof Error)) throw error
    throw new Error(`row ${row}: ${error.message}`)
  }
}
