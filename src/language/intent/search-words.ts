import { wordFeatures } from './features.ts'
import { type Item, isWord, namesOf } from './items.ts'
import type { Model } from './model.ts'

/** A word of a search, the first word of another one, or none of these. */
export type Tag = 'keep' | 'begin' | 'drop'

/** Added to what speaks for keeping a word: a word too many harms a search less than one too few. */
const KEEP_BIAS = 0.1

/** The state that the words before one leave. */
export function stateAfter(tags: readonly Tag[]) {
  return { last: tags.at(-1) ?? 'drop', hasWords: tags.some((tag) => tag !== 'drop') }
}

/** Whether an item may be a word of a search. */
export function isSearchable(item: Item): boolean {
  return isWord(item) || item.text === '<number>'
}

/** The words of each search that a message asks for, as the places of their tokens. */
export function searchWords(items: readonly Item[], model: Model): number[][] {
  const names = namesOf(items, model.cues)
  const tags: Tag[] = []
  const searches: number[][] = []
  for (const [at, item] of items.entries()) {
    const tag = isSearchable(item) ? tagOf(names, at, tags, model) : 'drop'
    tags.push(tag)
    if (tag === 'begin' || (tag === 'keep' && searches.length === 0)) searches.push([item.at])
    else if (tag === 'keep') searches.at(-1)?.push(item.at)
  }
  return searches
}

function tagOf(names: readonly string[], at: number, tags: readonly Tag[], model: Model): Tag {
  const state = stateAfter(tags)
  const guesses = model.searchWord(wordFeatures(names, at, state))
  const probability = (tag: Tag) => guesses.find(({ name }) => name === tag)?.probability ?? 0
  const [keep, begin] = [probability('keep'), probability('begin')]
  if (keep + begin + KEEP_BIAS < probability('drop')) return 'drop'
  return begin > keep && state.hasWords ? 'begin' : 'keep'
}
