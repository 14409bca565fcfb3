import { isGibberish } from '../normalise/gibberish.ts'
import { classesOf, isCheer, isOf } from '../normalise/lexicon.ts'
import type { Token, Utterance } from '../normalise/utterance.ts'
import type { Slots } from '../slots/slots.ts'
import { FUTURE } from '../slots/timeframe.ts'
import type { Span } from '../slots/times.ts'
import { hashOf } from './packing.ts'

/** A token, or the placeholder of the slot that starts at it. */
export interface Item {
  /** The word, or the name of the slot in capitals. */
  text: string
  isSlot: boolean
  token: Token
}

/** What the user's previous message asked for. */
export type Previous = 'ranking' | 'search' | 'confetti' | 'talk' | 'none'

/** Whether a word is frequent enough in the examples to be a feature of its own. */
export type IsCue = (word: string) => boolean

/** The tokens of an utterance, with each time, zone, count and number as one placeholder. */
export function itemsOf({ tokens }: Utterance, slots: Slots): Item[] {
  const spans = [
    ...slots.zones.map((span) => ({ ...span, text: 'ZONE' })),
    ...slots.times.map((span) => ({
      ...span,
      text: span.value.text === FUTURE ? 'FUTURE' : 'TIME',
    })),
    ...slots.counts.filter(({ value }) => value.isSure).map((span) => ({ ...span, text: 'COUNT' })),
  ]
  const items: Item[] = []
  let previous: Span<unknown> | undefined
  for (const token of tokens) {
    const span = spans.find(({ from, to }) => from <= token.index && token.index < to)
    if (span && span === previous) continue
    previous = span
    if (span) items.push({ text: span.text, isSlot: true, token })
    else if (/^\d+(?:\.\d+)?$/.test(token.text)) items.push({ text: 'NUM', isSlot: true, token })
    else items.push({ text: token.text, isSlot: false, token })
  }
  return items
}

export function isWord({ text, isSlot }: Item): boolean {
  return !isSlot && /[\p{L}\p{N}]/u.test(text)
}

/** Whether a word can describe a topic, unlike function words, courtesies and ranking terms. */
export function isContent(word: string): boolean {
  return (
    !isOf(word, 'function', 'polite', 'asking', 'product', 'praise', 'ranking') && word !== 'NUM'
  )
}

/** Whether an item may be part of a search query. */
export function isSearchable(item: Item): boolean {
  return isWord(item) || item.text === 'NUM'
}

/** The attributes of an item that features are made of; all numbers are hashes unless noted. */
export interface ItemAttributes {
  /** The word itself if it is a cue, otherwise the kind of word it is. */
  name: number
  kind: number
  /** The suffix, a cheap proxy for the part of speech. */
  shape: number
  isContent: boolean
  /** The nearest cue before it, and the nearest one after it; 0 if there is none. */
  previousCue: number
  nextCue: number
  /** The last connective before it ("and", "then", a punctuation mark); 0 if there is none. */
  connective: number
  /** Not a hash. Bit 0: a connective comes before; bit 1: a punctuation mark comes after. */
  marks: number
  clause: Clause
  /** Whether the item before it has occurred before: the Y of "any X? any Y?". */
  isRepetition: boolean
}

/** The items between two punctuation marks. */
interface Clause {
  /** Bit 0: not the first clause; higher bits: how many nonempty clauses follow, 2 at most. */
  position: number
  /** Bit 0: it asks for something; bit 1: another clause does. */
  asks: number
  /** In items, 4 at most. */
  length: number
  /** Hash of its first item. */
  first: number
  /** Hash of the punctuation mark that ends it. */
  mark: number
}

const NO_CLAUSE: Clause = { position: 0, asks: 0, length: 0, first: 0, mark: 0 }

/** The attributes of an item that depend on the items around it, when there are none. */
const NO_CONTEXT = {
  previousCue: 0,
  nextCue: 0,
  connective: 0,
  marks: 0,
  clause: NO_CLAUSE,
  isRepetition: false,
}

