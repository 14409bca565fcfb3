import type { Token } from 'marked'
import { asRecord } from '../../core/json.ts'
import type { Product } from '../api/response-types.ts'
import type { ToolCall } from './conversation.ts'

/** The limit of our own tools; those of others may find more. */
const MAX_SHOWN = 10

/** The products in the results of tool calls, a list for each call that found others. */
export function productsIn(calls: readonly ToolCall[]): Product[][] {
  const lists = calls.map(({ result }) => listIn(result)).filter((list) => list.length > 0)
  const namesOf = (list: Product[]) => list.map(({ name }) => name).join('\n')
  return [...new Map(lists.map((list) => [namesOf(list), list])).values()]
}

/** The service's own tools return `posts` or `hits`. */
function listIn(result: unknown): Product[] {
  const { posts, hits } = asRecord(result)
  const found = posts ?? hits
  return Array.isArray(found)
    ? found.slice(0, MAX_SHOWN).flatMap((one) => productOf(one) ?? [])
    : []
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

/** What a tool of another agent calls a product may have a name alone. */
function productOf(value: unknown): Product | undefined {
  const { id, name, tagline, url, imageUrl, votesCount, commentsCount, launchedAt, topics } =
    asRecord(value)
  if (typeof name !== 'string' || name.trim() === '') return undefined
  return {
    id: textOf(id) ?? '',
    name,
    tagline: textOf(tagline),
    url: textOf(url),
    imageUrl: textOf(imageUrl),
    votesCount: countOf(votesCount),
    commentsCount: countOf(commentsCount),
    launchedAt: textOf(launchedAt),
    topics: Array.isArray(topics) ? topics.filter((topic) => typeof topic === 'string') : [],
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
