import { isGibberish } from '../normalise/gibberish.ts'
import { classesOf, isCheer, isOf } from '../normalise/lexicon.ts'
import { type Item, isWord } from './items.ts'
import { hashOf } from './packing.ts'

/** What the user's previous message asked for. */
export type Previous = 'ranking' | 'search' | 'confetti' | 'talk' | 'none'

/** Whether a word is frequent enough in the examples to be a feature of its own. */
export type IsCue = (word: string) => boolean

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
