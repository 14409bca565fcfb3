import { isOf } from '../normalise/lexicon.ts'
import { createClassifier, type Weights } from './classifier.ts'
import { type IsCue, type Item, isContent, isSearchable } from './features.ts'
import { attributesIn, STATES, type State, wordFeatures } from './word-features.ts'

/** A word of a query, the first word of another query, the number of results, or none of these. */
export type Tag = 'keep' | 'next' | 'count' | 'drop'

/** Added to the log probability of keeping a word, so that ties go to content words. */
const CONTENT_BIAS = 0.2
const OTHER_BIAS = -0.6

interface Path {
  state: State
  score: number
  tags: Tag[]
}

/** The state after a tag; see `STATES`. */
export function stateAfter(state: State, tag: Tag): State {
  if (tag === 'keep' || tag === 'next') return 'last'
  return state === 'none' ? 'none' : 'earlier'
}

/**
 * Tags the words of search queries. A tag's probability depends on whether the previous word was
 * kept, so this is a Viterbi search for the best sequence over the three states.
 */
export function createTagger(weights: Weights, isCue: IsCue) {
  const classify = createClassifier(weights)
  const classes = weights.classes.map((name) => TAGS.find((tag) => tag === name) ?? 'drop')

  function steps(item: Item, features: Set<number>, state: State) {
    const bias = isContent(item.text) ? CONTENT_BIAS : OTHER_BIAS
    const probabilities = classify(features)
    return classes.flatMap((tag, at) => {
      if (!isPossible(tag, item, state)) return []
      const tagBias = tag === 'keep' || tag === 'next' ? bias : 0
      return { tag, score: Math.log((probabilities[at] ?? 0) + EPSILON) + tagBias }
    })
  }

  return (items: readonly Item[]): Tag[] => {
    const attributes = attributesIn(items, isCue)
    let paths: readonly Path[] = [{ state: 'none', score: 0, tags: [] }]
    for (const [at, item] of items.entries()) {
      const isCandidate = isSearchable(item) && !isOf(item.text, 'polite')
      const extended = paths.flatMap(({ state, score, tags }) => {
        const next = isCandidate ? steps(item, wordFeatures(attributes, at, state), state) : [DROP]
        return next.map(({ tag, score: added }) => ({
          state: stateAfter(state, tag),
          score: score + added,
          tags: [...tags, tag],
        }))
      })
      paths = STATES.flatMap((state) => best(extended.filter((path) => path.state === state)) ?? [])
    }
    return best(paths)?.tags ?? []
  }
}

const TAGS = ['keep', 'next', 'count', 'drop'] as const
const DROP = { tag: 'drop', score: 0 } as const
/** Keeps the logarithm finite. */
const EPSILON = 1e-6

function isPossible(tag: Tag, { text }: Item, state: State): boolean {
  return tag === 'next' ? state !== 'none' : tag !== 'count' || text === 'NUM'
}

function best(paths: readonly Path[]): Path | undefined {
  return paths.reduce<Path | undefined>((a, b) => (a && a.score >= b.score ? a : b), undefined)
}
