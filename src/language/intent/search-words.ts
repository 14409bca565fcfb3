import { isOf } from '../normalise/lexicon.ts'
import { canBeSought, type Item, isContent, isWord } from './features.ts'
import type { Model } from './model.ts'
import { withoutMarks } from './word-features.ts'

const MAX_WORDS = 12

/** One search of a request: its words, how many results are wanted, and where its words end. */
export interface Sought {
  words: string
  count: number | undefined
  end: number
}

/** What a request looks for, as the model has learned to tell the words of each search. */
export function searchesIn(all: readonly Item[], model: Model): Sought[] {
  const items = withoutMarks(all)
  const groups: Item[][] = []
  let count: number | undefined
  for (const [at, tag] of model.tagsOf(items).entries()) {
    const item = items[at]
    if (!item || tag === 'drop') continue
    const last = groups.at(-1)
    if (tag === 'count') count = Number(item.token.text)
    else if (last && tag === 'keep') last.push(item)
    else groups.push([item])
  }
  const told = groups.filter((kept) => kept.some(({ text }) => !isOf(text, 'function')))
  if (told.length > 0) return told.map((kept) => sought(kept, count))
  const content = items.filter((item) => canBeSought(item) && isContent(item.text))
  return content.length > 0 ? [sought(content, count)] : []
}

/** All words that say what something is about. */
export function contentWords(items: readonly Item[]): string {
  return written(items.filter((item) => canBeSought(item) && isContent(item.text)))
}

/** Whether some word of a request says what it is about. */
export function hasContent(items: readonly Item[]): boolean {
  return items.some((item) => isWord(item) && isContent(item.text))
}

function sought(items: readonly Item[], count: number | undefined): Sought {
  return { words: written(items), count, end: items.at(-1)?.token.start ?? 0 }
}

function written(items: readonly Item[]): string {
  return items
    .slice(0, MAX_WORDS)
    .map(({ token }) => token.text)
    .join(' ')
}
