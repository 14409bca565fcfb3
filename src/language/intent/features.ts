import { isGibberish } from '../normalise/gibberish.ts'
import { classesOf, isCheer, isOf, type WordClass } from '../normalise/lexicon.ts'
import type { Token, Utterance } from '../normalise/utterance.ts'
import type { Slots } from '../slots/slots.ts'
import { FUTURE } from '../slots/timeframe.ts'
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
  return tokens.flatMap((token): Item[] => {
    const span = spans.find(({ start, end }) => start <= token.start && token.start < end)
    if (span) return span.start === token.start ? [{ text: span.text, isSlot: true, token }] : []
    const isNumber = /^\d+(?:\.\d+)?$/.test(token.text)
    return [{ text: isNumber ? 'NUM' : token.text, isSlot: isNumber, token }]
  })
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

/** Whether an item is a word that can describe a topic. */
export function isTopic(item: Item): boolean {
  return isWord(item) && isContent(item.text)
}

export function hasTopic(items: readonly Item[]): boolean {
  return items.some(isTopic)
}

/** Whether any item is a word of one of the classes. */
export function hasWordOf(items: readonly Item[], ...names: readonly WordClass[]): boolean {
  return items.some(({ text }) => isOf(text, ...names))
}

export function textOf(words: readonly { text: string }[]): string {
  return words.map(({ text }) => text).join(' ')
}

/** Whether an item may be part of a search query. */
export function isSearchable(item: Item): boolean {
  return isWord(item) || item.text === 'NUM'
}

/** The attributes of an item that features are made of; the numbers are hashes. */
export interface ItemAttributes {
  /** The word itself if it is a cue, otherwise the kind of word it is. */
  name: number
  kind: number
  /** The suffix, a cheap proxy for the part of speech. */
  shape: number
  isContent: boolean
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
  const add = (...values: Parameters<typeof feature>) => features.add(feature(...values))
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

export function attributesOf(item: Item, isCue: IsCue): ItemAttributes {
  const kind = kindOf(item)
  const name = !isWord(item) || isCue(item.text) ? item.text : `a ${kind}`
  const shape = item.isSlot ? kind : shapeOf(item.text)
  return {
    name: hashOf(name),
    kind: hashOf(kind),
    shape: hashOf(shape),
    isContent: kind === 'content',
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
export function feature(template: string, a = 0, b = 0, c = 0): number {
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
}
