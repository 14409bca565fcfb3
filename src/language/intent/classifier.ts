/**
 * Multinomial logistic regression over hashed features. Its weights are characters: a text of
 * `classes.length` characters a bucket, which compresses well.
 */
export interface Weights {
  classes: readonly string[]
  /** How much one step of a weight is worth. */
  step: number
  weights: string
}

export interface Guess {
  name: string
  probability: number
}

/** The character of weight zero; those beside it are less and more. */
export const ZERO = 'O'.charCodeAt(0)

export function createClassifier({ classes, step, weights }: Weights) {
  const size = classes.length
  const buckets = weights.length / size
  const steps = Int8Array.from({ length: weights.length }, (_, at) => weights.charCodeAt(at) - ZERO)
  return (features: Iterable<number>): Guess[] => {
    const scores = new Float64Array(size)
    for (const feature of features) {
      const from = (feature % buckets) * size
      for (let at = 0; at < size; at += 1) {
        scores[at] = (scores[at] ?? 0) + (steps[from + at] ?? 0) * step
      }
    }
    const shares = softmax(scores)
    const guesses = classes.map((name, at) => ({ name, probability: shares[at] ?? 0 }))
    return guesses.sort((a, b) => b.probability - a.probability)
  }
}

export function softmax(scores: Float64Array): Float64Array {
  const most = scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  const powers = scores.map((score) => Math.exp(score - most))
  const sum = powers.reduce((a, b) => a + b, 0)
  return powers.map((power) => power / sum)
}
