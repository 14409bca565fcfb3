import { findNodeAtLocation, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'

/** Something about a JSON text, and where in it that is. */
interface JsonIssue {
  message: string
  offset: number
}

/** What keeps a text from being JSON: the first of it, with its line and column. */
export function jsonIssue(text: string): JsonIssue | undefined {
  const errors: ParseError[] = []
  parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
  const [first] = errors
  if (!first) return undefined
  const words = WORDS[printParseErrorCode(first.error)] ?? 'this is not JSON'
  return { message: `${placeOf(text, first.offset)}: ${words}.`, offset: first.offset }
}

/** Where in a text the value stands that a path such as `properties.city.type` leads to. */
export function offsetOf(text: string, path: string): number | undefined {
  const root = parseTree(text)
  const steps = path.split('.').filter((step) => step !== '')
  // What is missing is shown where it should stand: in the nearest value around it.
  for (let length = steps.length; root && length >= 0; length -= 1) {
    const node = findNodeAtLocation(root, steps.slice(0, length).map(toStep))
    if (node) return node.offset
  }
  return undefined
}

export function placeOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split('\n')
  return `Line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}`
}

function toStep(step: string) {
  return /^\d+$/.test(step) ? Number(step) : step
}

const WORDS: Record<string, string> = {
  InvalidSymbol: 'this word is unknown; texts stand in double quotes',
  InvalidNumberFormat: 'this is not a number',
  PropertyNameExpected: 'the name of a property is missing, in double quotes',
  ValueExpected: 'a value is missing',
  ColonExpected: 'a colon is missing',
  CommaExpected: 'a comma is missing',
  CloseBraceExpected: 'a closing } is missing',
  CloseBracketExpected: 'a closing ] is missing',
  EndOfFileExpected: 'there is more behind the end',
  InvalidCommentToken: 'JSON has no comments',
  UnexpectedEndOfComment: 'JSON has no comments',
  UnexpectedEndOfString: 'a closing quote is missing',
  UnexpectedEndOfNumber: 'this number breaks off',
  InvalidUnicode: 'this \\u escape is not complete',
  InvalidEscapeCharacter: 'this escape is unknown',
  InvalidCharacter: 'this character must be escaped',
}
