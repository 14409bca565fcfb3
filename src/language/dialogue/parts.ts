import { type Item, isWord, itemsOf } from '../intent/items.ts'
import type { Model } from '../intent/model.ts'
import { isCheer, isOf, wordSet } from '../normalise/lexicon.ts'
import { textOf, type Utterance } from '../normalise/utterance.ts'
import { isConfetti } from '../slots/confetti.ts'
import type { Moment, Slots } from '../slots/slots.ts'
import type { Place } from '../slots/times.ts'
import type { DialogueState } from './follow-up.ts'
import { type Intention, intentionOf, TOOL_INTENTS } from './intents.ts'
import { namesProduct } from './product-names.ts'

/** A message being parsed, with the dialogue state before it. */
export interface Reading {
  utterance: Utterance
  slots: Slots
  state: DialogueState
  moment: Moment
  model: Model
}

/** A span of a message with a single intent. */
export interface Part extends Intention {
  items: readonly Item[]
  slots: Slots
  text: string
}

/** More than a real message asks for at once. */
const MAX_PARTS = 12

/** Split points tried per segment; each one costs two classifications. */
const MAX_SPLITS = 8

const SENTENCE_END = /^(?:[.!?;…]|\p{Extended_Pictographic})$/u
const CONJUNCTIONS = wordSet('and then also plus well , & +')
/** Minimum intent probability on both sides of a split. */
const MIN_SPLIT_PROBABILITY = 0.5

/** Splits a message into sentences, and those at conjunctions between different requests. */
export function partsOf(reading: Reading): Part[] {
  const items = itemsOf(reading.utterance, reading.slots)
  const parts = sentences(items)
    .slice(0, MAX_PARTS)
    .flatMap((sentence) => splitRequests(sentence, reading))
    .slice(0, MAX_PARTS)
  return parts.length > 1 ? reweightByWhole(parts, readPart(items, reading)) : parts
}

/** Lower bounds for whole-message probabilities, so that no intent of a part is ruled out. */
const MIN_TOOL_PRIOR = 0.03
const MIN_OTHER_PRIOR = 0.15

/** Weights the intents of each part by those of the whole message, as short parts are ambiguous. */
function reweightByWhole(parts: readonly Part[], whole: Part): Part[] {
  const weights = new Map(
    whole.guesses.map(({ name, probability }) => {
      const prior = TOOL_INTENTS.has(name) ? MIN_TOOL_PRIOR : MIN_OTHER_PRIOR
      return [name, Math.sqrt(Math.max(prior, probability))]
    }),
  )
  return parts.map((part) => {
    const scores = part.guesses.map(({ name, probability }) => {
      return { name, probability: probability * (weights.get(name) ?? 1) }
    })
    return { ...part, ...intentionOf(scores) }
  })
}

/** The whole message as one part. */
export function wholeMessage(reading: Reading): Part {
  return readPart(itemsOf(reading.utterance, reading.slots), reading)
}

/** Only slots and words that fit any request: "9 of them", "give me 7". */
export function isBare({ items, slots }: Part): boolean {
  const hasSlot = slots.times.length + slots.zones.length + slots.counts.length > 0
  const words = items.filter(isWord)
  return hasSlot && words.every(({ text }) => isOf(text, 'function', 'polite', 'asking', 'product'))
}

/** Whether a part names a time, and not only such as "of the day". */
export function hasTime({ slots }: Part): boolean {
  return slots.times.some(({ value }) => !value.weak)
}

function readPart(items: readonly Item[], { slots, state, model }: Reading): Part {
  const previous = state.last?.kind ?? (state.hasHistory ? 'talk' : 'none')
  const isQuestion = isPlainQuestion(items)
  // A cheer may be in any words, but it is no question.
  const guesses = model
    .intentsOf(items, previous)
    .map((guess) =>
      isQuestion && guess.name === 'confetti' ? { ...guess, probability: 0 } : guess,
    )
  const intention = intentionOf(guesses)
  const isSearch = state.last === undefined && namesProduct(items, intention)
  const intent = isSearch ? 'search' : intention.intent
  return { items, ...intention, intent, slots: slotsIn(items, slots), text: textOf(items) }
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

function splitRequests(items: readonly Item[], reading: Reading): Part[] {
  let best: { parts: Part[]; confidence: number } | undefined
  const conjunctions = items.flatMap(({ text }, index) => (CONJUNCTIONS.has(text) ? [index] : []))
  for (const index of conjunctions.slice(0, MAX_SPLITS)) {
    if (index === 0 || index === items.length - 1) continue
    const left = readPart(items.slice(0, index), reading)
    const right = readPart(items.slice(index + 1), reading)
    const confidence = Math.min(left.probability, right.probability)
    const minimum = best?.confidence ?? MIN_SPLIT_PROBABILITY
    const areTools = TOOL_INTENTS.has(left.intent) && TOOL_INTENTS.has(right.intent)
    if (confidence > minimum && areTools && left.intent !== right.intent) {
      best = { parts: [left, right], confidence }
    }
  }
  return best
    ? best.parts.flatMap((part) => splitRequests(part.items, reading))
    : [readPart(items, reading)]
}

function slotsIn(items: readonly Item[], { times, zones, counts }: Slots): Slots {
  const starts = new Set(items.map(({ token }) => token.index))
  const isIn = ({ from }: Place) => starts.has(from)
  return { times: times.filter(isIn), zones: zones.filter(isIn), counts: counts.filter(isIn) }
}
