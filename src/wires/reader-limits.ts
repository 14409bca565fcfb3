import { parseJson } from '../core/json.ts'
import { malformed, WireError } from './wire-error.ts'

/** What one answer may have at most. */
export interface ReaderLimits {
  /** The length of a line, event or document, or of the input of a call, in UTF-16 units. */
  maxFrameLength: number
  /** The number of parts of text, parts of calls, and results. */
  maxEvents: number
  /** The length of the text of the answer, in UTF-16 units. */
  maxTextLength: number
  /** The size of the same text as JSON: an escaped character takes up to six bytes. */
  maxTextBytes: number
  maxToolCalls: number
  maxToolResults: number
  /** The size of all ids of calls and results, as JSON. Some carry signatures of any length. */
  maxIdBytes: number
  /** The size of the name of a call, as JSON. */
  maxNameBytes: number
}

/** In the detail, `#` is the limit. */
export function limit(value: number, max: number, detail: string) {
  if (value > max) throw new WireError('too-large', detail.replace('#', String(max)))
}

/**
 * Values are stored and relayed by recursive code, so nesting is limited. There may be more values
 * than in a request: an agent can send its whole state in one event.
 */
const LIMITS = { maxDepth: 100, maxValues: 100_000 }

/** @throws WireError `malformed` */
export function readFrame(text: string): unknown {
  const { value, issue } = parseJson(text, LIMITS)
  if (issue) throw malformed(`a part of the response ${issue}`)
  return value
}
