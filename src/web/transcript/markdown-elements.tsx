import { decodeNamedCharacterReference } from 'decode-named-character-reference'
import { Lexer, type MarkedOptions, type Token, type Tokens } from 'marked'
import { decodeNumericCharacterReference } from 'micromark-util-decode-numeric-character-reference'
import { type ComponentChildren, Fragment, h } from 'preact'
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { CopyButton } from '../ui/copy-button.tsx'

const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{1,31}));/gi

type Elements = ComponentChildren

/**
 * Renders untrusted Markdown as elements: text, structure and http(s) links. Nothing in it becomes
 * HTML, so it cannot run or load anything. HTML in it is shown as text.
 */
export function elementsOf(tokens: readonly Token[] | undefined): Elements {
  return tokens?.map((token, at) => <Fragment key={at}>{elementOf(token)}</Fragment>)
}

function elementOf(token: Token): Elements {
  switch (token.type) {
    case 'paragraph':
      return <p>{elementsOf(token.tokens)}</p>
    case 'heading':
      // Always the same level, which fits the outline of the page.
      return <h2>{elementsOf(token.tokens)}</h2>
    case 'blockquote':
      return <blockquote>{elementsOf(token.tokens)}</blockquote>
    case 'list':
      return listOf(token)
    case 'table':
      return tableOf(token)
    case 'code':
      return (
        <div class="code">
          <CopyButton
            label="Code to clipboard"
            text={() => token.text}
            kind="ghost"
            class="ml-auto flex!"
          />
          <Scrollable label="Code">
            <pre>
              <code>{token.text}</code>
            </pre>
          </Scrollable>
        </div>
      )
    case 'hr':
      return <hr />
    case 'br':
      return <br />
    case 'strong':
    case 'em':
    case 'del':
      return h(token.type, null, elementsOf(token.tokens))
    case 'codespan':
      return <code>{token.text}</code>
    case 'link':
      return linkOf(token)
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ '
    case 'html':
      return /^<br\s*\/?>$/i.test(token.text.trim()) ? <br /> : token.text
    case 'space':
    case 'def':
      return null
    default:
      return plainOf(token)
  }
}

/** Text, escapes, the alternative text of images, and any other token. */
function plainOf(token: Token): Elements {
  if (token.type === 'text' && token.tokens) return elementsOf(token.tokens)
  const text = 'text' in token ? String(token.text) : token.raw
  return token.type === 'text' ? decoded(text) : text
}

function listOf({ ordered, start, items }: Tokens.List | Tokens.Generic): Elements {
  const children = items.map((item: Tokens.ListItem, at: number) => (
    <li key={at}>{elementsOf(item.tokens)}</li>
  ))
  if (!ordered) return <ul>{children}</ul>
  return <ol start={Number(start === '' ? 1 : start)}>{children}</ol>
}

function tableOf({ header, rows }: Tokens.Table | Tokens.Generic): Elements {
  const cell = (kind: 'td' | 'th') => (one: Tokens.TableCell, at: number) =>
    h(kind, { key: at, align: one.align ?? undefined }, elementsOf(one.tokens))
  return (
    <Scrollable label="Table">
      <table>
        <thead>
          <tr>{header.map(cell('th'))}</tr>
        </thead>
        <tbody>
          {rows.map((row: Tokens.TableCell[], at: number) => (
            <tr key={at}>{row.map(cell('td'))}</tr>
          ))}
        </tbody>
      </table>
    </Scrollable>
  )
}

/** `https://bank.example@evil.example/` would be taken for another place than it leads to. */
function linkOf({ href, tokens }: Tokens.Link | Tokens.Generic): Elements {
  const children = elementsOf(tokens)
  if (!/^https?:\/\//i.test(href) || !URL.canParse(href)) return children
  const { username, password } = new URL(href)
  if (username + password !== '') return children
  return (
    <a href={href} target="_blank" rel="noopener nofollow">
      {children}
    </a>
  )
}

/** Scrolls sideways if its content is too wide, by keyboard too. */
function Scrollable({ label, children }: { label: string; children: Elements }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
      tabIndex={0}
      class="scrollable"
    >
      {children}
    </section>
  )
}

/** Text whose character references are read. */
export function decoded(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(REFERENCE, (whole, decimal, hexadecimal, name) => {
    if (decimal) return decodeNumericCharacterReference(decimal, 10)
    if (hexadecimal) return decodeNumericCharacterReference(hexadecimal, 16)
    return decodeNamedCharacterReference(name) || whole
  })
}

/** After each rendering of a streaming text, wait this many times as long as it took. */
const PAUSE_FACTOR = 4

/** Untrusted Markdown. Only text, structure and links are rendered. */
export function Markdown({ text }: { text: string }) {
  return <div class="markdown">{elementsOf(useMarkdown(text, false))}</div>
}

/** The blocks of a text that may be streaming. */
export function useMarkdown(text: string, isStreaming: boolean): readonly Token[] {
  const startedAtMs = performance.now()
  const shown = useThrottled(text, isStreaming, startedAtMs)
  return useMemo(() => parseMarkdown(shown, isStreaming), [shown, isStreaming])
}

/** The text, throttled while it streams so that rendering never blocks the page. */
function useThrottled(text: string, isStreaming: boolean, startedAtMs: number): string {
  const [, setTick] = useState(0)
  const shown = useRef(text)
  const nextAtMs = useRef(0)
  const waitMs = isStreaming && text !== shown.current ? nextAtMs.current - startedAtMs : 0
  const isShownNow = waitMs <= 0
  if (isShownNow) shown.current = text

  useLayoutEffect(() => {
    if (!isShownNow) return
    const now = performance.now()
    nextAtMs.current = now + (now - startedAtMs) * PAUSE_FACTOR
  })
  useEffect(() => {
    if (isShownNow) return
    const timer = setTimeout(() => setTick((tick) => tick + 1), waitMs)
    return () => clearTimeout(timer)
  })
  return shown.current
}

/** Parsing inline Markdown takes quadratic time, so longer paragraphs stay plain text. */
const MAX_PARAGRAPH_CHARACTERS = 5_000

/** A line nested this deep in quotes and lists: each level is parsed separately. */
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
