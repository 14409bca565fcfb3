import { findNodeAtLocation, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'

interface JsonIssue {
  message: string
  offset: number
}

/** The first syntax error in a JSON text, with its line and column. */
export function jsonIssue(text: string): JsonIssue | undefined {
  const errors: ParseError[] = []
  parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
  const [first] = errors
  if (!first) return undefined
  const message = MESSAGES[printParseErrorCode(first.error)] ?? 'this is not valid JSON'
  return { message: `${positionOf(text, first.offset)}: ${message}.`, offset: first.offset }
}

/** The offset of the value at a path such as `properties.city.type`. */
export function offsetOf(text: string, path: string): number | undefined {
  const root = parseTree(text)
  const steps = path.split('.').filter((step) => step !== '')
  // If the value is missing, the nearest value around it.
  for (let length = steps.length; root && length >= 0; length -= 1) {
    const node = findNodeAtLocation(root, steps.slice(0, length).map(toStep))
    if (node) return node.offset
  }
  return undefined
}

export function positionOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n')
  return `Line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`
}

function toStep(step: string) {
  return /^\d+$/.test(step) ? Number(step) : step
}

const MESSAGES: Record<string, string> = {
  InvalidSymbol: 'this word is unknown; strings need double quotes',
  InvalidNumberFormat: 'this is not a number',
  PropertyNameExpected: 'the name of a property is missing, in double quotes',
  ValueExpected: 'a value is missing',
  ColonExpected: 'a colon is missing',
  CommaExpected: 'a comma is missing',
  CloseBraceExpected: 'a closing } is missing',
  CloseBracketExpected: 'a closing ] is missing',
  EndOfFileExpected: 'unexpected text after the end of the JSON',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'JSON has no comments',
  UnexpectedEndOfString: 'a closing quote is missing',
  UnexpectedEndOfNumber: 'this number is incomplete',
  InvalidUnicode: 'this \\u escape is incomplete',
  InvalidEscapeCharacter: 'this escape is unknown',
  InvalidCharacter: 'this character must be escaped',
}
