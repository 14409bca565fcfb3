import { levelOf, magnitudeOf, softmax, type Weights } from '../intent/classifier.ts'
import { hashOf } from '../intent/packing.ts'
import { packWeights } from '../intent/weight-coding.ts'

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
  /** Features in fewer samples are ignored. */
  minCount: number
  /** Strength of L1 regularization, for sparse weights, which compress well. */
  l1: number
  /** Weights of a smaller magnitude become zero. */
  prune: number
}

interface Row {
  buckets: Uint32Array
  /** Index of its class. */
  label: number
  /** Of the features and the label, which decides on the place among other rows. */
  hash: number
}

/** A matrix of weights by bucket and class, and of the sums of their squared gradients. */
interface State {
  weights: Float32Array
  squares: Float32Array
}

const PRIME = 0x01000193

/** Until the weights that matter are found. */
const SPARSE_EPOCHS = 4
/** Of these weights alone, to make up for what L1 took from them. */
const REFIT_EPOCHS = 2
const LEARNING_RATE = 0.25
/** Strength of L2 regularization. */
const L2 = 6e-5
/** Averages the weights of this many last epochs, so that sample order matters less. */
const AVERAGED_EPOCHS = 3
/** Of the magnitude of a weight. */
const LEVELS = 4
/** Classes with a smaller gradient are not updated, for speed. */
const MIN_GRADIENT = 2e-3

/** Stochastic gradient descent with AdaGrad, deterministic. */
export function trainClassifier(samples: readonly Sample[], options: Options): Weights {
  const { buckets, minCount, l1, prune } = options
  const classes = [...new Set(samples.map(({ label }) => label))].sort()
  const size = classes.length
  const counts = countFeatures(samples)
  const isFrequent = (feature: number) => (counts.get(feature) ?? 0) >= minCount
  const rows = samples.map(({ features, label }) => ({
    buckets: features.filter(isFrequent).map((feature) => feature % buckets),
    label: classes.indexOf(label),
    hash: features.reduce((hash, feature) => Math.imul(hash ^ feature, PRIME), hashOf(label)),
  }))
  const squares = new Float32Array(buckets * size).fill(1e-6)
  const start = { weights: new Float32Array(buckets * size), squares }
  const averages = descend(rows, start, { size, epochs: SPARSE_EPOCHS, l1 })
  const sparse = pruned({ weights: averages, squares }, prune)
  const refit = descend(rows, sparse, { size, epochs: REFIT_EPOCHS, l1: 0 })
  return { classes, buckets, ...quantize(refit, size) }
}

function countFeatures(samples: readonly Sample[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const { features } of samples) {
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  }
  return counts
}

/** Without small weights. With an infinite sum, they stay at zero: no step is left of any gradient. */
function pruned({ weights, squares }: State, minMagnitude: number): State {
  const isSmall = (at: number) => Math.abs(weights[at] ?? 0) < minMagnitude
  return {
    weights: weights.map((weight, at) => (isSmall(at) ? 0 : weight)),
    squares: squares.map((square, at) => (isSmall(at) ? Number.POSITIVE_INFINITY : square)),
  }
}

/** Changes the state, and returns its weights as the average of the last epochs. */
function descend(
  rows: readonly Row[],
  { weights, squares }: State,
  { size, epochs, l1 }: { size: number; epochs: number; l1: number },
): Float32Array {
  const averaged = Math.min(epochs, AVERAGED_EPOCHS)
  const averages = new Float32Array(weights.length)
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    for (const row of shuffled(rows, epoch)) {
      const gradient = softmax(scoresOf(row.buckets, weights, size))
      gradient[row.label] = (gradient[row.label] ?? 0) - 1
      const active = activeIn(gradient)
      for (const bucket of row.buckets) {
        step({ weights, squares }, bucket * size, active, gradient, l1)
      }
    }
    if (epoch < epochs - averaged) continue
    for (let at = 0; at < weights.length; at += 1) {
      averages[at] = (averages[at] ?? 0) + (weights[at] ?? 0) / averaged
    }
  }
  return averages
}

/** The classes worth updating. */
function activeIn(gradient: Float64Array): number[] {
  return [...gradient.keys()].filter((at) => Math.abs(gradient[at] ?? 0) > MIN_GRADIENT)
}

/** One AdaGrad step for one feature, with L2 in the gradient and L1 as soft thresholding. */
function step(
  { weights, squares }: State,
  from: number,
  active: readonly number[],
  gradient: Float64Array,
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

/** The 97th percentile of magnitudes becomes the highest level; larger ones are clipped. */
function quantize(weights: Float32Array, size: number) {
  const magnitudes = weights
    .map(Math.abs)
    .filter((magnitude) => magnitude > 0)
    .sort()
  const highest = magnitudes[Math.floor(magnitudes.length * 0.97)] ?? 1
  const step = Number((highest / magnitudeOf(LEVELS)).toPrecision(6))
  const levels = Array.from(weights, (weight) => {
    const level = levelOf(Math.abs(weight) / step)
    return Math.sign(weight) * Math.min(LEVELS, level)
  })
  return { step, weights: packWeights(Int8Array.from(levels), size) }
}

/** In an order that another row does not change, so that one more example changes few weights. */
function shuffled(rows: readonly Row[], epoch: number): Row[] {
  const keyOf = ({ hash }: Row) => Math.imul(hash ^ (hash >>> 15), PRIME + 2 * epoch)
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((a, b) => a.key - b.key)
    .map(({ row }) => row)
}
