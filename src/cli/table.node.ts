import stringWidth from 'string-width'
import { printable } from '../core/printable.ts'

export type Cell = string | number | null

/** Rows under a header, in columns: numbers to the right, also with wide characters and emoji. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const lines = [head, ...rows.map((row) => row.map(shown))]
  const widths = head.map((_, at) => Math.max(...lines.map((line) => stringWidth(line[at] ?? ''))))
  const isNumber = head.map((_, at) => rows.every((row) => typeof row[at] !== 'string'))
  const text = lines.map((line) => {
    const cells = line.map((cell, at) => {
      const blanks = ' '.repeat((widths[at] ?? 0) - stringWidth(cell))
      return isNumber[at] ? blanks + cell : cell + blanks
    })
    return `${cells.join('  ').trimEnd()}\n`
  })
  return text.join('')
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
