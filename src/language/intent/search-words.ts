import { type Item, isWord, namesOf, UNKNOWN, wordFeatures } from './features.ts'
import type { Model } from './model.ts'

/** Whether a word is one of a search. */
export type Tag = 'keep' | 'drop'

/** Added to what speaks for keeping a word: a word too many harms a search less than one too few. */
const KEEP_BIAS = 0.1
/** The same for a word that the model does not know, which is seldom one of asking. */
const UNKNOWN_BIAS = 0.5

/** Between two words of different searches: "a crm and a calendar", "a vpn. also find me notes". */
const ANOTHER =
  /(?:^| )(?:and|&|\+|plus|,|;|\?|\.|then|also|well as) (?:.* )?(?:an?|any|another|find|search|look|need|want|there|got|alternatives?|<count>|something (?:for|like|to))(?= |$)/

/** The state that the words before one leave. */
export function stateAfter(tags: readonly Tag[]) {
  return { last: tags.at(-1) ?? 'drop', hasWords: tags.includes('keep') }
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
    const isKept = isSearchable(item) && isSearched(names, at, tags, model)
    if (isKept) {
      const gap = items.slice(tags.lastIndexOf('keep') + 1, at).map(({ text }) => text)
      if (searches.length === 0 || ANOTHER.test(gap.join(' '))) searches.push([])
      searches.at(-1)?.push(item.at)
    }
    tags.push(isKept ? 'keep' : 'drop')
  }
  return searches
}

function isSearched(names: readonly string[], at: number, tags: readonly Tag[], model: Model) {
  const guesses = model.searchWord(wordFeatures(names, at, stateAfter(tags)))
  const probability = guesses.find(({ name }) => name === 'keep')?.probability ?? 0
  return probability + (names[at] === UNKNOWN ? UNKNOWN_BIAS : KEEP_BIAS) / 2 >= 0.5
}
