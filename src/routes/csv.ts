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

/**
 * What a formula of a spreadsheet begins with, in ASCII and in full width. A `'` before one counts
 * too: only then does taking one off give every value back.
 */
const FORMULA = /^'*[=+\-@\t\r\n＝＋－＠]/

/**
 * Products as CSV (RFC 4180): a header row, then a row for each product. Names and taglines are
 * anyone's, so a cell that a spreadsheet would run as a formula gets a `'` in front, as OWASP
 * recommends.
 */
export function csv(products: readonly Product[]): string {
  const rows = products.map((product) => ({ ...product, topics: product.topics.join(';') }))
  const table = { fields: [...COLUMNS], data: rows }
  const text = Papa.unparse(table, { newline: '\r\n', escapeFormulae: FORMULA })
  // The header of an empty table already ends in a line break.
  return text.endsWith('\r\n') ? text : `${text}\r\n`
}
