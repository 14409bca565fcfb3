import { bucketOf, softmax, type Weights, ZERO } from '../intent/classifier.ts'

export interface Sample {
  features: readonly string[]
  label: string
}

interface Options {
  buckets: number
  epochs: number
  /** How many steps a weight may be away from zero. */
  levels: number
  /** Weights below this are zero: they compress to nothing. */
  prune: number
}

const RATE = 0.25
const DECAY = 6e-5

/** Learns by stochastic gradient descent with AdaGrad, in the same order every time. */
export function trainClassifier(samples: readonly Sample[], options: Options): Weights {
  const { buckets, epochs } = options
  const classes = [...new Set(samples.map(({ label }) => label))].sort()
  const size = classes.length
  const rows = samples.map(({ features, label }) => ({
    buckets: Int32Array.from(new Set(features.map((feature) => bucketOf(feature, buckets)))),
    label: classes.indexOf(label),
  }))
  const weights = new Float64Array(buckets * size)
  const squares = new Float64Array(buckets * size).fill(1e-6)
  const random = createRandom(1)
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    for (const row of shuffled(rows, random)) {
      const gradient = softmax(scoresOf(row.buckets, weights, size))
      gradient[row.label] = (gradient[row.label] ?? 0) - 1
      for (const bucket of row.buckets) descend(bucket * size, gradient, weights, squares)
    }
  }
  return { classes, ...quantised(weights, options) }
}

function descend(
  from: number,
  gradient: Float64Array,
  weights: Float64Array,
  squares: Float64Array,
) {
  for (let at = 0; at < gradient.length; at += 1) {
    const place = from + at
    const slope = (gradient[at] ?? 0) + DECAY * (weights[place] ?? 0)
    squares[place] = (squares[place] ?? 0) + slope * slope
    weights[place] = (weights[place] ?? 0) - (RATE * slope) / Math.sqrt(squares[place] ?? 1)
  }
}

function scoresOf(buckets: Int32Array, weights: Float64Array, size: number): Float64Array {
  const scores = new Float64Array(size)
  for (const bucket of buckets) {
    for (let at = 0; at < size; at += 1) {
      scores[at] = (scores[at] ?? 0) + (weights[bucket * size + at] ?? 0)
    }
  }
  return scores
}

function quantised(weights: Float64Array, { levels, prune }: Options) {
  const sizes = weights.map(Math.abs).sort()
  const most = sizes[Math.floor(sizes.length * 0.9995)] ?? 1
  const step = Number((most / levels).toPrecision(6))
  const characters = Array.from(weights, (weight) => {
    if (Math.abs(weight) < prune) return String.fromCharCode(ZERO)
    const steps = Math.max(-levels, Math.min(levels, Math.round(weight / step)))
    return String.fromCharCode(ZERO + steps)
  })
  return { step, weights: characters.join('') }
}

function shuffled<Row>(rows: readonly Row[], random: () => number): Row[] {
  return rows
    .map((row) => ({ row, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ row }) => row)
}

/** Numbers from 0 to 1 that are the same every time: a linear congruential generator. */
export function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 0x1_0000_0000
  }
}
