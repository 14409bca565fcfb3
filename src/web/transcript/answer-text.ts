import type { Token } from 'marked'
import { asRecord } from '../../core/json.ts'
import type { Product } from '../api/response-types.ts'
import { formatCount, pluralize } from '../product/format.ts'
import type { Finding } from './findings.ts'
import { decoded } from './markdown-elements.tsx'

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

/**
 * The blocks of an answer that say what no card shows, and whether it begins with them.
 * @param isGrowing whether the last block is not whole yet
 */
export function ownBlocks(
  blocks: readonly Token[],
  findings: readonly Finding[],
  isGrowing: boolean,
) {
  if (findings.length === 0) return { own: blocks, beginsWithOwn: true }
  const products = findings.flatMap((finding) => finding.products)
  const isCharted = findings.some(({ history }) => history)
  const facts = findings.flatMap((finding) => finding.facts)
  const isRepeated = (token: Token, at: number) =>
    (products.length > 0 && isRepetition(token, products, isGrowing && at === blocks.length - 1)) ||
    (isCharted && (token.type === 'list' || token.type === 'table')) ||
    (facts.length > 0 && isListOf(token, [...facts, ...products.flatMap(({ topics }) => topics)]))
  const own = blocks.filter(
    (token, at) => !isRepeated(token, at) && !isTitle(token) && token.type !== 'hr',
  )
  return { own, beginsWithOwn: blocks[0] !== undefined && blocks[0] === own[0] }
}

/** Whether it is a list of which every item holds one of some texts, links aside. */
function isListOf(token: Token, texts: readonly string[]): boolean {
  const shown = texts.map(wordsOf)
  const isShown = ({ text }: { text: string }) =>
    shown.some((words) => wordsOf(text.replace(/\]\([^)]*\)/g, ']')).includes(words))
  return token.type === 'list' && token.items.every(isShown)
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
  return ` ${decoded(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `
}
