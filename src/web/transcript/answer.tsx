import type { Token } from 'marked'
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { asRecord } from '../../core/json.ts'
import type { HistoryResponse, Product } from '../api/response-types.ts'
import { formatCount, pluralize } from '../product/format.ts'
import { ProductRow } from '../product/product-row.tsx'
import { SOURCES } from '../product/response-source.tsx'
import { cx } from '../ui/cx.ts'
import type { Message, ToolCall } from './conversation.ts'
import { type Finding, findingOf } from './findings.ts'
import { elementsOf, useMarkdown } from './markdown-elements.tsx'
import { ToolLine } from './tool-line.tsx'

interface AnswerProps {
  message: Message
  /** Its products are of another service, without places in this page. */
  isForeign: boolean
  /** Draws votes over time, where this place can. */
  renderHistory?: ((history: HistoryResponse) => ComponentChildren) | undefined
  /** A line for a call that found nothing to show. */
  renderCall: (call: ToolCall) => ComponentChildren
}

/** An answer: a sentence, and a card for each call that found something, in the order of calls. */
export function Answer(props: AnswerProps) {
  const { message, isForeign, renderHistory, renderCall } = props
  const { text, calls, state } = message
  const isStreaming = state === 'streaming'
  const blocks = useMarkdown(text, isStreaming)
  const findings = useMemo(() => calls.flatMap((call) => findingOf(call) ?? []), [calls]).filter(
    ({ history }) => !history || renderHistory,
  )
  const products = findings.flatMap((finding) => finding.products)
  const isCharted = findings.some(({ history }) => history)
  const { own, beginsWithOwn } = ownBlocks(blocks, { products, isCharted, isGrowing: isStreaming })
  const sentence = beginsWithOwn || isStreaming ? undefined : sentenceOf(findings)
  const introduction = beginsWithOwn ? own.slice(0, 1) : []
  // Cards that came before their sentence would be pushed down by it.
  const hasCards = !isStreaming || blocks.length > 1
  const found = new Set(hasCards ? findings.map(({ call }) => call) : [])
  const rankings = findings.filter(({ kind }) => kind === 'ranking')

  return (
    <>
      {calls.filter((call) => !found.has(call)).map(renderCall)}
      {sentence && <p>{sentence}</p>}
      {introduction.length > 0 && <div class="markdown">{elementsOf(introduction)}</div>}
      {hasCards && findings.length > 0 && (
        <div
          class={cx(
            'grid gap-3',
            findings.length === 2 && rankings.length === 2 && 'sm:grid-cols-2',
          )}
        >
          {findings.map((finding) => (
            <Card key={finding.call.toolCallId} finding={finding} isForeign={isForeign}>
              {finding.history && renderHistory?.(finding.history)}
            </Card>
          ))}
        </div>
      )}
      {own.length > introduction.length && (
        <div class="markdown">{elementsOf(own.slice(introduction.length))}</div>
      )}
    </>
  )
}

interface CardProps {
  finding: Finding
  isForeign: boolean
  children: ComponentChildren
}

/** What one call has found, with its source and the call itself at its foot. */
function Card({ finding, isForeign, children }: CardProps) {
  const { call, kind, title, detail, href, products } = finding
  const source = sourceOf(call.result)
  return (
    <section aria-label={title} class="card min-w-0 overflow-hidden">
      <p class="flex flex-wrap items-baseline gap-x-2 border-b border-line px-4 py-2.5">
        <span class="font-semibold tracking-tight wrap-anywhere">
          {href && !isForeign ? (
            <a href={href} class="underline-offset-4 hover:underline">
              {title}
            </a>
          ) : (
            title
          )}
        </span>
        {detail && <span class="text-sm text-muted">{detail}</span>}
      </p>
      {children && <div class="p-4">{children}</div>}
      {products.length > 0 && (
        <ol aria-label="Products found" class="divide-y divide-line">
          {products.map((product, place) => (
            // A tool's products need not have ids, and their order never changes.
            <li key={place} class="relative px-4 py-2 hover:bg-sunken">
              <ProductRow
                product={product}
                rank={kind === 'ranking' ? place + 1 : undefined}
                isForeign={isForeign || product.id === ''}
              />
            </li>
          ))}
        </ol>
      )}
      <div class="flex flex-wrap items-center justify-between gap-x-4 border-t border-line px-4 py-1.5 text-sm text-muted">
        <ToolLine call={call} />
        {source && <span class="shrink-0">From {source}</span>}
      </div>
    </section>
  )
}

function sourceOf(result: unknown): string | undefined {
  const { source } = asRecord(result)
  return typeof source === 'string' ? SOURCES[source] : undefined
}

/** What was found, in one sentence: for an answer that is nothing but the list that its card shows. */
export function sentenceOf(findings: readonly Finding[]): string | undefined {
  const [first, second] = findings.filter(({ kind }) => kind === 'ranking')
  if (first) return second ? comparison(first, second) : leader(first)
  const [finding] = findings
  return finding?.history ? growth(finding) : finding && best(finding)
}

