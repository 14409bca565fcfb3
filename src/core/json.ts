/**
 * The limits on the structure of a JSON text from outside. The cost of parsing, validating and copying
 * a value depends on the number of its parts more than on its size in bytes, and recursive code
 * needs a limit on nesting.
 */
interface JsonLimits {
  /** The maximum nesting of objects and arrays. */
  maxDepth: number
  /** The maximum number of values, at any depth. */
  maxValues: number
}

/** More than the longest conversation with the most tools needs. */
const BODY_LIMITS: JsonLimits = { maxDepth: 100, maxValues: 20_000 }

const QUOTE = 0x22
const COMMA = 0x2c
const OPENING_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSING_BRACKET = 0x5d
const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d

interface ParsedJson {
  value?: unknown
  /** Why there is no value. Reads on from the name of the text: "body: must be valid JSON". */
  issue?: string
}

/** Parses a JSON text; a text beyond the limits is not parsed at all. */
export function parseJson(text: string, limits?: Partial<JsonLimits>): ParsedJson {
  const issue = jsonLimitIssue(text, limits)
  if (issue) return { issue }
  const value = tryParseJson(text)
  return value === undefined ? { issue: 'must be valid JSON' } : { value }
}

/**
 * Undefined if the text is not valid JSON: the parser's own error would quote the text. Long integers,
 * such as ids beyond 2^53, become text where a number would change their digits.
 */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(LONG_NUMBER.test(text) ? text.replaceAll(STRING_OR_NUMBER, exactToken) : text)
  } catch {
    return undefined
  }
}

const LONG_NUMBER = /\d{16}/
const STRING_OR_NUMBER = /"[^"\\]*(?:\\[\s\S][^"\\]*)*"?|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?/gi

function exactToken(token: string): string {
  return !token.startsWith('"') && exactNumber(token) === token ? `"${token}"` : token
}

/** The value of a number in JSON, or its text if it is an integer whose digits would change. */
function exactNumber(text: string): number | string {
  const number = Number(text)
  const isExact = Number.isSafeInteger(number) || String(number) === text
  return isExact || !/^-?\d+$/.test(text) ? number : text
}

/** The limit that a JSON text exceeds, found by one linear scan that does not check its syntax. */
export function jsonLimitIssue(text: string, limits: Partial<JsonLimits> = {}): string | undefined {
  const { maxDepth, maxValues } = { ...BODY_LIMITS, ...limits }
  let depth = 0
  let values = 1
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at)
        break
      case OPENING_BRACKET:
      case OPENING_BRACE:
        depth += 1
        values += 1
        break
      case CLOSING_BRACKET:
      case CLOSING_BRACE:
        depth -= 1
        break
      case COMMA:
        values += 1
    }
    if (depth > maxDepth) return `must not be nested more than ${maxDepth} levels deep`
    if (values > maxValues) return `may have at most ${maxValues} values`
  }
  return undefined
}

function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (end >= 0 && isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end < 0 ? text.length : end
}

function isEscaped(text: string, at: number): boolean {
  let before = at - 1
  while (text.charCodeAt(before) === BACKSLASH) before -= 1
  return (at - before) % 2 === 0
}

/**
 * Whether objects and arrays are nested more deeply than this. Works level by level instead of by
 * recursion, so that extreme nesting cannot exhaust the stack.
 */
export function isDeeperThan(value: unknown, maxDepth: number): boolean {
  let level = [value].filter(isNested)
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= maxDepth) return true
    level = level.flatMap((item) => Object.values(item)).filter(isNested)
  }
  return false
}

/** The values in a value that is not nested deeply, itself included. */
export function countValues(value: unknown): number {
  if (!isNested(value)) return 1
  return Object.values(value).reduce<number>((sum, item) => sum + countValues(item), 1)
}

function isNested(item: unknown): item is object {
  return typeof item === 'object' && item !== null
}

/** Whether a value is an object other than an array. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value if it is a record, or else an empty one. */
export function asRecord(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

/** A value as a list; an empty one if it is none. */
export function asList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** Half of a character, as `JSON.stringify` writes it, behind any escaped backslashes. */
const NO_UNICODE = /(?<!\\)((?:\\\\)*)\\ud[89a-f][0-9a-f]{2}/g

/** Line breaks to some readers, such as Python's `splitlines`, that JSON may leave unescaped. */
const LINE_BREAKS = /[\u0085\u2028\u2029]/g

/** JSON on one line that every reader can split and parse: what is no Unicode becomes U+FFFD. */
export function jsonText(value: unknown): string {
  const json = JSON.stringify(value)
  const text = json.includes('\\ud') ? json.replace(NO_UNICODE, '$1\ufffd') : json
  return text.replace(LINE_BREAKS, escapedCharacter)
}

export function escapedCharacter(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
