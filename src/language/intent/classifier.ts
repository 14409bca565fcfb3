/**
 * Multinomial logistic regression over hashed features. Its weights are characters: a text of
 * `classes.length` characters a bucket, which needs no decoding and compresses well.
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
  const buckets = weights.length / classes.length
  return (features: readonly string[]): Guess[] => {
    const scores = new Float64Array(classes.length)
    for (const feature of features) {
      const from = bucketOf(feature, buckets) * classes.length
      for (let at = 0; at < classes.length; at += 1) {
        scores[at] = (scores[at] ?? 0) + (weights.charCodeAt(from + at) - ZERO) * step
      }
    }
    const shares = softmax(scores)
    const guesses = classes.map((name, at) => ({ name, probability: shares[at] ?? 0 }))
    return guesses.sort((a, b) => b.probability - a.probability)
  }
}

/** FNV-1a, which is good enough to spread short texts. */
export function bucketOf(feature: string, buckets: number): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < feature.length; at += 1) {
    hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193)
  }
  return ((hash ^ (hash >>> 15)) >>> 0) % buckets
}

export function softmax(scores: Float64Array): Float64Array {
  const most = scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  const powers = scores.map((score) => Math.exp(score - most))
  const sum = powers.reduce((a, b) => a + b, 0)
  return powers.map((power) => power / sum)
}
