import { softmax, type Weights } from '../intent/model.ts'
import { hashOf, pack, type Row } from '../intent/packed-weights.ts'

export interface Sample {
  features: readonly string[]
  label: string
}

interface SampleRow {
  /** Places of its features among the weights. */
  features: Uint32Array
  label: number
}

const EPOCHS = 4
const LEARNING_RATE = 0.2
/** Strength of the L1 regularization, which keeps the weights few. */
const L1 = 0.03
/** Features of fewer samples are left out. */
const MIN_SAMPLES = 7
/** Smaller gradients change nothing, for speed. */
const MIN_GRADIENT = 5e-3
const TENTHS = 10
/** Smaller weights are left out. */
const MIN_WEIGHT = 0.125

/** Gradient descent with a step for each weight (AdaGrad): the same weights each time. */
export function trainClassifier(samples: readonly Sample[]): Weights {
  const classes = [...new Set(samples.map(({ label }) => label))].sort()
  const places = placesOf(samples)
  const rows = samples.map(({ features, label }) => ({
    features: Uint32Array.from(features.flatMap((feature) => places.get(hashOf(feature)) ?? [])),
    label: classes.indexOf(label),
  }))
  const weights = new Float64Array(places.size * classes.length)
  const squares = new Float64Array(weights.length).fill(1e-6)
  const random = createRandom(1)
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    for (const row of shuffled(rows, random)) {
      const gradients = gradientsOf(row, classes.length, weights)
      for (const { one, gradient } of gradients) {
        for (const feature of row.features) {
          step(weights, squares, feature * classes.length + one, gradient)
        }
      }
    }
  }
  return { classes, ...pack(rowsOf(places, classes.length, weights)) }
}

/** The hashes of the features that matter, each with its place. */
function placesOf(samples: readonly Sample[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const { features } of samples) {
    for (const hash of features.map(hashOf)) counts.set(hash, (counts.get(hash) ?? 0) + 1)
  }
  const frequent = [...counts].filter(([, count]) => count >= MIN_SAMPLES).map(([hash]) => hash)
  return new Map(frequent.sort((a, b) => a - b).map((hash, at) => [hash, at]))
}

/** The error of each class whose likelihood is too far off. */
function gradientsOf({ features, label }: SampleRow, size: number, weights: Float64Array) {
  const scores = new Float64Array(size)
  for (const feature of features) {
    for (let one = 0; one < size; one += 1) {
      scores[one] = (scores[one] ?? 0) + (weights[feature * size + one] ?? 0)
    }
  }
  return softmax(scores)
    .map((value, one) => ({ one, gradient: value - (one === label ? 1 : 0) }))
    .filter(({ gradient }) => Math.abs(gradient) > MIN_GRADIENT)
}

function step(weights: Float64Array, squares: Float64Array, at: number, gradient: number) {
  const square = (squares[at] ?? 0) + gradient * gradient
  squares[at] = square
  const rate = LEARNING_RATE / Math.sqrt(square)
  const weight = (weights[at] ?? 0) - rate * gradient
  weights[at] = Math.sign(weight) * Math.max(0, Math.abs(weight) - rate * L1)
}

function shuffled<Value>(values: readonly Value[], random: () => number): Value[] {
  const all = [...values]
  for (let at = all.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1))
    const [a, b] = [all[at], all[other]]
    if (a !== undefined && b !== undefined) [all[at], all[other]] = [b, a]
  }
  return all
}

/** The weights that are not zero, rounded. Of two classes the difference is what counts. */
function rowsOf(places: ReadonlyMap<number, number>, size: number, weights: Float64Array) {
  const rows = new Map<number, Row>()
  for (const [hash, place] of places) {
    const all = weights.subarray(place * size, (place + 1) * size)
    const [one = 0, other = 0] = all
    const row = [...(size === 2 ? [one - other] : all)].flatMap((weight, at) =>
      Math.abs(weight) < (size === 2 ? 2 : 1) * MIN_WEIGHT
        ? []
        : [[at, Math.round(weight * TENTHS)] as const],
    )
    if (row.length > 0) rows.set(hash, row)
  }
  return rows
}

export type Random = () => number

/** Pseudorandom numbers from 0 to 1, the same ones each time (Mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let hash = Math.imul(state ^ (state >>> 15), 1 | state)
    hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash
    return ((hash ^ (hash >>> 14)) >>> 0) / 2 ** 32
  }
}

export function pick<Value>(values: readonly Value[], random: Random): Value | undefined {
  return values[Math.floor(random() * values.length)]
}
