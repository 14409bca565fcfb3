import { Lexer, Marked, type MarkedOptions, type Token } from 'marked'
import remend from 'remend'

/** Inline Markdown takes a time that grows with the square of a paragraph's length. */
const MAX_PARAGRAPH_CHARACTERS = 5_000
/** A list that grows is cut after so many items, so that those are read once. */
const MAX_ITEMS_AT_ONCE = 50

/** A line in so many quotes and lists: each level is read by itself. */
const TOO_DEEP = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])[ \t])){50}/m
const CHUNK_CHARACTERS = 8_000

/** Models break lines in tables like this. All other HTML is shown as it was written. */
const SIMPLE_TAG = /^<\/?(b|br|del|em|i|s|strong|sub|sup) *\/?>$/i

/** What is said with one kind of heading here: the page around it has an outline of its own. */
const marked = new Marked({
  gfm: true,
  renderer: {
    heading({ tokens }) {
      return `<h3>${this.parser.parseInline(tokens)}</h3>\n`
    },
    html({ text }) {
      return SIMPLE_TAG.test(text.trim()) ? text : escaped(text)
    },
    image({ text }) {
      return escaped(text)
    },
    checkbox({ checked }) {
      return checked ? '☑ ' : '☐ '
    },
  },
})
const OPTIONS: MarkedOptions = marked.defaults

/** Markdown that grows at its end, as the HTML of its blocks. That HTML is not to be trusted. */
export interface MarkdownBlocks {
  /** `isGrowing` says that more will come: what was begun at the end is shown as if it were closed. */
  update(text: string, isGrowing: boolean): readonly string[]
}

/**
 * A block that a line of another one follows never changes any more, so it is read once, and only
 * the last ones again and again while they grow. Definitions of links work in the block they are in.
 */
export function createMarkdownBlocks(): MarkdownBlocks {
  let settled: string[] = []
  let settledText = ''

  return {
    update(text, isGrowing) {
      if (!text.startsWith(settledText)) {
        settled = []
        settledText = ''
      }
      const blocks = blocksOf(text.slice(settledText.length))
      const standing = blocks.splice(0, standingCount(blocks))
      settled = [...settled, ...joined(standing)]
      settledText += standing.map(({ raw }) => raw).join('')
      const last = isGrowing ? blocks.pop() : undefined
      const open = last ? [htmlOf(closed(last.raw))] : []
      return [...settled, ...joined(blocks), ...open.filter((html) => html !== '')]
    },
  }
}

interface Block {
  raw: string
  html: string
}

/** How many never change any more: what a line begins is sure when the line is over. */
function standingCount(blocks: readonly Block[]): number {
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

/** Blocks that came together are shown together: to make each safe by itself would take long. */
function joined(blocks: readonly Block[]): string[] {
  const chunks: string[] = []
  let chunk = ''
  for (const { html } of blocks) {
    chunk += html
    if (chunk.length < CHUNK_CHARACTERS) continue
    chunks.push(chunk)
    chunk = ''
  }
  return chunk === '' ? chunks : [...chunks, chunk]
}

function blocksOf(text: string): Block[] {
  return lexed(text)
    .flatMap(inParts)
    .map((token) => ({ raw: token.raw, html: rendered([token]) }))
}

function htmlOf(text: string): string {
  return rendered(lexed(text))
}

/** What cannot be read, such as thousands of quotes in one another, is plain text. */
function lexed(text: string): Token[] {
  const tokens = tokensOf(text)
  if (tokens) return tokens
  return text.split(/(?<=\n\n)/).flatMap((part) => tokensOf(part) ?? [plain(part)])
}

function tokensOf(text: string): Token[] | undefined {
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

function rendered(tokens: Token[]): string {
  try {
    return marked.parser(tokens).trim()
  } catch {
    return tokens.map(({ raw }) => `<p>${escaped(raw)}</p>`).join('')
  }
}

function plain(text: string): Token {
  const tokens: Token[] = [{ type: 'text', raw: text, text, escaped: false }]
  return { type: 'paragraph', raw: text, text, tokens }
}

/** A long list as several that follow one another. */
function inParts(token: Token): Token[] {
  if (token.type !== 'list' || token.items.length <= MAX_ITEMS_AT_ONCE) return [token]
  const { items, start } = token
  const parts: Token[] = []
  for (let at = 0; at < items.length; at += MAX_ITEMS_AT_ONCE) {
    const some = items.slice(at, at + MAX_ITEMS_AT_ONCE)
    const raw = some.map((item: Token) => item.raw).join('')
    parts.push({ ...token, items: some, raw, start: start === '' ? '' : Number(start) + at })
  }
  // Its end is cut where only white space follows.
  const isWhole = parts.map(({ raw }) => raw).join('') === token.raw
  return isWhole ? parts : [token]
}

function closed(text: string): string {
  return remend(text, {
    linkMode: 'text-only',
    katex: false,
    singleTilde: false,
    comparisonOperators: false,
  })
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
