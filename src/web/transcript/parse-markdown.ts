import { Lexer, type MarkedOptions, type Token } from 'marked'

/** Parsing inline Markdown takes quadratic time, so longer paragraphs stay plain text. */
const MAX_PARAGRAPH_CHARACTERS = 5_000

/** A line nested in so many quotes and lists, each level of which is parsed separately. */
const TOO_DEEP = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])[ \t])){50}/m

const OPTIONS: MarkedOptions = { gfm: true }

/**
 * The blocks of a text. While it is streaming, marks at its end that are not closed yet count as
 * closed, and of a link only its text is shown.
 */
export function parseMarkdown(text: string, isStreaming: boolean): readonly Token[] {
  const blocks = parse(text).filter(({ type }) => type !== 'space')
  const last = isStreaming ? blocks.pop() : undefined
  if (!last) return blocks
  return [...blocks, ...(last.type === 'code' ? [last] : parse(closeMarks(last.raw)))]
}

/** What cannot be parsed, such as thousands of nested quotes, becomes plain text. */
function parse(text: string): Token[] {
  const tokens = tryParse(text)
  if (tokens) return tokens
  return text.split(/(?<=\n\n)/).flatMap((part) => tryParse(part) ?? [plainText(part)])
}

function tryParse(text: string): Token[] | undefined {
  if (TOO_DEEP.test(text)) return undefined
  const lexer = new Lexer(OPTIONS)
  const inlineTokens = lexer.inlineTokens.bind(lexer)
  lexer.inlineTokens = (source, tokens = []) => {
    if (source.length <= MAX_PARAGRAPH_CHARACTERS) return inlineTokens(source, tokens)
    tokens.push({ type: 'text', raw: source, text: source, escaped: false })
    return tokens
  }
  try {
    return lexer.lex(text)
  } catch {
    return undefined
  }
}

function plainText(text: string): Token {
  const tokens: Token[] = [{ type: 'text', raw: text, text, escaped: false }]
  return { type: 'paragraph', raw: text, text, tokens }
}

function closeMarks(block: string): string {
  const at = block.lastIndexOf('[')
  const rest = at < 0 ? '' : block.slice(at + 1)
  const isOpenLink = at >= 0 && /^[^\]]*(\]\([^)]*)?$/.test(rest)
  const text = isOpenLink ? block.slice(0, at) + rest.replace(/\].*$/s, '') : block
  return ['**', '`'].reduce(closeMark, text)
}

function closeMark(text: string, mark: string): string {
  if (text.split(mark).length % 2 === 1) return text
  const trimmed = text.trimEnd()
  return trimmed.endsWith(mark) ? trimmed.slice(0, -mark.length) : trimmed + mark
}
