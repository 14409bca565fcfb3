import type { Distribution } from '../intent/classifier.ts'
import { type Item, isWord, itemsOf } from '../intent/features.ts'
import { isCheer, isOf, wordSet } from '../normalise/lexicon.ts'
import { isConfetti } from '../slots/confetti.ts'
import type { Slots } from '../slots/slots.ts'
import type { Place } from '../slots/times.ts'
import type { Reading } from './reading.ts'

/** A span of a message with a single intent. */
export interface Part {
  items: readonly Item[]
  slots: Slots
  intent: string
  probability: number
  /** The probability of each intent, in the order of the model's `intents`. */
  probabilities: Distribution
  text: string
}

/** More than a real message asks for at once. */
const MAX_PARTS = 12

/** Split points tried per segment; each one costs two classifications. */
const MAX_SPLITS = 8

const SENTENCE_END = /^(?:[.!?;…]|\p{Extended_Pictographic})$/u
const CONJUNCTIONS = wordSet('and then also plus well , & +')
const TOOL_INTENTS = new Set(['ranking', 'search', 'confetti'])
/** Intents that make a list or change the last one; all others are talk. */
const LIST_INTENTS = new Set([...TOOL_INTENTS, 'item', 'more', 'again', 'change'])

/** Minimum intent probability on both sides of a split. */
const MIN_SPLIT_PROBABILITY = 0.5

/** Splits a message into sentences, and those at conjunctions between different requests. */
export function partsOf({ utterance, slots, ...reading }: Reading): Part[] {
  const read = (items: readonly Item[]) => readPart(items, slots, reading)
  const items = itemsOf(utterance, slots)
  const parts = sentences(items)
    .slice(0, MAX_PARTS)
    .flatMap((items) => splitRequests(items, read))
    .slice(0, MAX_PARTS)
  return parts.length > 1 ? reweightByWhole(parts, read(items), reading) : parts
}

/** Lower bounds for whole-message probabilities, so that no intent of a part is ruled out. */
const MIN_TOOL_PRIOR = 0.03
const MIN_OTHER_PRIOR = 0.15

/** Weights the intents of each part by those of the whole message, as short parts are ambiguous. */
function reweightByWhole(
  parts: readonly Part[],
  whole: Part,
  { model: { intents } }: Pick<Reading, 'model'>,
): Part[] {
  return parts.map((part) => {
    const scores = part.probabilities.map((probability, index) => {
      const prior = TOOL_INTENTS.has(intents[index] ?? '') ? MIN_TOOL_PRIOR : MIN_OTHER_PRIOR
      return probability * Math.sqrt(Math.max(prior, whole.probabilities[index] ?? 0))
    })
    return withScores(part, scores, intents)
  })
}

/** A part with other probabilities: the scores, in proportion. */
export function withScores(part: Part, scores: Distribution, intents: readonly string[]): Part {
  const sum = scores.reduce((a, b) => a + b, 0)
  const probabilities = scores.map((score) => score / sum)
  return { ...part, ...bestIntent(probabilities, intents) }
}

/** The weight of all intents of talk together, which share their probability. */
const TALK_WEIGHT = 0.5

/** The share of the highest probability that one intent of talk must have: many small ones do not add up. */
const MIN_TALK_SHARE = 0.3

/** The most probable intent: one of talk if those together outweigh any other. */
function bestIntent(probabilities: Distribution, intents: readonly string[]) {
  const talk = probabilities.map((probability, at) =>
    LIST_INTENTS.has(intents[at] ?? '') ? 0 : probability,
  )
  const talkProbability = talk.reduce((a, b) => a + b, 0)
  const [highest, highestTalk] = [Math.max(...probabilities), Math.max(...talk)]
  const isTalk = talkProbability * TALK_WEIGHT > highest && highestTalk > MIN_TALK_SHARE * highest
  const candidates = isTalk ? talk : probabilities
  const best = candidates.indexOf(Math.max(...candidates))
  return { intent: intents[best] ?? '', probability: probabilities[best] ?? 0, probabilities }
}