/** Hashed features for classifying the intent of a message, or of a part of it. */
export function intentFeatures(
  items: readonly Item[],
  previous: Previous,
  isCue: IsCue,
): Set<number> {
  const attributes = items
    .filter((item) => item.isSlot || isWord(item))
    .map((item) => attributesOf(item, isCue))
  const features = new Set<number>()
  const add = (template: string, a = 0, b = 0, c = 0) => features.add(feature(template, a, b, c))
  const length = Math.min(6, attributes.length)
  const contents = Math.min(3, attributes.filter(({ isContent }) => isContent).length)
  const isFollowUp = previous === 'ranking' || previous === 'search'
  add('bias')
  add('previous', hashOf(previous), Math.min(4, length))
  add('length', length)
  add('contents', contents, Math.min(4, length))
  for (let at = -1; at < attributes.length; at += 1) {
    const [a = EDGE, b = EDGE, c = EDGE] = [attributes[at], attributes[at + 1], attributes[at + 2]]
    add('word', a.name)
    add('pair', a.name, b.name)
    add('kinds', a.kind, b.kind)
    add('word kind', a.name, b.kind)
    add('kind word', a.kind, b.name)
    add('three kinds', a.kind, b.kind, c.kind)
    if (isFollowUp) add('follows', a.name)
    if (a.isContent) add('shape', a.shape, b.kind)
  }
  for (const item of items) addMarks(item, add)
  if (items.at(-1)?.text === '!') add('exclaimed')
  return features
}

function addMarks({ text, isSlot }: Item, add: (template: string, a?: number) => void) {
  if (!isSlot) for (const name of classesOf(text)) add('class', hashOf(name))
  if (/^[?!,:]$/.test(text)) add('mark', hashOf(text))
  if (isCheer(text)) add('cheer')
}

/** Attributes of an item by itself; those of its context are left empty. */
export function attributesOf(item: Item, isCue: IsCue): ItemAttributes {
  const kind = kindOf(item)
  const isContent = kind === 'content'
  const name = item.isSlot || !isWord(item) || isCue(item.text) ? item.text : `a ${kind}`
  const shape = item.isSlot ? kind : shapeOf(item.text)
  return {
    name: hashOf(name),
    kind: hashOf(kind),
    shape: hashOf(shape),
    isContent,
    ...NO_CONTEXT,
  }
}

const ENDINGS = /(?:ing|ed|ly|er|or|tion|ment|ness|ity|ish|ful|less|able|ous|ive|ist|ss|s|y)$/

function shapeOf(word: string): string {
  if (isGibberish(word)) return 'odd'
  return ENDINGS.exec(word)?.[0] ?? (word.length < 4 ? 'short' : '')
}

const KINDS = [
  'function',
  'asking',
  'polite',
  'product',
  'praise',
  'kind',
  'cheer',
  'world',
  'ranking',
  'subject',
] as const

/** The first of these lexicon classes that a word belongs to; any other word is content. */
function kindOf(item: Item): string {
  if (!isWord(item)) return item.text
  return KINDS.find((name) => isOf(item.text, name)) ?? 'content'
}

const templateHashes = new Map<string, number>()

/** Hash of a feature template and its values, as an unsigned 32-bit integer. */
export function feature(template: string, a: number, b: number, c: number): number {
  let hash = templateHashes.get(template)
  if (hash === undefined) {
    hash = hashOf(template)
    templateHashes.set(template, hash)
  }
  hash = Math.imul(hash ^ a, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13) ^ b, 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 15) ^ c, 0x27d4eb2f)
  return (hash ^ (hash >>> 16)) >>> 0
}

const PADDING = hashOf('$')

/** Pads a sequence on both sides. */
export const EDGE: ItemAttributes = {
  name: PADDING,
  kind: PADDING,
  shape: PADDING,
  isContent: false,
  ...NO_CONTEXT,
}
