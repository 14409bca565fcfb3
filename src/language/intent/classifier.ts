import { unpackWeights } from './weight-coding.ts'

/** Multinomial logistic regression over hashed features. */
export interface Weights {
  classes: readonly string[]
  /** The quantization step: a weight is an integer number of steps. */
  step: number
  buckets: number
  /** Packed `buckets` x `classes` matrix of quantized weights, mostly zeros. */
  weights: string
}

/** A class and how probable it is. */
export interface Guess {
  name: string
  probability: number
}

/** Maps the features of a sample to the probability of each class. */
export function createClassifier({ classes, step, buckets, weights }: Weights) {
  const size = classes.length
  const steps = unpackWeights(weights, size, buckets)
  return (features: Iterable<number>): Guess[] => {
    const scores = new Float64Array(size)
    for (const feature of features) {
      const bucket = feature % buckets
      for (let at = 0; at < size; at += 1) {
        scores[at] = (scores[at] ?? 0) + (steps[bucket * size + at] ?? 0) * step
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
