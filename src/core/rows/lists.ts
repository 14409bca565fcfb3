import { tryParseJson } from '../json.ts'
import { type CellReader, isNothing, type Report } from './cells.ts'

const LIST = 'must be a list of texts, such as A;B or ["A","B"]'

/** A quoted item, with or without escapes, or a bare one; then what ends it. */
const ITEM =
  /\s*(?:"((?:[^"\\]|\\[\s\S]|"")*)"|'((?:[^'\\]|\\[\s\S]|'')*)'|([^\s"'[\]{},][^"[\]{},]*))\s*(,|$)/y
const ESCAPE = /\\(?:x([\da-f]{2})|u([\da-f]{4})|([\s\S]))|(["'])\4/gi
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/**
 * Lists of texts: arrays, cells in brackets or braces as JSON, Python, DuckDB and PostgreSQL write
 * them, and cells with separators. Commas separate where no cell of the column has `;` or `|`.
 */
export function listReader(separator?: string): CellReader<string[]> {
  let hasSeparator = separator !== undefined
  let hasCommas = false
  const between = separator ?? /[;|]/

  const read = (cell: unknown, report: Report): string[] | null | undefined => {
    if (Array.isArray(cell)) return textsOf(cell, report)
    if (typeof cell !== 'string') {
      report(LIST)
      return null
    }
    if (isBracketed(cell)) return bracketed(cell, report)
    if (!hasSeparator && /[;|]/.test(cell)) hasSeparator = true
    if (hasSeparator || !cell.includes(',')) return items(cell.split(between))
    hasCommas = true
    return undefined
  }

  return {
    read,
    settle(cell, report) {
      const value = read(cell, report)
      if (value !== undefined || typeof cell !== 'string') return value ?? null
      const values = items(cell.split(','))
      if (values.every(isWhole)) return values
      report(`${LIST}: its quotes or brackets are cut by commas`)
      return null
    },
    notes: () => (hasCommas && !hasSeparator ? ['was split at commas'] : []),
  }
}

function isBracketed(cell: string) {
  const ends = `${cell.at(0)}${cell.at(-1)}`
  return ends === '[]' || ends === '{}'
}

function bracketed(cell: string, report: Report) {
  const json = cell.startsWith('[') ? tryParseJson(cell) : undefined
  if (Array.isArray(json)) return textsOf(json, report)
  const text = cell.slice(1, -1).trim()
  const values: string[] = []
  ITEM.lastIndex = 0
  for (let isEnd = text === ''; !isEnd; ) {
    const [item, double, single, bare = '', end] = ITEM.exec(text) ?? []
    if (item === undefined || (end === ',' && ITEM.lastIndex === text.length)) {
      report(LIST)
      return null
    }
    const quoted = double ?? single
    if (quoted !== undefined) values.push(quoted.replaceAll(ESCAPE, unescaped))
    else if (!isNothing(bare.trim())) values.push(bare)
    isEnd = end === ''
  }
  return items(values)
}

function unescaped(_: string, byte?: string, unit?: string, letter?: string, quote?: string) {
  const code = byte ?? unit
  if (code) return String.fromCharCode(Number.parseInt(code, 16))
  return letter ? (CONTROLS[letter] ?? letter) : (quote ?? '')
}

function textsOf(values: readonly unknown[], report: Report) {
  const texts = values.filter((value) => value !== null)
  if (texts.every((value) => typeof value === 'string')) return items(texts)
  report(LIST)
  return null
}

function items(values: readonly string[]) {
  return values.map((value) => value.trim().toWellFormed()).filter((value) => value !== '')
}

/** Whether an item has both halves of its quotes and brackets. */
function isWhole(item: string) {
  const count = (text: RegExp) => item.match(text)?.length ?? 0
  return !item.includes('"') && count(/[([{]/g) === count(/[)\]}]/g)
}
