import { isOf } from '../normalise/lexicon.ts'
import { canBeSought, type Item, isWord, withoutMarks } from './features.ts'
import type { Model } from './model.ts'

const LIKELY = 0.4

/** For words that seldom say what something is about. */
const SURE = 0.7
const MAX_WORDS = 12

/** The words of a request that are worth looking for, as the model has learned to tell them. */
export function searchWords(all: readonly Item[], model: Model): string {
  const items = withoutMarks(all)
  const likely = model.searchWords(items)
  const kept = items.filter((item, at) => {
    if (isOf(item.text, 'polite')) return false
    return (likely[at] ?? 0) >= (isWord(item) && !isContent(item.text) ? SURE : LIKELY)
  })
  if (kept.some(({ text }) => !isOf(text, 'function'))) return written(kept)
  return contentWords(items)
}

/** All words that say what something is about. */
export function contentWords(items: readonly Item[]): string {
  return written(items.filter((item) => canBeSought(item) && isContent(item.text)))
}

/** Whether some word of a request says what it is about. */
export function hasContent(items: readonly Item[]): boolean {
  return items.some((item) => isWord(item) && isContent(item.text))
}

function isContent(word: string): boolean {
  return (
    !isOf(word, 'function', 'polite', 'asking', 'product', 'praise', 'ranking') && word !== 'NUM'
  )
}

function written(items: readonly Item[]): string {
  return items
    .slice(0, MAX_WORDS)
    .map(({ token }) => token.text)
    .join(' ')
}
