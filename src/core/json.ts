/**
 * How much structure a JSON text from outside may have. What it costs to parse, check and copy a
 * value goes by the number of its parts and not by its bytes, and whatever walks it by recursion
 * needs an end to its nesting.
 */
interface JsonLimits {
  /** How many objects and lists may stand within one another. */
  maxLevels: number
  /** How many values it may hold in all, at any depth. */
  maxValues: number
}

/** More than the longest conversation with the most tools needs. */
const BODY_LIMITS: JsonLimits = { maxLevels: 100, maxValues: 20_000 }

const QUOTE = 0x22
const COMMA = 0x2c
const OPENING_BRACKET = 0x5b
const BACKSLASH = 0x5c
const CLOSING_BRACKET = 0x5d
const OPENING_BRACE = 0x7b
const CLOSING_BRACE = 0x7d

interface ParsedJson {
  value?: unknown
  /** Why there is no value, to be put after the name of the text. */
  issue?: string
}

/** Parses a JSON text, unless there is too much in it: nothing is made of such a text. */
export function parseJson(text: string, limits?: Partial<JsonLimits>): ParsedJson {
  const issue = jsonLimitIssue(text, limits)
  if (issue) return { issue }
  const value = tryParseJson(text)
  return value === undefined ? { issue: 'must be JSON' } : { value }
}

/** Undefined, which no JSON text stands for, where it is not JSON: the parser's error quotes it. */
export function tryParseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Why there is too much in a JSON text, by one linear scan; whether it is JSON is not looked at. */
export function jsonLimitIssue(text: string, limits: Partial<JsonLimits> = {}): string | undefined {
  const { maxLevels, maxValues } = { ...BODY_LIMITS, ...limits }
  let levels = 0
  let values = 1
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at)
        break
      case OPENING_BRACKET:
      case OPENING_BRACE:
        levels += 1
        values += 1
        break
      case CLOSING_BRACKET:
      case CLOSING_BRACE:
        levels -= 1
        break
      case COMMA:
        values += 1
    }
    if (levels > maxLevels) return `may be nested ${maxLevels} levels deep at most`
    if (values > maxValues) return `may hold at most ${maxValues} values`
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
 * Whether more objects and lists stand within one another than this. It asks level by level, without
 * recursion, so that what is nested thousands deep exhausts no stack.
 */
export function isDeeperThan(value: unknown, most: number): boolean {
  let level = [value].filter(isNested)
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= most) return true
    level = level.flatMap((item) => Object.values(item)).filter(isNested)
  }
  return false
}

function isNested(item: unknown): item is object {
  return typeof item === 'object' && item !== null
}

/** Whether a value from outside is an object with fields, and no list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
