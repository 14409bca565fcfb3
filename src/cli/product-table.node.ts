import stringWidth from 'string-width'
import { printable } from '../core/printable.ts'
import type { Product } from '../ranking/product.ts'
import type { Paint } from './terminal.node.ts'

interface TableOptions {
  /** The maximum width of a line; unlimited by default. */
  columns?: number | undefined
  paint: Paint
}

type Row = readonly [rank: string, name: string, votes: string, launched: string, topics: string]

const HEAD: Row = ['#', 'NAME', 'VOTES', 'LAUNCHED', 'TOPICS']
const [RANK, NAME, VOTES, , TOPICS] = HEAD.keys()
/** The columns that are truncated to fit the width, in this order. */
const TRUNCATED = [TOPICS, NAME]
const MIN_WIDTH = 8
const GAP = '  '

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Products as a table that fits the terminal, also with wide characters and emoji. */
export function productTable(
  products: readonly Product[],
  { columns = Number.POSITIVE_INFINITY, paint }: TableOptions,
): string {
  const rows: readonly Row[] = [HEAD, ...products.map(rowOf)]
  const widths = fitted(
    HEAD.map((_title, at) => Math.max(...rows.map((row) => stringWidth(row[at] ?? '')))),
    columns,
  )
  const lines = rows.map((row, line) => {
    const cells = row.map((cell, at) => {
      const padded = pad(
        truncate(cell, widths[at] ?? 0),
        widths[at] ?? 0,
        at === RANK || at === VOTES,
      )
      if (line === 0) return paint('dim', padded)
      return at === NAME ? paint('bold', padded) : padded
    })
    return cells.join(GAP).trimEnd()
  })
  return `${lines.join('\n')}\n`
}

/** Products as tab-separated lines for programs: no header, nothing truncated, full instants. */
export function tabbedProducts(products: readonly Product[]): string {
  return products
    .map(({ name, votesCount, launchedAt, topics }, at) => {
      const cells = [at + 1, printable(name), votesCount, launchedAt, topicsOf(topics)]
      return `${cells.map((cell) => cell ?? '').join('\t')}\n`
    })
    .join('')
}

function rowOf({ name, votesCount, launchedAt, topics }: Product, at: number): Row {
  const votes = votesCount?.toLocaleString('en-US') ?? '-'
  return [String(at + 1), printable(name), votes, launchedAt?.slice(0, 10) ?? '-', topicsOf(topics)]
}

function topicsOf(topics: readonly string[]) {
  return topics.map(printable).join(', ')
}

function fitted(natural: readonly number[], columns: number): readonly number[] {
  const widths = [...natural]
  const total = () => widths.reduce((sum, width) => sum + width, GAP.length * (widths.length - 1))
  for (const at of TRUNCATED) {
    if (at === undefined || total() <= columns) continue
    const width = widths[at] ?? 0
    widths[at] = Math.max(Math.min(width, MIN_WIDTH), width - (total() - columns))
  }
  return widths
}

/** Truncates a text to a width without splitting a grapheme. */
function truncate(text: string, width: number): string {
  if (stringWidth(text) <= width) return text
  let kept = ''
  let keptWidth = 0
  for (const { segment } of graphemes.segment(text)) {
    keptWidth += stringWidth(segment)
    if (keptWidth > width - 1) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}

function pad(text: string, width: number, atStart: boolean): string {
  const blanks = ' '.repeat(Math.max(0, width - stringWidth(text)))
  return atStart ? blanks + text : text + blanks
}
