import Papa from 'papaparse'
import type { Product } from '../ranking/product.ts'

const COLUMNS = [
  'id',
  'name',
  'tagline',
  'url',
  'votesCount',
  'commentsCount',
  'launchedAt',
  'topics',
] as const

/** How a cell begins that a spreadsheet runs, in whichever width its signs are written. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/

/**
 * Products as RFC 4180 has it: a header row, then a product a row. A cell that a spreadsheet would
 * run as a formula gets a `'` in front, as OWASP recommends: names and taglines are anybody's.
 */
export function csv(products: readonly Product[]): string {
  const rows = products.map((product) => ({ ...product, topics: product.topics.join(';') }))
  const table = { fields: [...COLUMNS], data: rows }
  return `${Papa.unparse(table, { newline: '\r\n', escapeFormulae: FORMULA })}\r\n`
}
