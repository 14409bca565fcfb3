import { createSpelling, type Spelling } from '../normalise/spelling.ts'
import { type PackedWeights, rowOf, unpack } from './packed-weights.ts'

/** The result of training. */
export interface ModelData {
  /** Words that typos are corrected to, the most common ones first. */
  words: string
  /** The number of them that the classifiers know. */
  cues: number
  /** English words that are one slip away from one of them, and no typos. */
  others: string
  intent: Weights
  /** What a question asks. */
  operation: Weights
  searchWord: Weights
}

export interface Model {
  cues: ReadonlySet<string>
  spelling: Spelling
  intent: Classifier
  operation: Classifier
  searchWord: Classifier
}

export function createModel({ cues, intent, operation, searchWord, ...data }: ModelData): Model {
  const words = data.words.split(' ')
  return {
    cues: new Set(words.slice(0, cues)),
    spelling: createSpelling(words, data.others.split(' ')),
    intent: createClassifier(intent),
    operation: createClassifier(operation),
    searchWord: createClassifier(searchWord),
  }
}

/** A multinomial logistic regression. Of two classes, the second has no weights. */
export interface Weights extends PackedWeights {
  classes: string[]
}

export interface Guess {
  name: string
  probability: number
}

export type Classifier = (features: readonly string[]) => Guess[]

/** Guesses the class of something with some features, the likeliest first. */
export function createClassifier({ classes, ...packed }: Weights): Classifier {
  const table = unpack(packed)
  const { ends, places, tenths } = table
  return (features) => {
    const scores = classes.map(() => 0)
    for (const feature of features) {
      const row = rowOf(feature, table)
      for (let at = ends[row - 1] ?? 0; at < (ends[row] ?? 0); at += 1) {
        const place = places[at] ?? 0
        scores[place] = (scores[place] ?? 0) + (tenths[at] ?? 0) / 10
      }
    }
    const probabilities = softmax(scores)
    return classes
      .map((name, at) => ({ name, probability: probabilities[at] ?? 0 }))
      .sort((a, b) => b.probability - a.probability)
  }
}

export function softmax(scores: ArrayLike<number>): number[] {
  const all = Array.from(scores)
  const max = Math.max(...all)
  const exponentials = all.map((score) => Math.exp(score - max))
  const sum = exponentials.reduce((a, b) => a + b, 0)
  return exponentials.map((value) => value / sum)
}
