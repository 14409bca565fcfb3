/** Reports what is wrong with a cell. */
export type Report = (issue: string) => void

/**
 * Reads the cells of one column. A cell that can mean two things is read when all others have been
 * seen: until then it is undefined. Null means that it has no value.
 */
export interface CellReader<Value> {
  read(cell: unknown, report: Report): Value | null | undefined
  /** Reads a cell once all of the column have been seen. */
  settle(cell: unknown, report: Report): Value | null
  /** What was assumed, to follow the name of the field. */
  notes(): string[]
}

/** How programs spell that there is no value. */
const NOTHING: ReadonlySet<unknown> = new Set([
  ...['NULL', 'null', '\\N', 'NA', 'N/A', '#N/A', '<NA>', 'None', 'nan', 'NaN', 'NaT'],
  ...['#REF!', '#VALUE!', '#NAME?', '#DIV/0!', '#NULL!', '#NUM!'],
])
const MAX_NOTHING = 7

function isBlank(cell: unknown): boolean {
  return cell === '' || cell === undefined || cell === null
}

/** Whether a cell has no value, spelled out. */
export function isNothing(cell: unknown): boolean {
  return typeof cell === 'string' && cell.length <= MAX_NOTHING && NOTHING.has(cell)
}

/** Reads the cells of a column that have a value. */
export function columnReader<Value>(
  reader: CellReader<Value>,
  isRequired: boolean,
): CellReader<Value> {
  let nothing = 0
  return {
    read(cell, report) {
      const isSpelled = isNothing(cell)
      if (!isSpelled && !isBlank(cell)) return reader.read(cell, report)
      if (isRequired) report(`is required${isSpelled ? `, but is “${cell}”` : ''}`)
      else if (isSpelled) nothing += 1
      return null
    },
    settle: reader.settle,
    notes: () => [
      ...reader.notes(),
      ...(nothing > 0 ? [`has cells such as NULL, which were read as blank: ${nothing}`] : []),
    ],
  }
}

/** A reader of cells that mean the same whatever is in the others of the column. */
export function plainReader<Value>(
  read: (cell: unknown, report: Report) => Value | null,
): CellReader<Value> {
  return { read, settle: read, notes: () => [] }
}

export function textReader(): CellReader<string> {
  return plainReader((cell, report) => {
    // What is no Unicode becomes U+FFFD. Nothing else is altered.
    if (typeof cell === 'string') return cell.toWellFormed()
    report('must be a string')
    return null
  })
}

const ROUNDED = /^\d(\.\d+)?E\+\d+$/i

export function idReader(): CellReader<string> {
  return plainReader((cell, report) => {
    if (typeof cell === 'number' || typeof cell === 'string') {
      const id = String(cell).toWellFormed()
      if (!ROUNDED.test(id)) return id
      report(`must not be rounded, as “${id}” is: format the column as text`)
    } else report('must be a string or a number')
    return null
  })
}

export function flagReader(): CellReader<boolean> {
  return plainReader((cell, report) => {
    if (typeof cell === 'boolean') return cell
    if (/^(true|t|yes)$/i.test(String(cell))) return true
    if (/^(false|f|no)$/i.test(String(cell))) return false
    report('must be true or false')
    return null
  })
}

/** Programs write whole numbers as `42.0` where others of the column are missing. */
const WHOLE = /^-?\d+(\.0+)?$/
/** Thousands that a point separates are whole numbers too, but a thousand times as much. */
const POINT = /^(-?\d{1,3})\.000$/
const SHORT = /^\d{1,3}(?:\.0{1,2})?$/
const GROUPED = /^\d{1,3}(?:([,'’]|\s)\d{3})(?:\1\d{3})*(?:\.0{1,2})?$/u

/** Integers from 0. Separated thousands are read if all numbers of the column are written so. */
export function countReader(): CellReader<number> {
  const separators = new Set<string>()
  let isGrouped = true

  const fromText = (text: string, report: Report) => {
    if (WHOLE.test(text) && !POINT.test(text)) {
      if (!SHORT.test(text)) isGrouped = false
      return numberOf(Number(text), report)
    }
    const [, separator] = GROUPED.exec(text) ?? []
    if (separator) separators.add(separator)
    else isGrouped = false
    if (separator || POINT.test(text)) return undefined
    report(INTEGER)
    return null
  }

  const read = (cell: unknown, report: Report) => {
    return typeof cell === 'string' ? fromText(cell, report) : numberOf(cell, report)
  }

  const settle = (cell: unknown, report: Report) => {
    const value = read(cell, report)
    if (value !== undefined) return value
    const text = String(cell)
    const [, whole] = POINT.exec(text) ?? []
    if (whole === undefined && isGrouped && separators.size === 1) {
      return Number(text.replace(/\.0+$/, '').replaceAll(/\D/g, ''))
    }
    const doubt = whole === undefined ? DIFFERENT : `can be ${whole} or ${whole}000`
    report(`“${text}” ${doubt}: write numbers as 1012`)
    return null
  }

  const isRead = () => separators.size > 0 && isGrouped
  return { read, settle, notes: () => (isRead() ? ['was read with separated thousands'] : []) }
}

const INTEGER = 'must be an integer, such as 1012'
const DIFFERENT = 'is written differently from others of its column'

function numberOf(value: unknown, report: Report) {
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) report(INTEGER)
  else if (value < 0) report('must be at least 0')
  else return value
  return null
}
