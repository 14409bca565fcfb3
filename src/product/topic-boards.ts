import { type BestOfWindow, bestOfWindow, type TimeOrder } from './best-of-window.ts'
import type { Work } from './in-slices.ts'
import type { TopicColumn } from './launches.ts'
import { topicKey } from './topic.ts'

const STEP = 16_384

export interface TopicBoards {
  /** The ranks of all launches of a topic in ascending order: those without a known launch too. */
  ranks(topic: string): Int32Array
  bestOfWindow(topic: string): BestOfWindow
}

interface Ranked {
  /** Which launch has a rank. */
  order: Int32Array
  /** When it launched, by rank. */
  launched: Float64Array
  topics: TopicColumn
}

/** What is needed to rank within one topic, made of a topic when it is first asked for. */
export function* topicBoards({ order, launched, topics }: Ranked): Work<TopicBoards> {
  const { begins, numbers, known } = topics
  const ranksOf = Array.from(known.values(), ({ count }) => new Int32Array(count))
  const filled = new Int32Array(known.size)
  for (const [rank, place] of order.entries()) {
    if (rank % STEP === 0) yield
    for (let at = begins[place] ?? 0; at < (begins[place + 1] ?? 0); at += 1) {
      const number = numbers[at] ?? 0
      const next = filled[number] ?? 0
      const ranks = ranksOf[number]
      if (ranks) ranks[next] = rank
      filled[number] = next + 1
    }
  }

  const none = new Int32Array()
  const ranks = (topic: string) => ranksOf[known.get(topicKey(topic))?.number ?? -1] ?? none
  const made = new Map<string, BestOfWindow>()
  const NOTHING: BestOfWindow = () => []

  return {
    ranks,
    bestOfWindow(topic) {
      const key = topicKey(topic)
      if (!known.has(key)) return NOTHING
      const best = made.get(key) ?? bestOfWindow(inTimeOrder(ranks(topic), launched))
      made.set(key, best)
      return best
    },
  }
}

function inTimeOrder(ranks: Int32Array, launched: Float64Array): TimeOrder {
  const known = ranks.filter((rank) => (launched[rank] ?? Infinity) < Infinity)
  known.sort((left, right) => (launched[left] ?? 0) - (launched[right] ?? 0))
  return { ranks: known, instants: Float64Array.from(known, (rank) => launched[rank] ?? 0) }
}
