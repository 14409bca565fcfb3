import { softmax, type Weights } from '../intent/classifier.ts'
import { packWeights } from '../intent/weight-coding.ts'
import { createRandom, type Random } from './random.ts'

export interface Sample {
  /** An array, as there are millions: sets of them would take gigabytes. */
  features: Uint32Array
  label: string
}

export function sampleOf(features: ReadonlySet<number>, label: string): Sample {
  return { features: Uint32Array.from(features), label }
}

interface Options {
  buckets: number
  epochs: number
  /** Features in fewer samples are ignored. */
  minCount: number
  /** Strength of L1 regularization, for sparse weights, which compress well. */
  l1: number
  /** Weights are quantized to -levels..levels. */
  levels: number
  /** Weights of a smaller magnitude become zero. */
  prune: number
}

const LEARNING_RATE = 0.25
/** Strength of L2 regularization. */
const L2 = 6e-5
/** Averages the weights of this many last epochs, so that sample order matters less. */
const AVERAGED_EPOCHS = 3
/** Classes with a smaller gradient are not updated, for speed. */
const MIN_GRADIENT = 2e-3

/** Stochastic gradient descent with AdaGrad, deterministic by a fixed seed. */
export function trainClassifier(samples: readonly Sample[], options: Options): Weights {
  const { buckets, epochs, minCount } = options
  const classes = [...new Set(samples.map(({ label }) => label))].sort()
  const size = classes.length
  const counts = countFeatures(samples)
  const isFrequent = (feature: number) => (counts.get(feature) ?? 0) >= minCount
  const rows = samples.map(({ features, label }) => ({
    buckets: features.filter(isFrequent).map((feature) => feature % buckets),
    label: classes.indexOf(label),
  }))
  const weights = new Float32Array(buckets * size)
  const squares = new Float32Array(buckets * size).fill(1e-6)
  const averages = new Float32Array(buckets * size)
  const random = createRandom(1)
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    for (const row of shuffled(rows, random)) {
      const gradient = softmax(scoresOf(row.buckets, weights, size))
      gradient[row.label] = (gradient[row.label] ?? 0) - 1
      const active = activeIn(gradient)
      for (const bucket of row.buckets) {
        descend(bucket * size, active, gradient, weights, squares, options.l1)
      }
    }
    if (epoch >= epochs - AVERAGED_EPOCHS) addToAverages(averages, weights)
  }
  return { classes, buckets, ...quantize(averages, size, options) }
}

function countFeatures(samples: readonly Sample[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const { features } of samples) {
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  }
  return counts
}

function addToAverages(averages: Float32Array, weights: Float32Array) {
  for (let at = 0; at < weights.length; at += 1) {
    averages[at] = (averages[at] ?? 0) + (weights[at] ?? 0) / AVERAGED_EPOCHS
  }
}

/** The classes worth updating. */
function activeIn(gradient: Float64Array): number[] {
  return [...gradient.keys()].filter((at) => Math.abs(gradient[at] ?? 0) > MIN_GRADIENT)
}

/** One AdaGrad step for one feature, with L2 in the gradient and L1 as soft thresholding. */
function descend(
  from: number,
  active: readonly number[],
  gradient: Float64Array,
  weights: Float32Array,
  squares: Float32Array,
  l1: number,
) {
  for (const at of active) {
    const index = from + at
    const slope = (gradient[at] ?? 0) + L2 * (weights[index] ?? 0)
    const square = (squares[index] ?? 0) + slope * slope
    squares[index] = square
    const rate = LEARNING_RATE / Math.sqrt(square)
    const weight = (weights[index] ?? 0) - rate * slope
    const magnitude = Math.abs(weight) - rate * l1
    weights[index] = magnitude > 0 ? Math.sign(weight) * magnitude : 0
  }
}

function scoresOf(buckets: Uint32Array, weights: Float32Array, size: number): Float64Array {
  const scores = new Float64Array(size)
  for (const bucket of buckets) {
    for (let at = 0; at < size; at += 1) {
      scores[at] = (scores[at] ?? 0) + (weights[bucket * size + at] ?? 0)
    }
  }
  return scores
}

/** The 99th percentile of magnitudes becomes the highest level; larger ones are clipped. */
function quantize(weights: Float32Array, size: number, { levels, prune }: Options) {
  const magnitudes = weights
    .map(Math.abs)
    .filter((magnitude) => magnitude >= prune)
    .sort()
  const highest = magnitudes[Math.floor(magnitudes.length * 0.99)] ?? 1
  const step = Number((highest / levels).toPrecision(6))
  const steps = Array.from(weights, (weight) =>
    Math.abs(weight) < prune ? 0 : Math.max(-levels, Math.min(levels, Math.round(weight / step))),
  )
  return { step, weights: packWeights(Int8Array.from(steps), size) }
}

function shuffled<Row>(rows: readonly Row[], random: Random): Row[] {
  return rows
    .map((row) => ({ row, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ row }) => row)
}
