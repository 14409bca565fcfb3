import { createSpelling, type Spelling } from '../normalise/spelling.ts'

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

/** A multinomial logistic regression: for each feature, a class and its weight in turn. */
export interface Weights {
  classes: string[]
  weights: Record<string, number[]>
}

export interface Guess {
  name: string
  probability: number
}

export type Classifier = (features: readonly string[]) => Guess[]

/** Guesses the class of something with some features, the likeliest first. */
export function createClassifier({ classes, weights }: Weights): Classifier {
  const byFeature = new Map(Object.entries(weights))
  return (features) => {
    const scores = classes.map(() => 0)
    for (const feature of features) {
      const row = byFeature.get(feature) ?? []
      for (let at = 0; at < row.length; at += 2) {
        const place = row[at] ?? 0
        scores[place] = (scores[place] ?? 0) + (row[at + 1] ?? 0)
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
