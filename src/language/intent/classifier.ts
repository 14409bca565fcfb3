import { unpackWeights } from './weight-coding.ts'

/** Multinomial logistic regression over hashed features. */
export interface Weights {
  classes: readonly string[]
  /** The magnitude of a weight of level 1. */
  step: number
  buckets: number
  /** Packed `buckets` x `classes` matrix of the levels of weights with their signs, mostly zeros. */
  weights: string
}

/** Of the magnitudes of levels: most weights are small. */
const RATIO = 1.7

/** The magnitude of a level from 1 on, in steps. */
export function magnitudeOf(level: number): number {
  return RATIO ** (level - 1)
}

/** The nearest level of a magnitude in steps, 0 if that is closer to none. */
export function levelOf(magnitude: number): number {
  return magnitude < 0.6 ? 0 : Math.max(1, 1 + Math.round(Math.log(magnitude) / Math.log(RATIO)))
}

/** A class and how probable it is. */
export interface Guess {
  name: string
  probability: number
}

/** Maps the features of a sample to the probability of each class. */
export function createClassifier({ classes, step, buckets, weights }: Weights) {
  const size = classes.length
  const table = Float32Array.from(unpackWeights(weights, size, buckets), (level) =>
    level === 0 ? 0 : Math.sign(level) * magnitudeOf(Math.abs(level)) * step,
  )
  return (features: Iterable<number>): Guess[] => {
    const scores = new Float64Array(size)
    for (const feature of features) {
      const bucket = feature % buckets
      for (let at = 0; at < size; at += 1) {
        scores[at] = (scores[at] ?? 0) + (table[bucket * size + at] ?? 0)
      }
    }
    return Array.from(softmax(scores), (probability, at) => ({
      name: classes[at] ?? '',
      probability,
    }))
  }
}

export function softmax(scores: Float64Array): Float64Array {
  const max = scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  const exponentials = scores.map((score) => Math.exp(score - max))
  const sum = exponentials.reduce((a, b) => a + b, 0)
  return exponentials.map((exponential) => exponential / sum)
}