/** The whole message as one part. */
export function wholeMessage({ utterance, slots, ...reading }: Reading): Part {
  return readPart(itemsOf(utterance, slots), slots, reading)
}

/** Only slots and words that fit any request: "9 of them", "give me 7". */
export function isBare({ items, slots }: Part): boolean {
  const hasSlot = slots.times.length + slots.zones.length + slots.counts.length > 0
  const words = items.filter(isWord)
  return hasSlot && words.every(({ text }) => isOf(text, 'function', 'polite', 'asking', 'product'))
}

/** Whether a part names a time, and not only such as "of the day". */
export function hasTime({ slots }: Pick<Part, 'slots'>): boolean {
  return slots.times.some(({ value }) => !value.weak)
}

function readPart(
  items: readonly Item[],
  slots: Slots,
  { state, model }: Pick<Reading, 'state' | 'model'>,
): Part {
  const previous = state.last?.kind ?? (state.hasHistory ? 'talk' : 'none')
  const probabilities = model.intentsOf(items, previous)
  // A cheer may be in any words, but it is no question.
  if (isPlainQuestion(items)) probabilities[model.intents.indexOf('confetti')] = 0
  const guess = bestIntent(probabilities, model.intents)
  return { items, ...guess, slots: slotsIn(items, slots), text: textOf(items) }
}

const QUESTION = /^(?:who|what|which|where|when|why|how|is|are|do|does|did|has|was|were)$/
/** Whose occasions are celebrated. */
const OURS = /^(?:we|our|us|i|my)$/

/** Whether it begins as a question and names neither a celebration nor an occasion for one. */
function isPlainQuestion(items: readonly Item[]): boolean {
  const first = items.find((item) => isWord(item) && !isOf(item.text, 'polite'))
  const isFestive = ({ text }: Item) =>
    isCheer(text) || isConfetti(text) || isOf(text, 'cheer') || OURS.test(text)
  return QUESTION.test(first?.text ?? '') && !items.some(isFestive)
}

function sentences(items: readonly Item[]): Item[][] {
  const all: Item[][] = []
  let isEnded = true
  for (const item of items) {
    const isEnd = SENTENCE_END.test(item.text)
    if (all.length === 0 || (isEnded && !isEnd)) all.push([])
    isEnded = isEnd
    all.at(-1)?.push(item)
  }
  return all
}

function splitRequests(items: readonly Item[], read: (items: readonly Item[]) => Part): Part[] {
  let best: { parts: Part[]; confidence: number } | undefined
  const conjunctions = items.flatMap(({ text }, index) => (CONJUNCTIONS.has(text) ? [index] : []))
  for (const index of conjunctions.slice(0, MAX_SPLITS)) {
    if (index === 0 || index === items.length - 1) continue
    const [left, right] = [read(items.slice(0, index)), read(items.slice(index + 1))]
    const confidence = Math.min(left.probability, right.probability)
    const minimum = Math.max(MIN_SPLIT_PROBABILITY, best?.confidence ?? 0)
    const areTools = TOOL_INTENTS.has(left.intent) && TOOL_INTENTS.has(right.intent)
    if (confidence > minimum && areTools && left.intent !== right.intent) {
      best = { parts: [left, right], confidence }
    }
  }
  return best ? best.parts.flatMap((part) => splitRequests(part.items, read)) : [read(items)]
}

function slotsIn(items: readonly Item[], { times, zones, counts }: Slots): Slots {
  const [first, last] = [items[0], items.at(-1)]
  if (!first || !last) return { times: [], zones: [], counts: [] }
  const isIn = ({ from, to }: Place) => first.token.index < to && from <= last.token.index
  return { times: times.filter(isIn), zones: zones.filter(isIn), counts: counts.filter(isIn) }
}

function textOf(items: readonly Item[]): string {
  return items.map(({ token, isSlot, text }) => (isSlot ? text : token.text)).join(' ')
}
