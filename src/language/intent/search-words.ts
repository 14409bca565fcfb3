import { isOf } from '../normalise/lexicon.ts'
import { textOf } from '../normalise/utterance.ts'
import { withCompounds } from './compounds.ts'
import { hasTopic, type Item, isTopic, withoutSymbols } from './items.ts'
import type { Model } from './model.ts'
import { separateSearches } from './separate-searches.ts'

const MAX_WORDS = 12

/** One search of a request. */
export interface SearchQuery {
  words: string
  /** How many results are wanted. */
  count: number | undefined
  /** Index of the token that is its last word. */
  end: number
}

/** The searches that the model tags in a request; if none, one with all of its content words. */
export function searchesIn(all: readonly Item[], model: Model): SearchQuery[] {
  const items = withoutSymbols(all)
  const groups: Item[][] = []
  let count: number | undefined
  for (const [at, tag] of withCompounds(items, model.tagsOf(items)).entries()) {
    const item = items[at]
    if (!item || tag === 'drop') continue
    const last = groups.at(-1)
    if (tag === 'count') count = Number(item.token.text)
    else if (last && tag === 'keep') last.push(item)
    else groups.push([item])
  }
  const queries = groups
    .flatMap((group) => separateSearches(items, group))
    .filter((group) => group.some(({ text }) => !isOf(text, 'function')))
  if (queries.length > 0) return queries.map((group) => queryFrom(group, count))
  return hasTopic(items) ? [queryFrom(items.filter(isTopic), count)] : []
}

/** All content words of a request, as text. */
export function contentWords(items: readonly Item[]): string {
  return wordsOf(items.filter(isTopic))
}

function queryFrom(items: readonly Item[], count: number | undefined): SearchQuery {
  return { words: wordsOf(items), count, end: items.at(-1)?.token.index ?? 0 }
}

function wordsOf(items: readonly Item[]): string {
  return textOf(items.slice(0, MAX_WORDS).map(({ token }) => token))
}
