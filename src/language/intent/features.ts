import { classesOf, isCheer, isOf } from '../normalise/lexicon.ts'
import type { Token, Utterance } from '../normalise/utterance.ts'
import type { Slots } from '../slots/slots.ts'
import { FUTURE } from '../slots/timeframe.ts'
import type { Span } from '../slots/times.ts'
import { hashOf } from './packing.ts'

/** A token, or the slot that stands in its place. */
export interface Item {
  /** The word, or the name of the slot in capitals. */
  text: string
  isSlot: boolean
  token: Token
}

/** What the person's message before asked for. */
export type Previous = 'ranking' | 'search' | 'confetti' | 'talk' | 'none'

/** Whether a word is frequent enough in the examples to say something by itself. */
export type IsCue = (word: string) => boolean

/** The tokens of an utterance with each time, zone, count and number as one placeholder. */
export function itemsOf({ tokens }: Utterance, slots: Slots): Item[] {
  const named = [
    ...slots.zones.map((span) => ({ ...span, text: 'ZONE' })),
    ...slots.times.map((span) => ({
      ...span,
      text: span.value.text === FUTURE ? 'FUTURE' : 'TIME',
    })),
    ...slots.counts.filter(({ value }) => value.isSure).map((span) => ({ ...span, text: 'COUNT' })),
  ]
  const items: Item[] = []
  let last: Span<unknown> | undefined
  for (const token of tokens) {
    const span = named.find(({ start, end }) => start <= token.start && token.start < end)
    if (span && span === last) continue
    last = span
    if (span) items.push({ text: span.text, isSlot: true, token })
    else if (/^\d+(?:\.\d+)?$/.test(token.text)) items.push({ text: 'NUM', isSlot: true, token })
    else items.push({ text: token.text, isSlot: false, token })
  }
  return items
}

export function isWord({ text, isSlot }: Item): boolean {
  return !isSlot && /[\p{L}\p{N}]/u.test(text)
}

/** Whether a word says what something is about. */
export function isContent(word: string): boolean {
  return (
    !isOf(word, 'function', 'polite', 'asking', 'product', 'praise', 'ranking') && word !== 'NUM'
  )
}

export function canBeSought(item: Item): boolean {
  return isWord(item) || item.text === 'NUM'
}

/** What is seen of an item: itself where it is a cue, else what kind of word it is; as hashes. */
export interface Seen {
  name: number
  kind: number
  /** How it ends, which tells much of what part of speech it is. */
  shape: number
  isContent: boolean
  /** The last cue before it and the next one behind it. */
  cue: number
  ahead: number
  /** What last joined two things: "and", "then", the end of a sentence. */
  joint: number
  /** Whether there is a mark before it, and one behind it. */
  marks: number
  clause: Clause
}

/** The stretch between two marks. */
interface Clause {
  /** Whether it is the first one, and how many come behind it. */
  place: number
  /** Whether it asks for something, and whether another one does. */
  asks: number
  length: number
  first: number
  mark: number
}

const NO_CLAUSE: Clause = { place: 0, asks: 0, length: 0, first: 0, mark: 0 }

/** Features of a message, or of a part of it, for telling its intent. */
export function intentFeatures(
  items: readonly Item[],
  previous: Previous,
  isCue: IsCue,
): Set<number> {
  const seen = items.filter((item) => item.isSlot || isWord(item)).map((item) => see(item, isCue))
  const features = new Set<number>()
  const add = (template: string, a = 0, b = 0, c = 0) => features.add(feature(template, a, b, c))
  const before = hashOf(previous)
  const length = Math.min(6, seen.length)
  const contents = Math.min(3, seen.filter(({ isContent }) => isContent).length)
  const isFollowing = previous === 'ranking' || previous === 'search'
  add('bias')
  add('previous', before, Math.min(4, length))
  add('length', length)
  add('contents', contents, Math.min(4, length))
  for (let at = -1; at < seen.length; at += 1) {
    const [a, b, c] = [seen[at] ?? EDGE, seen[at + 1] ?? EDGE, seen[at + 2] ?? EDGE]
    add('word', a.name)
    add('pair', a.name, b.name)
    add('kinds', a.kind, b.kind)
    add('word kind', a.name, b.kind)
    add('kind word', a.kind, b.name)
    add('three kinds', a.kind, b.kind, c.kind)
    if (isFollowing) add('follows', a.name)
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

export function see(item: Item, isCue: IsCue): Seen {
  const kind = kindOf(item)
  const isContent = kind === 'content'
  const name = item.isSlot || !isWord(item) || isCue(item.text) ? item.text : `a ${kind}`
  const shape = item.isSlot ? kind : shapeOf(item.text)
  return {
    name: hashOf(name),
    kind: hashOf(kind),
    shape: hashOf(shape),
    isContent,
    cue: 0,
    ahead: 0,
    joint: 0,
    marks: 0,
    clause: NO_CLAUSE,
  }
}

const ENDINGS = /(?:ing|ed|ly|er|or|tion|ment|ness|ity|ish|ful|less|able|ous|ive|ist|ss|s|y)$/

/** Letters that no English word has side by side, or no vowel at all. */
const ODD =
  /[bcdfghjklmnpqrstvwxz]{5}|^[bcdfghjklmnpqrstvwxz]{4,}$|[jqvx][bcdfgjkmpqtvxz]|asdf|qwert|zxcv/

function shapeOf(word: string): string {
  if (ODD.test(word)) return 'odd'
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

/** The one class of a word that says most of it; any other word is content. */
function kindOf(item: Item): string {
  if (!isWord(item)) return item.text
  return KINDS.find((name) => isOf(item.text, name)) ?? 'content'
}

const templates = new Map<string, number>()

/** A template and what fills it in, as one number. */
export function feature(template: string, a: number, b: number, c: number): number {
  let hash = templates.get(template)
  if (hash === undefined) {
    hash = hashOf(template)
    templates.set(template, hash)
  }
  hash = Math.imul(hash ^ a, 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13) ^ b, 0xc2b2ae35)
  hash = Math.imul(hash ^ (hash >>> 15) ^ c, 0x27d4eb2f)
  return (hash ^ (hash >>> 16)) >>> 0
}

const NOTHING = hashOf('$')
export const EDGE: Seen = {
  name: NOTHING,
  kind: NOTHING,
  shape: NOTHING,
  isContent: false,
  cue: 0,
  ahead: 0,
  joint: 0,
  marks: 0,
  clause: NO_CLAUSE,
}
