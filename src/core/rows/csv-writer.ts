import Papa from 'papaparse'

type Value = string | number | boolean | null | undefined

/**
 * CSV (RFC 4180) with a header row. Texts are anyone's, so one that a spreadsheet would run as a
 * formula gets a `'` in front, as OWASP recommends.
 */
export function csvText<Column extends string>(
  columns: readonly Column[],
  rows: readonly Readonly<Record<Column, Value>>[],
): string {
  return csvTable([columns, ...rows.map((row) => columns.map((column) => row[column]))])
}

/** The CSV of rows, the first of which is the header row. */
export function csvTable(rows: readonly (readonly Value[])[]): string {
  const table = Papa.unparse(
    rows.map((row) =>
      row.map((value) => (typeof value === 'string' ? escapeFormulas(value) : value)),
    ),
    { newline: '\r\n' },
  )
  return `${table}\r\n`
}

/** The parts that become cells of their own where a locale separates cells by `;` or a tab. */
const PARTS = /[^;\t\r\n]+/g

/**
 * The beginning of a formula, in ASCII and in full width. A `'` before it counts too: only then does
 * taking one off give every text back.
 */
const FORMULA = /^([ "]*)('*[=+\-@＝＋－＠])/
const ESCAPED_FORMULA = /^([ "]*)'('*[=+\-@＝＋－＠])/

function escapeFormulas(text: string): string {
  return text.replaceAll(PARTS, (part) => part.replace(FORMULA, "$1'$2"))
}

export function unescapeFormulas(text: string): string {
  if (!text.includes("'")) return text
  return text.replaceAll(PARTS, (part) => part.replace(ESCAPED_FORMULA, '$1$2'))
}
