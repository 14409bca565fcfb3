import { Lexer, type MarkedOptions, type Token } from 'marked'

/** Parsing inline Markdown takes quadratic time, so longer paragraphs stay plain text. */
const MAX_PARAGRAPH_CHARACTERS = 5_000
/** A growing list is split into lists of this size, so that their items are parsed only once. */
const MAX_ITEMS_PER_LIST = 50

/** A line nested in so many quotes and lists, each level of which is parsed separately. */
const TOO_DEEP = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])[ \t])){50}/m

const OPTIONS: MarkedOptions = { gfm: true }

/** Parses Markdown that is streamed. */
export interface MarkdownBlocks {
  /** Takes the whole text so far. While streaming, unclosed marks at its end count as closed. */
  update(text: string, isStreaming: boolean): readonly Token[]
}

/**
 * A block is final once a line of another block follows it, so it is parsed only once. Only the last
 * blocks are parsed again on each update. Link definitions apply only within their own block.
 */
export function createMarkdownBlocks(): MarkdownBlocks {
  let finished: Token[] = []
  let finishedText = ''

  return {
    update(text, isStreaming) {
      if (!text.startsWith(finishedText)) {
        finished = []
        finishedText = ''
      }
      const blocks = parse(text.slice(finishedText.length)).flatMap(splitList)
      const final = blocks.splice(0, finalCount(blocks))
      finished = [...finished, ...final]
      finishedText += final.map(({ raw }) => raw).join('')
      const last = isStreaming ? blocks.pop() : undefined
      return [...finished, ...blocks, ...(last ? parseGrowing(last) : [])]
    },
  }
}

/** How many blocks are final: those that at least one complete line follows. */
function finalCount(blocks: readonly Token[]): number {
  let rest = ''
  return (
    1 +
    blocks.findLastIndex(({ raw }) => {
      if (rest.trimStart().includes('\n')) return true
      rest = raw + rest
      return false
    })
  )
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

/** Splits a long list into consecutive shorter ones. */
function splitList(token: Token): Token[] {
  if (token.type !== 'list' || token.items.length <= MAX_ITEMS_PER_LIST) return [token]
  const { items, start } = token
  const parts: Token[] = []
  for (let at = 0; at < items.length; at += MAX_ITEMS_PER_LIST) {
    const slice = items.slice(at, at + MAX_ITEMS_PER_LIST)
    const raw = slice.map((item: Token) => item.raw).join('')
    parts.push({ ...token, items: slice, raw, start: start === '' ? '' : Number(start) + at })
  }
  // Marked may trim the last item; then the parts would not add up to the text of the list.
  const isWhole = parts.map(({ raw }) => raw).join('') === token.raw
  return isWhole ? parts : [token]
}

/** Marks of a growing block that are not closed yet count as closed; of a link only its text is shown. */
function parseGrowing(block: Token): Token[] {
  if (block.type === 'code') return [block]
  const link = block.raw.lastIndexOf('[')
  const isOpenLink = link >= 0 && /^\[[^\]]*(\]\([^)]*)?$/.test(block.raw.slice(link))
  const text = isOpenLink
    ? block.raw.slice(0, link) + block.raw.slice(link + 1).replace(/\].*$/s, '')
    : block.raw
  return parse(['**', '`'].reduce(closeMark, text))
}

function closeMark(text: string, mark: string): string {
  if (text.split(mark).length % 2 === 1) return text
  const trimmed = text.trimEnd()
  return trimmed.endsWith(mark) ? trimmed.slice(0, -mark.length) : trimmed + mark
}