/** The first of what rises, or of what was searched for. */
function best({ kind, products, call, title }: Finding) {
  const [{ name } = {}] = products
  if (kind === 'rising') {
    const { posts } = asRecord(call.result)
    const { gained } = asRecord(Array.isArray(posts) ? posts[0] : undefined)
    const votes = typeof gained === 'number' ? pluralize(gained, 'vote') : 'the most votes'
    return `${name} gained ${votes}${title.replace('Rising', '')}.`
  }
  if (kind !== 'search') return undefined
  const words = title.replace('Results for ', '')
  if (products.length === 1) return `${name} matches ${words}.`
  return `${name} is the best of ${formatCount(products.length)} matches for ${words}.`
}

function growth({ history }: Finding) {
  if (!history) return undefined
  const { product, launchDay } = history
  const { name, votesCount } = product
  if (launchDay) {
    return `${name} had ${pluralize(launchDay.votes, 'vote')} at the end of its first day.`
  }
  return votesCount === null ? undefined : `${name} has ${pluralize(votesCount, 'vote')}.`
}

/** `leads today`, `won last week in AI`. */
function wonWhen({ window, title }: Finding) {
  const { isPast = false, spoken = '' } = window ?? {}
  const topic = title.endsWith(`, ${spoken}`) ? ` in ${title.slice(0, -spoken.length - 2)}` : ''
  return `${isPast ? 'won' : 'leads'} ${spoken}${topic}`
}

/** `Rep Sheet leads today with 607 votes, 263 ahead of Three Pebbles.` */
function leader(finding: Finding): string | undefined {
  const [first, second] = finding.products
  if (!first) return undefined
  const begin = `${first.name} ${wonWhen(finding)}`
  if (first.votesCount === null) return `${begin}.`
  const ahead = first.votesCount - (second?.votesCount ?? 0)
  const margin = second && ahead > 0 ? `, ${formatCount(ahead)} ahead of ${second.name}` : ''
  return `${begin} with ${pluralize(first.votesCount, 'vote')}${margin}.`
}

/** `Clapperjack leads this week with 1,032 votes, 156 fewer than Interpretta, which won last week.` */
function comparison(one: Finding, other: Finding): string | undefined {
  const [first] = one.products
  const [second] = other.products
  if (!first || !second) return undefined
  const begin = `${first.name} ${wonWhen(one)}`
  const which = `${second.name}, which ${wonWhen(other)}`
  if (first.votesCount === null || second.votesCount === null) return `${begin}, after ${which}.`
  const more = first.votesCount - second.votesCount
  const amount = more && `${formatCount(Math.abs(more))} ${more > 0 ? 'more' : 'fewer'} than`
  return `${begin} with ${pluralize(first.votesCount, 'vote')}, ${amount || 'as many as'} ${which}.`
}

interface Shown {
  /** On cards. */
  products: readonly Product[]
  /** Votes over time are drawn. */
  isCharted: boolean
  /** The last block is not whole yet. */
  isGrowing: boolean
}

/** The blocks of an answer that say what no card shows, and whether it begins with them. */
export function ownBlocks(blocks: readonly Token[], { products, isCharted, isGrowing }: Shown) {
  if (products.length === 0 && !isCharted) return { own: blocks, beginsWithOwn: true }
  const isRepeated = (token: Token, at: number) =>
    (products.length > 0 && isRepetition(token, products, isGrowing && at === blocks.length - 1)) ||
    (isCharted && (token.type === 'list' || token.type === 'table'))
  const own = blocks.filter(
    (token, at) => !isRepeated(token, at) && !isTitle(token) && token.type !== 'hr',
  )
  return { own, beginsWithOwn: blocks[0] !== undefined && blocks[0] === own[0] }
}

/** A heading, or a line that is bold as a whole: the card has its own. */
function isTitle(token: Token): boolean {
  return token.type === 'heading' || /^\*\*[^*]+\*\*\s*$/.test(token.raw)
}

/** A block of Markdown that repeats products which are shown as cards. */
export function isRepetition(token: Token, products: readonly Product[], isGrowing: boolean) {
  const names = products.map(({ name }) => wordsOf(name))
  const namesOne = (text: string) => names.some((name) => wordsOf(text).includes(name))
  switch (token.type) {
    case 'list':
      return withoutLast<{ text: string }>(token.items).every(({ text }) => namesOne(text))
    case 'table':
      return withoutLast<{ text: string }[]>(token.rows).every((row) =>
        row.some(({ text }) => namesOne(text)),
      )
    case 'paragraph':
      return products.every(({ tagline }, at) => {
        const text = wordsOf(token.text)
        const isMore = products.length > 2 || (tagline !== null && text.includes(wordsOf(tagline)))
        return isMore && text.includes(names[at] ?? '')
      })
    default:
      return false
  }

  /** The last item may still be without its name. */
  function withoutLast<T>(items: readonly T[]): readonly T[] {
    return isGrowing ? items.slice(0, -1) : items
  }
}

/** For comparison: whole words in lower case. */
function wordsOf(text: string): string {
  return ` ${text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
}
