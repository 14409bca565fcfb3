import { isOf } from '../normalise/lexicon.ts'
import { createClassifier, type Weights } from './classifier.ts'
import { canBeSought, type IsCue, type Item, isContent } from './features.ts'
import { STATES, type State, seenIn, wordFeatures } from './word-features.ts'

/** A word to search for, the first one of another search, a number of results, or none of these. */
export type Tag = 'keep' | 'next' | 'count' | 'drop'

/** What is kept where it is about as likely as not: words that say what something is about. */
const CONTENT_BIAS = 0.4
const OTHER_BIAS = -0.6

interface Path {
  state: State
  score: number
  tags: Tag[]
}

export function stateAfter(state: State, tag: Tag): State {
  if (tag === 'keep' || tag === 'next') return 'last'
  return state === 'none' ? 'none' : 'earlier'
}

/**
 * Tags the words to search for. How likely a tag is depends on whether the word before was kept, so
 * the best sequence is searched for, by dynamic programming over the three states.
 */
export function createTagger(weights: Weights, isCue: IsCue) {
  const distribution = createClassifier(weights)

  const classes = weights.classes.map((name) => TAGS.find((tag) => tag === name) ?? 'drop')

  function steps(item: Item, features: Set<number>, state: State) {
    const bias = isContent(item.text) ? CONTENT_BIAS : OTHER_BIAS
    const likely = distribution(features)
    return classes.flatMap((tag, at) => {
      if (!isPossible(tag, item, state)) return []
      const gain = tag === 'keep' || tag === 'next' ? bias : 0
      return { tag, score: Math.log((likely[at] ?? 0) + MIN_SHARE) + gain }
    })
  }

  return (items: readonly Item[]): Tag[] => {
    const seen = seenIn(items, isCue)
    let paths: readonly Path[] = [{ state: 'none', score: 0, tags: [] }]
    for (const [at, item] of items.entries()) {
      const isOpen = canBeSought(item) && !isOf(item.text, 'polite')
      const longer = paths.flatMap(({ state, score, tags }) => {
        const next = isOpen ? steps(item, wordFeatures(seen, at, state), state) : [DROPPED]
        return next.map(({ tag, score: gain }) => ({
          state: stateAfter(state, tag),
          score: score + gain,
          tags: [...tags, tag],
        }))
      })
      paths = STATES.flatMap((state) => best(longer.filter((path) => path.state === state)) ?? [])
    }
    return best(paths)?.tags ?? []
  }
}

const TAGS = ['keep', 'next', 'count', 'drop'] as const
const DROPPED = { tag: 'drop', score: 0 } as const
const MIN_SHARE = 1e-6

function isPossible(tag: Tag, { text }: Item, state: State): boolean {
  return tag === 'next' ? state !== 'none' : tag !== 'count' || text === 'NUM'
}

function best(paths: readonly Path[]): Path | undefined {
  return paths.reduce<Path | undefined>((a, b) => (a && a.score >= b.score ? a : b), undefined)
}
