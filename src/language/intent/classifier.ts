import { unpackWeights } from './weight-coding.ts'

/** Multinomial logistic regression over hashed features. */
export interface Weights {
  classes: readonly string[]
  /** How much one step of a weight is worth. */
  step: number
  buckets: number
  /** For each bucket a weight a class, as text; most are zero. */
  weights: string
}

/** The probability of each class, in their order. */
export type Distribution = Float64Array

/** Tells how probable features make each class. */
export function createClassifier({ classes, step, buckets, weights }: Weights) {
  const size = classes.length
  const steps = unpackWeights(weights, size, buckets)
  const isUsed = Uint8Array.from({ length: buckets }, (_, bucket) =>
    steps.subarray(bucket * size, (bucket + 1) * size).some((step) => step !== 0) ? 1 : 0,
  )
  return (features: Iterable<number>): Distribution => {
    const scores = new Float64Array(size)
    for (const feature of features) {
      const bucket = feature % buckets
      if (isUsed[bucket] === 0) continue
      for (let at = 0; at < size; at += 1) {
        scores[at] = (scores[at] ?? 0) + (steps[bucket * size + at] ?? 0) * step
      }
    }
    return softmax(scores)
  }
}

export function softmax(scores: Float64Array): Float64Array {
  const most = scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  const powers = scores.map((score) => Math.exp(score - most))
  const sum = powers.reduce((a, b) => a + b, 0)
  return powers.map((power) => power / sum)
}
