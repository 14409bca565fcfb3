import { type BestOfWindow, bestOfWindow, type TimeOrder } from './best-of-window.ts'
import { runToEnd, type Work } from './in-slices.ts'
import type { TopicColumn } from './launches.ts'
import { topicKey } from './topic.ts'

const STEP = 16_384

interface TopicBoards {
  /** The ranks of all products of a topic, ascending, with or without a known launch. */
  ranks(topic: string): Int32Array
  bestOfWindow(topic: string): BestOfWindow
}

interface Ranked {
  /** The position of the launch with each rank. */
  order: Int32Array
  /** The launches with a known instant. */
  timeOrder: TimeOrder
  topics: TopicColumn
}

const NO_RANKS = new Int32Array()
const NO_RESULTS: BestOfWindow = () => []

/** The rankings within topics. The index of a topic is built on its first request. */
export function* topicBoards({ order, timeOrder, topics }: Ranked): Work<TopicBoards> {
  const { begins, numbers, known } = topics
  const ranksOf = Array.from(known.values(), ({ count }) => new Int32Array(count))
  const filled = new Int32Array(known.size)
  for (let rank = 0; rank < order.length; rank += 1) {
    if (rank % STEP === 0) yield
    const index = order[rank] ?? 0
    for (let at = begins[index] ?? 0; at < (begins[index + 1] ?? 0); at += 1) {
      const number = numbers[at] ?? 0
      const next = filled[number] ?? 0
      const ranks = ranksOf[number]
      if (ranks) ranks[next] = rank
      filled[number] = next + 1
    }
  }

  const ranks = (topic: string) => ranksOf[known.get(topicKey(topic))?.number ?? -1] ?? NO_RANKS
  const built = new Map<string, BestOfWindow>()

  return {
    ranks,
    bestOfWindow(topic) {
      const key = topicKey(topic)
      if (!known.has(key)) return NO_RESULTS
      const best = built.get(key) ?? runToEnd(bestOfWindow(inTimeOrder(ranks(topic), timeOrder)))
      built.set(key, best)
      return best
    },
  }
}

/** Selects from the launches in time order: sorting a large topic would take ten times as long. */
function inTimeOrder(wanted: Int32Array, { instants, ranks }: TimeOrder): TimeOrder {
  const isWanted = new Uint8Array((wanted.at(-1) ?? -1) + 1)
  for (const rank of wanted) isWanted[rank] = 1
  const picked = { instants: new Float64Array(wanted.length), ranks: new Int32Array(wanted.length) }
  let count = 0
  for (let at = 0; at < ranks.length; at += 1) {
    const rank = ranks[at] ?? 0
    if (isWanted[rank] !== 1) continue
    picked.ranks[count] = rank
    picked.instants[count] = instants[at] ?? 0
    count += 1
  }
  return { instants: picked.instants.subarray(0, count), ranks: picked.ranks.subarray(0, count) }
}
