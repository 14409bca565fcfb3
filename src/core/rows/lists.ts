import { isRecord, tryParseJson } from '../json.ts'
import { type CellRule, fail, isNothing, type Report } from './cells.ts'

const LIST = 'must be a list of texts, such as A;B or ["A","B"]'

/** A quoted item, with or without escapes, or a bare one; then what ends it. */
const ITEM =
  /\s*(?:"((?:[^"\\]|\\[\s\S]|"")*)"|'((?:[^'\\]|\\[\s\S]|'')*)'|([^\s"'[\]{},][^"[\]{},]*))\s*(,|$)/y
/** What separates items, in a cell with several of them. */
const SEPARATOR = /[;|\n]| [•·] /
/** Also those of Chinese, Japanese and Arabic. */
const COMMA = /[,，、،]/
/** Airtable and Notion write the address of a linked record behind its name. */
const ADDRESS = / \(https?:\/\/[^\s)]*\)$/
const ESCAPE = /\\(?:x([\da-f]{2})|u([\da-f]{4})|([\s\S]))|(["'])\4/gi
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

/**
 * Lists of texts: arrays, cells in brackets or braces as JSON, Python, DuckDB and PostgreSQL write
 * them, and cells with separators. Commas separate where no cell of the column has `;` or `|`.
 */
export const listReader: CellRule<string[]> = ({ separator, notes }) => {
  let hasSeparator = separator !== undefined
  let hasCommas = false

  /** Go and numpy put blanks between items, others commas. */
  const inBrackets = (cell: string, report: Report, isSeen: boolean) => {
    hasCommas ||= /[,"']/.test(cell)
    if (hasCommas || !/\S\s+[^\s\]}]/.test(cell)) return bracketed(cell, report)
    return isSeen ? fail(report, `${LIST}: “${cell}” can be one or several`) : undefined
  }

  const byCommas = (cell: string, report: Report) => {
    const values = itemsOf(cell.split(COMMA))
    notes.add('was split at commas')
    if (values.every(isWhole)) return values
    return fail(report, `${LIST}: its quotes or brackets are cut by commas`)
  }

  const ofText = (cell: string, report: Report, isSeen: boolean) => {
    if (/^(\[[\s\S]*\]|\{[\s\S]*\})$/.test(cell)) return inBrackets(cell, report, isSeen)
    if (cell.startsWith('#')) return itemsOf(cell.split(/\s+(?=#)/))
    hasSeparator ||= SEPARATOR.test(cell)
    if (hasSeparator || !COMMA.test(cell)) return itemsOf(cell.split(separator ?? SEPARATOR))
    return isSeen ? byCommas(cell, report) : undefined
  }

  return (cell, report, isSeen) => {
    const list = isRecord(cell) ? (cell.nodes ?? cell.edges) : cell
    if (Array.isArray(list)) return textsOf(list, report)
    return typeof cell === 'string' ? ofText(cell, report, isSeen) : fail(report, LIST)
  }
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
      return fail(report, LIST)
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
  const texts = values.map(nameOf).filter((value) => value !== null && value !== '[REDACTED]')
  if (texts.length === 0 && values.length > 0) return null
  return texts.every((value) => typeof value === 'string') ? items(texts) : fail(report, LIST)
}

/** APIs list records, and GraphQL wraps each. */
function nameOf(value: unknown): unknown {
  if (!isRecord(value)) return value
  return isRecord(value.node) ? value.node.name : value.name
}

/** The items of a cell without brackets. */
function itemsOf(parts: readonly string[]) {
  return items(parts.map((part) => part.trim().replace(ADDRESS, '')))
}

function items(values: readonly string[]) {
  const texts = values.map((value) => value.trim().toWellFormed())
  return texts.filter((text) => text !== '')
}

/** Whether an item has both halves of its quotes and brackets. */
function isWhole(item: string) {
  const count = (text: RegExp) => item.match(text)?.length ?? 0
  return !item.includes('"') && count(/[([{]/g) === count(/[)\]}]/g)
}
