import { classesOf, isCheer, isOf } from '../normalise/lexicon.ts'
import type { Token, Utterance } from '../normalise/utterance.ts'
import type { Slots } from '../slots/slots.ts'
import { FUTURE } from '../slots/timeframe.ts'
import type { Span } from '../slots/times.ts'

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

export function canBeSought(item: Item): boolean {
  return isWord(item) || item.text === 'NUM'
}

/** What is seen of an item: itself where it is a cue, else what kind of word it is; as hashes. */
export interface Seen {
  name: number
  kind: number
  isContent: boolean
  /** The last cue before it and the next one behind it. */
  cue: number
  ahead: number
  /** Whether there is a comma before it, and one behind it. */
  marks: number
}

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

/**
 * Features of one word, for telling whether it is one to search for: what stands around it, and
 * whether the word before is one.
 */
export function wordFeatures(seen: readonly Seen[], place: number, isLastKept: boolean) {
  const features = new Set<number>()
  const add = (template: string, a = 0, b = 0, c = 0) => features.add(feature(template, a, b, c))
  const at = (by: number) => seen[place + by] ?? EDGE
  const [own, last, next, second] = [at(0), at(-1), at(1), at(2)]
  const kept = isLastKept ? 1 : 2
  add('bias', kept)
  add('own', own.name)
  add('kept', own.name, kept)
  add('kind', own.kind, kept)
  add('last', last.name, own.kind)
  add('last two', at(-2).name, last.name, own.kind)
  add('next', next.name, own.kind)
  add('next two', next.name, second.name, own.kind)
  add('around', last.name, next.name, own.kind)
  add('before', last.kind, own.name, kept)
  add('behind', own.name, next.kind)
  add('kinds', last.kind, own.kind, next.kind)
  add('kinds behind', own.kind, next.kind, second.kind)
  add('kinds before', at(-2).kind, last.kind, own.kind)
  add('cue', own.cue, own.kind, kept)
  add('cue own', own.cue, own.name)
  add('ahead', own.ahead, own.kind, kept)
  add('between', own.cue, own.ahead, own.kind)
  add('marks', own.marks, own.kind)
  add('marks and cue', own.marks, own.cue, own.kind)
  add('place', Math.min(4, place), own.kind)
  add('end', Math.min(3, seen.length - place - 1), own.kind)
  return features
}

const CUES = new Set(
  (
    'for to that which with about like find search need want recommend suggest app apps tool tools ' +
    'product products software something anything alternative alternatives looking is on in of who ' +
    'because so since and from my our your before after behalf while than instead called named'
  ).split(' '),
)

/** Without emoji and most marks, which say nothing about what is sought. */
export function withoutMarks(items: readonly Item[]): Item[] {
  return items.filter((item) => item.isSlot || isWord(item) || isComma(item))
}

/** What is seen of the words of a message. */
export function seenIn(items: readonly Item[], isCue: IsCue): Seen[] {
  const seen = items.map((item) => see(item, isCue))
  const lastComma = items.findLastIndex(isComma)
  let [cue, ahead, comma] = [0, 0, 0]
  for (const [at, item] of items.entries()) {
    seen[at] = { ...(seen[at] ?? EDGE), cue, marks: comma + (at < lastComma ? 2 : 0) }
    if (CUES.has(item.text)) cue = hashOf(item.text)
    if (isComma(item)) comma = 1
  }
  for (let at = items.length - 1; at >= 0; at -= 1) {
    const text = items[at]?.text ?? ''
    seen[at] = { ...(seen[at] ?? EDGE), ahead }
    if (CUES.has(text)) ahead = hashOf(text)
  }
  return seen
}

function isComma({ text }: Item): boolean {
  return text === ',' || text === '-'
}

function see(item: Item, isCue: IsCue): Seen {
  const kind = kindOf(item)
  const isContent = kind === 'content'
  const name = item.isSlot || !isWord(item) || isCue(item.text) ? item.text : `a ${kind}`
  return { name: hashOf(name), kind: hashOf(kind), isContent, cue: 0, ahead: 0, marks: 0 }
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

/** FNV-1a, which is good enough to spread short texts. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  }
  return hash ^ (hash >>> 15)
}

const templates = new Map<string, number>()

/** A template and what fills it in, as one number. */
function feature(template: string, a: number, b: number, c: number): number {
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
const EDGE: Seen = { name: NOTHING, kind: NOTHING, isContent: false, cue: 0, ahead: 0, marks: 0 }
