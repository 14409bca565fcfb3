import type { Distribution } from '../intent/classifier.ts'
import { type Item, isWord, itemsOf } from '../intent/features.ts'
import { isOf } from '../normalise/lexicon.ts'
import type { Slots } from '../slots/slots.ts'
import type { Reading } from './reading.ts'

/** A stretch of a message that asks for one thing, or for none. */
export interface Part {
  items: readonly Item[]
  slots: Slots
  intent: string
  probability: number
  /** How probable each intent is. */
  likely: Distribution
  text: string
}

/** More than anybody means to be answered at once. */
const MAX_PARTS = 12

/** Of a sentence: each is a place where it may be cut, which takes time to find out. */
const MAX_JOINTS = 8

const ENDS = /^(?:[.!?;…]|\p{Extended_Pictographic})$/u
const JOINTS = new Set([
  'and',
  'then',
  'also',
  'plus',
  ',',
  '&',
  '+',
  ';',
  'but',
  ':',
  '-',
  'afterwards',
  'next',
  'well',
  'or',
])
const WISHES = new Set(['ranking', 'search', 'confetti'])
const ASKS_AGAIN =
  /^(?:(?:also|then|and|please|can|could|would|you|i|we|maybe|after|that|next|well|as|to|while|are|there|at|it|if|plus|throw|in) )*(?:search|find|look|recommend|suggest|is there|are there|do you|need|want|am looking|something|anything|some|any|an|a|one|1)\b|^while you are |^also /

/** How sure both sides of a cut have to be. */
const SURE = 0.6

/** The message cut into sentences, and these where each side of a cut asks for something else. */
export function partsOf({ utterance, slots, ...reading }: Reading): Part[] {
  const read = (items: readonly Item[]) => readPart(items, slots, reading)
  const parts = sentences(itemsOf(utterance, slots))
    .slice(0, MAX_PARTS)
    .flatMap((items) => cut(items, read))
    .slice(0, MAX_PARTS)
  return parts.length > 1
    ? inContext(parts, wholeOf({ utterance, slots, ...reading }), reading)
    : parts
}

/** How improbable a wish may be on the whole, and anything else, and still be one of its parts. */
const MIN_WISH = 0.03
const MIN_OTHER = 0.15

/** A part is read in the light of the whole message: what it seems to be alone may be misleading. */
function inContext(
  parts: readonly Part[],
  whole: Part,
  { model: { intents } }: Pick<Reading, 'model'>,
): Part[] {
  return parts.map((part) => {
    const scores = part.likely.map((share, at) => {
      const least = WISHES.has(intents[at] ?? '') ? MIN_WISH : MIN_OTHER
      return share * Math.sqrt(Math.max(least, whole.likely[at] ?? 0))
    })
    const sum = scores.reduce((a, b) => a + b, 0)
    return {
      ...part,
      ...guessOf(
        scores.map((score) => score / sum),
        intents,
      ),
    }
  })
}

function guessOf(likely: Distribution, intents: readonly string[]) {
  const best = likely.indexOf(Math.max(...likely))
  return { intent: intents[best] ?? '', probability: likely[best] ?? 0, likely }
}

/** The whole message as one part. */
export function wholeOf({ utterance, slots, ...reading }: Reading): Part {
  return readPart(itemsOf(utterance, slots), slots, reading)
}

/** Nothing but slots and words that belong to any request: "9 of them", "give me 7". */
export function isBare({ items, slots }: Part): boolean {
  const hasSlot = slots.times.length + slots.zones.length + slots.counts.length > 0
  const words = items.filter(isWord)
  return hasSlot && words.every(({ text }) => isOf(text, 'function', 'polite', 'asking', 'product'))
}

function readPart(
  items: readonly Item[],
  slots: Slots,
  { asked, model }: Pick<Reading, 'asked' | 'model'>,
): Part {
  const previous = asked.last?.kind ?? (asked.hasTalked ? 'talk' : 'none')
  const guess = guessOf(model.intentsOf(items, previous), model.intents)
  return { items, ...guess, slots: slotsIn(items, slots), text: textOf(items) }
}

function sentences(items: readonly Item[]): Item[][] {
  const all: Item[][] = []
  let isEnded = true
  for (const item of items) {
    const isEnd = ENDS.test(item.text)
    if (isEnded && !isEnd) all.push([])
    isEnded = isEnd
    const last = all.at(-1)
    if (last) last.push(item)
    else all.push([item])
  }
  const [first = [], second = []] = all
  // Marks and emoji before the first word belong to it.
  return first.every(({ text }) => ENDS.test(text)) && all.length > 1
    ? [[...first, ...second], ...all.slice(2)]
    : all
}

function cut(items: readonly Item[], read: (items: readonly Item[]) => Part): Part[] {
  let best: { parts: Part[]; sureness: number } | undefined
  const joints = items.flatMap(({ text }, at) => (JOINTS.has(text) ? [at] : []))
  for (const at of joints.slice(0, MAX_JOINTS)) {
    if (at === 0 || at === items.length - 1) continue
    const [left, right] = [read(items.slice(0, at)), read(items.slice(at + 1))]
    const sureness = Math.min(left.probability, right.probability)
    if (sureness > Math.max(SURE, best?.sureness ?? 0) && areApart(left, right)) {
      best = { parts: [left, right], sureness }
    }
  }
  return best ? best.parts.flatMap((part) => cut(part.items, read)) : [read(items)]
}

function areApart(left: Part, right: Part): boolean {
  if (!WISHES.has(left.intent) || !WISHES.has(right.intent)) return false
  if (!left.items.some(isWord) || !right.items.some(isWord)) return false
  return left.intent !== right.intent
}

/** "A calendar app and something for invoices". */
export function asksAgain(left: Part, right: Part): boolean {
  const words = right.items.filter(isWord)
  const isThing =
    right.probability > SURE || words.some(({ text }) => isOf(text, 'product', 'kind', 'subject'))
  const isSearch = left.intent === 'search' && right.intent === 'search'
  return isSearch && isThing && words.length > 1 && ASKS_AGAIN.test(right.text)
}

function slotsIn(items: readonly Item[], { times, zones, counts }: Slots): Slots {
  const [first, last] = [items[0], items.at(-1)]
  if (!first || !last) return { times: [], zones: [], counts: [] }
  const isIn = ({ start, end }: { start: number; end: number }) =>
    first.token.start < end && start <= last.token.start
  return { times: times.filter(isIn), zones: zones.filter(isIn), counts: counts.filter(isIn) }
}

function textOf(items: readonly Item[]): string {
  return items.map(({ token, isSlot, text }) => (isSlot ? text : token.text)).join(' ')
}
