import { softmax, type Weights } from '../intent/classifier.ts'
import { packWeights } from '../intent/weight-coding.ts'

export interface Sample {
  features: ReadonlySet<number>
  label: string
}

interface Options {
  buckets: number
  epochs: number
  /** In how many samples a feature has to be to count. */
  least: number
  /** How strongly weights are drawn to zero, where they compress to nothing. */
  pull: number
  /** How many steps a weight may be away from zero. */
  levels: number
  /** Weights below this are zero. */
  prune: number
}

const RATE = 0.25
const DECAY = 6e-5
/** The weights after each of the last epochs are averaged, which evens out their order. */
const AVERAGED = 3
/** A class that is as good as right does not move. */
const MIN_GRADIENT = 2e-3

/** Learns by stochastic gradient descent with AdaGrad, in the same order every time. */
export function trainClassifier(samples: readonly Sample[], options: Options): Weights {
  const { buckets, epochs, least } = options
  const classes = [...new Set(samples.map(({ label }) => label))].sort()
  const size = classes.length
  const places = placesOf(samples, buckets, least)
  const rows = samples.map(({ features, label }) => ({
    places: Int32Array.from([...features].flatMap((feature) => places.get(feature) ?? [])),
    label: classes.indexOf(label),
  }))
  const used = new Set(places.values()).size
  const weights = new Float32Array(used * size)
  const squares = new Float32Array(used * size).fill(1e-6)
  const averages = new Float32Array(used * size)
  const random = createRandom(1)
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    for (const row of shuffled(rows, random)) {
      const gradient = softmax(scoresOf(row.places, weights, size))
      gradient[row.label] = (gradient[row.label] ?? 0) - 1
      const active = activeIn(gradient)
      for (const place of row.places) {
        descend(place * size, active, gradient, weights, squares, options.pull)
      }
    }
    if (epoch >= epochs - AVERAGED) add(averages, weights)
  }
  const table = new Float32Array(buckets * size)
  for (const [feature, place] of places) {
    table.set(averages.subarray(place * size, (place + 1) * size), (feature % buckets) * size)
  }
  return { classes, buckets, ...quantised(table, size, options) }
}

/** The features that count, each with the place of its bucket among the buckets that are used. */
function placesOf(samples: readonly Sample[], buckets: number, least: number) {
  const counts = new Map<number, number>()
  for (const { features } of samples) {
    for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1)
  }
  const used = new Map<number, number>()
  const places = new Map<number, number>()
  for (const [feature, count] of counts) {
    if (count < least) continue
    const bucket = feature % buckets
    const place = used.get(bucket) ?? used.size
    used.set(bucket, place)
    places.set(feature, place)
  }
  return places
}

function add(averages: Float32Array, weights: Float32Array) {
  for (let at = 0; at < weights.length; at += 1) {
    averages[at] = (averages[at] ?? 0) + (weights[at] ?? 0) / AVERAGED
  }
}

function activeIn(gradient: Float64Array): number[] {
  return [...gradient.keys()].filter((at) => Math.abs(gradient[at] ?? 0) > MIN_GRADIENT)
}

function descend(
  from: number,
  active: readonly number[],
  gradient: Float64Array,
  weights: Float32Array,
  squares: Float32Array,
  pull: number,
) {
  for (const at of active) {
    const place = from + at
    const slope = (gradient[at] ?? 0) + DECAY * (weights[place] ?? 0)
    const square = (squares[place] ?? 0) + slope * slope
    squares[place] = square
    const rate = RATE / Math.sqrt(square)
    const weight = (weights[place] ?? 0) - rate * slope
    const size = Math.abs(weight) - rate * pull
    weights[place] = size > 0 ? Math.sign(weight) * size : 0
  }
}

function scoresOf(buckets: Int32Array, weights: Float32Array, size: number): Float64Array {
  const scores = new Float64Array(size)
  for (const bucket of buckets) {
    for (let at = 0; at < size; at += 1) {
      scores[at] = (scores[at] ?? 0) + (weights[bucket * size + at] ?? 0)
    }
  }
  return scores
}

function quantised(weights: Float32Array, size: number, { levels, prune }: Options) {
  const sizes = weights
    .map(Math.abs)
    .filter((size) => size >= prune)
    .sort()
  const step = Number(((sizes[Math.floor(sizes.length * 0.99)] ?? 1) / levels).toPrecision(6))
  const steps = Array.from(weights, (weight) =>
    Math.abs(weight) < prune ? 0 : Math.max(-levels, Math.min(levels, Math.round(weight / step))),
  )
  return { step, weights: packWeights(Int8Array.from(steps), size) }
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
