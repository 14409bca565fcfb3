import stringWidth from 'string-width'
import { printable } from '../core/printable.ts'

export type Cell = string | number | null

/**
 * Rows under a header, in columns: numbers to the right, also with wide characters and emoji. A list
 * is as wide as the terminal at most.
 */
export function table(
  head: readonly string[],
  rows: readonly (readonly Cell[])[],
  terminalWidth = Number.POSITIVE_INFINITY,
): string {
  const lines = [head, ...rows.map((row) => row.map(shown))]
  const needed = head.map((_, at) => Math.max(...lines.map((line) => stringWidth(line[at] ?? ''))))
  const widths = fitted(head, needed, terminalWidth)
  const isNumber = head.map((_, at) => rows.every((row) => typeof row[at] !== 'string'))
  const text = lines.map((line) => {
    const cells = widths.flatMap((width, at) => {
      if (width === 0) return []
      const cell = cut(line[at] ?? '', width)
      const blanks = ' '.repeat(width - stringWidth(cell))
      return [isNumber[at] ? blanks + cell : cell + blanks]
    })
    return `${cells.join(GAP).trimEnd()}\n`
  })
  return text.join('')
}

const GAP = '  '
const MIN_NAME = 10

/** The widths of a list's columns: topics give way first, then names, and the time for a short name. */
function fitted(head: readonly string[], needed: readonly number[], terminalWidth: number) {
  const widths = [...needed]
  const [topics, name, time] = ['TOPICS', 'NAME', 'LAUNCHED'].map((column) => head.indexOf(column))
  if (topics === undefined || name === undefined || time === undefined || topics < 0) return widths
  /** What the other columns leave to one. */
  const roomOf = (column: number) => {
    const others = widths.filter((width, at) => at !== column && width > 0)
    return others.reduce((room, width) => room - width - GAP.length, terminalWidth)
  }
  const narrow = (column: number, least: number) => {
    const room = Math.min(needed[column] ?? 0, roomOf(column))
    widths[column] = room < least ? 0 : room
  }
  narrow(topics, stringWidth('TOPICS'))
  if (roomOf(name) < Math.min(MIN_NAME, needed[name] ?? 0)) widths[time] = 0
  narrow(name, 1)
  return widths
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The beginning of a text that is wider. */
function cut(text: string, width: number): string {
  if (stringWidth(text) <= width) return text
  let shown = ''
  for (const { segment } of graphemes.segment(text)) {
    if (stringWidth(shown + segment) >= width) break
    shown += segment
  }
  return `${shown.trimEnd()}…`
}

/** Rows as tab-separated lines for programs, without a header. */
export function tabbed(rows: readonly (readonly Cell[])[]): string {
  return rows
    .map((row) => `${row.map((cell) => printable(String(cell ?? ''))).join('\t')}\n`)
    .join('')
}

const INSTANT = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*Z$/

/** A cell for a reader: instants to the minute. */
function shown(cell: Cell): string {
  if (cell === null) return '-'
  return typeof cell === 'number'
    ? cell.toLocaleString('en-US')
    : printable(cell.replace(INSTANT, '$1 $2'))
}
