/** Multinomial logistic regression over hashed features. */
export interface Weights {
  classes: readonly string[]
  /** How much one step of a weight is worth. */
  step: number
  buckets: number
  /** A character a weight, bucket by bucket; most are zero, and a number says how many in a row. */
  weights: string
}

export interface Guess {
  name: string
  probability: number
}

/** The character that stands for zero; those beside it are less and more. */
const ZERO = 'O'.charCodeAt(0)

/** The weights as text, from the steps that each is away from zero. */
export function packed(steps: Iterable<number>): string {
  return Array.from(steps, (step) => String.fromCharCode(ZERO + step))
    .join('')
    .replace(/O+/g, (zeros) => String(zeros.length))
}

function unpacked(text: string, length: number): Int8Array {
  const steps = new Int8Array(length)
  let place = 0
  for (const [part] of text.matchAll(/\d+|\D/g)) {
    const zeros = Number.parseInt(part, 10)
    if (Number.isNaN(zeros)) steps[place++] = part.charCodeAt(0) - ZERO
    else place += zeros
  }
  return steps
}

/** Tells which class features speak for, and how surely. */
export function createClassifier({ classes, step, buckets, weights }: Weights) {
  const size = classes.length
  const steps = unpacked(weights, buckets * size)
  const isUsed = Uint8Array.from({ length: buckets }, (_, bucket) =>
    steps.subarray(bucket * size, (bucket + 1) * size).some((step) => step !== 0) ? 1 : 0,
  )
  return (features: Iterable<number>): Guess => {
    const scores = new Float64Array(size)
    for (const feature of features) {
      const bucket = feature % buckets
      if (isUsed[bucket] === 0) continue
      for (let at = 0; at < size; at += 1) {
        scores[at] = (scores[at] ?? 0) + (steps[bucket * size + at] ?? 0) * step
      }
    }
    const shares = softmax(scores)
    const best = shares.indexOf(Math.max(...shares))
    return { name: classes[best] ?? '', probability: shares[best] ?? 0 }
  }
}

export function softmax(scores: Float64Array): Float64Array {
  const most = scores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY)
  const powers = scores.map((score) => Math.exp(score - most))
  const sum = powers.reduce((a, b) => a + b, 0)
  return powers.map((power) => power / sum)
}
