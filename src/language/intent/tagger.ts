import { isOf } from '../normalise/lexicon.ts'
import { createClassifier, type Weights } from './classifier.ts'
import type { IsCue } from './features.ts'
import { type Item, isContent, isSearchable } from './items.ts'
import { contextsIn, STATES, type State, type WordContext, wordFeatures } from './word-features.ts'

const TAGS = ['keep', 'next', 'count', 'drop'] as const

/** A word of a query, the first word of another query, the number of results, or none of these. */
export type Tag = (typeof TAGS)[number]

export function isKept(tag: Tag | undefined): tag is 'keep' | 'next' {
  return tag === 'keep' || tag === 'next'
}

/** Added to the log probability of keeping a word, so that ties go to content words. */
const CONTENT_BIAS = 0.2
const OTHER_BIAS = -0.6
/** Keeps the logarithm finite. */
const EPSILON = 1e-6

interface Path {
  state: State
  score: number
  tags: Tag[]
}

/** The state after a tag; see `STATES`. */
export function stateAfter(state: State, tag: Tag): State {
  if (isKept(tag)) return 'last'
  return state === 'none' ? 'none' : 'earlier'
}

/**
 * Tags the words of search queries. A tag's probability depends on whether the previous word was
 * kept, so this is a Viterbi search for the best sequence over the three states.
 */
export function createTagger(weights: Weights, isCue: IsCue) {
  const classify = createClassifier(weights)
  /** The tags that a word can have after a state, with their log probabilities. */
  function choices(word: WordContext, state: State): { tag: Tag; score: number }[] {
    const { item } = word
    if (!isSearchable(item) || isOf(item.text, 'polite')) return [{ tag: 'drop', score: 0 }]
    const bias = isContent(item.text) ? CONTENT_BIAS : OTHER_BIAS
    return classify(wordFeatures(word, state)).flatMap(({ name, probability }) => {
      const tag = TAGS.find((tag) => tag === name)
      if (!tag || !isPossible(tag, item, state)) return []
      return { tag, score: Math.log(probability + EPSILON) + (isKept(tag) ? bias : 0) }
    })
  }

  return (items: readonly Item[]): Tag[] => {
    let paths: readonly Path[] = [{ state: 'none', score: 0, tags: [] }]
    for (const word of contextsIn(items, isCue)) {
      const extended = paths.flatMap((path) =>
        choices(word, path.state).map(({ tag, score }) => ({
          state: stateAfter(path.state, tag),
          score: path.score + score,
          tags: [...path.tags, tag],
        })),
      )
      paths = STATES.flatMap((state) => best(extended.filter((path) => path.state === state)) ?? [])
    }
    return best(paths)?.tags ?? []
  }
}

function isPossible(tag: Tag, { text }: Item, state: State): boolean {
  return tag === 'next' ? state !== 'none' : tag !== 'count' || text === 'NUM'
}

function best(paths: readonly Path[]): Path | undefined {
  return paths.reduce<Path | undefined>((a, b) => (a && a.score >= b.score ? a : b), undefined)
}
