import type { Token } from 'marked'
import type { Product } from '../api/response-types.ts'

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
