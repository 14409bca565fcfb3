/** Says what is wrong with a cell. */
export type Report = (issue: string) => void

/**
 * Reads a cell that has a value; null if it cannot. A cell that can mean two things is undefined until
 * all of its column have been seen, and is then read again.
 */
type CellReader<Value> = (
  cell: unknown,
  report: Report,
  isSeen: boolean,
) => Value | null | undefined

/** How the cells of a file are read. */
export interface CellOptions {
  /** The time zone of dates, and of times without an offset. */
  timezone: string
  /** The instant at which clocks of that zone show a time, given as if it were UTC. */
  fromClock(clockMs: number): number
  /** Whether Unix time is the usual form of an instant. */
  isUnix?: boolean
  /** What separates the items of a list. */
  separator?: string | undefined
}

/** A column that is being read. */
export interface SheetColumn extends CellOptions {
  /** What was assumed, to follow the name of the field. */
  notes: Set<string>
  /** The number of cells that spell out that they have no value. */
  nothing: number
}

/** Opens a reader for the cells of one column. */
export type CellRule<Value> = (column: SheetColumn) => CellReader<Value>

/** How programs spell that there is no value. */
const NOTHING: ReadonlySet<unknown> = new Set([
  ...['NULL', 'null', '\\N', 'NA', 'N/A', 'n/a', '#N/A', '<NA>', 'None', 'nan', 'NaN', 'NaT'],
  ...['(NULL)', '(null)', '[NULL]', '<null>', 'nil', '<nil>', 'undefined', 'set()'],
])
const MAX_NOTHING = 9
/** Of a spreadsheet, in any of its languages. */
const ERROR_VALUE = /^#[\p{Lu}\d/_]+[!?]$/u

/** Whether a cell has no value, spelled out. */
export function isNothing(cell: unknown): boolean {
  if (typeof cell !== 'string') return false
  return (cell.length <= MAX_NOTHING && NOTHING.has(cell)) || ERROR_VALUE.test(cell)
}

export function columnReader<Value>(
  rule: CellRule<Value>,
  column: SheetColumn,
  isRequired: boolean,
): CellReader<Value> {
  const read = rule(column)
  return (cell, report, isSeen) => {
    const isSpelled = isNothing(cell)
    const isBlank = cell === '' || cell === undefined || cell === null
    if (!isSpelled && !isBlank) return read(cell, report, isSeen)
    if (isRequired) report(`is required${isSpelled ? `, but is “${cell}”` : ''}`)
    else if (isSpelled) column.nothing += 1
    return null
  }
}

/** Reads what another rule has read further. */
export function mapped<From, To>(rule: CellRule<From>, map: (value: From) => To): CellRule<To> {
  return (column) => {
    const read = rule(column)
    return (cell, report, isSeen) => {
      const value = read(cell, report, isSeen)
      if (value === undefined) return undefined
      return value === null ? null : map(value)
    }
  }
}

export function fail(report: Report, issue: string): null {
  report(issue)
  return null
}

export const textReader: CellRule<string> = () => (cell, report) => {
  // What is no Unicode becomes U+FFFD. Nothing else is altered.
  return typeof cell === 'string' ? cell.toWellFormed() : fail(report, 'must be a string')
}

const ROUNDED = /^\d([.,]\d+)?E\+\d+$|^\d{16,}\.\d+$/i

export const idReader: CellRule<string> = () => (cell, report) => {
  if (typeof cell !== 'number' && typeof cell !== 'string') {
    return fail(report, 'must be a string or a number')
  }
  const id = String(cell).toWellFormed()
  if (!ROUNDED.test(id)) return id
  return fail(report, `must not be rounded, as “${id}” is: format the column as text`)
}

export const flagReader: CellRule<boolean> = () => (cell, report) => {
  const text = String(cell)
  if (/^(true|t|yes|y|1|checked)$/i.test(text)) return true
  if (/^(false|f|no|n|0|unchecked)$/i.test(text)) return false
  return fail(report, 'must be true or false')
}

/** Programs write whole numbers as `42.0` where others of the column are missing. */
const WHOLE = /^-?\d+(\.0+)?$/
/** Three zeros after a point or a comma are decimals, or a thousand times as much. */
const ZEROS = /^(-?\d{1,3})([.,])000$/
const SHORT = /^\d{1,3}(?:\.0{1,2})?$/
const GROUPED = /^[1-9]\d{0,2}(?:([,'’]|\s)\d{3})(?:\1\d{3})*(?:\.0{1,2})?$/u

const INTEGER = 'must be an integer, such as 1012'

/** Integers from 0. Separated thousands are read if all numbers of the column are written so. */
export const countReader: CellRule<number> = ({ notes }) => {
  const separators = new Set<string>()
  let isGrouped = true
  let hasOthers = false

  /** Whether the zeros behind a sign may be decimals: those behind a comma, if all cells have them. */
  const mayBeDecimal = (sign: string | undefined) => sign === '.' || (sign === ',' && !hasOthers)

  const inDoubt = (text: string, report: Report) => {
    const [, whole, sign] = ZEROS.exec(text) ?? []
    if (!mayBeDecimal(sign) && isGrouped && separators.size === 1) {
      notes.add('was read with separated thousands')
      return Number(text.replace(/\.0+$/, '').replaceAll(/\D/g, ''))
    }
    const doubt = mayBeDecimal(sign)
      ? `can be ${whole} or ${whole}000`
      : 'is written differently from others of its column'
    return fail(report, `“${text}” ${doubt}: write numbers as 1012`)
  }

  const textOf = (text: string, report: Report, isSeen: boolean) => {
    const [, , sign] = ZEROS.exec(text) ?? []
    hasOthers ||= !sign
    if (sign !== '.' && WHOLE.test(text)) {
      if (!SHORT.test(text)) isGrouped = false
      return countOf(Number(text), report)
    }
    const [, separator] = GROUPED.exec(text) ?? []
    if (separator) separators.add(separator)
    else isGrouped = false
    if (!separator && sign !== '.') return fail(report, INTEGER)
    return isSeen ? inDoubt(text, report) : undefined
  }

  return (cell, report, isSeen) => {
    if (typeof cell === 'string') return textOf(cell, report, isSeen)
    hasOthers = true
    return countOf(cell, report)
  }
}

function countOf(value: unknown, report: Report) {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) return fail(report, INTEGER)
  return value < 0 ? fail(report, 'must be at least 0') : value
}
