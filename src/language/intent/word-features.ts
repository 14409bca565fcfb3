import { isOf } from '../normalise/lexicon.ts'
import {
  attributesOf,
  EDGE,
  feature,
  type IsCue,
  type Item,
  type ItemAttributes,
  isWord,
} from './features.ts'
import { hashOf } from './packing.ts'

/** The last word kept so far: none, the previous one, or an earlier one. */
export const STATES = ['none', 'last', 'earlier'] as const

export type State = (typeof STATES)[number]

/**
 * Hashed features for tagging one word: its own attributes, its neighbors, its clause and whether
 * the previous word was kept.
 */
export function wordFeatures(
  attributes: readonly ItemAttributes[],
  position: number,
  state: State,
) {
  const features = new Set<number>()
  const add = (template: string, a = 0, b = 0, c = 0) => features.add(feature(template, a, b, c))
  const at = (offset: number) => attributes[position + offset] ?? EDGE
  const [own, last, next, second] = [at(0), at(-1), at(1), at(2)]
  const kept = STATES.indexOf(state)
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
  add('cue', own.previousCue, own.kind, kept)
  add('cue own', own.previousCue, own.name)
  add('ahead', own.nextCue, own.kind, kept)
  add('between', own.previousCue, own.nextCue, own.kind)
  add('joint', own.connective, own.kind, kept)
  add('joint last', own.connective, last.name, kept)
  add('joint cue', own.connective, own.previousCue, kept)
  add('shape', own.shape, last.kind, kept)
  add('shape behind', own.shape, next.kind, own.previousCue)
  add('shapes', last.shape, own.shape, next.shape)
  const { clause } = own
  add('clause', clause.position, clause.asks, own.kind)
  add('clause mark', clause.mark, clause.position, own.kind)
  add('clause length', clause.length, clause.asks + 4 * clause.position, own.kind)
  add('clause first', clause.first, own.kind, kept)
  add('clause first asks', clause.first, clause.asks, clause.position)
  const repetition = own.isRepetition ? 1 : 0
  add('repetition', repetition, own.kind, kept)
  add('repetition joint', repetition, own.connective, kept)
  add('marks', own.marks, own.kind)
  add('marks and cue', own.marks, own.previousCue, own.kind)
  add('place', Math.min(4, position), own.kind)
  add('end', Math.min(3, attributes.length - position - 1), own.kind)
  return features
}

/** Words that often come right before or after a query. */
const CUES = new Set(
  (
    'for to that which with about like find search need want recommend suggest app apps tool tools ' +
    'product products software something anything alternative alternatives looking is on in of who ' +
    'because so since and from my our your before after behalf while than instead called named'
  ).split(' '),
)

const CONNECTIVES = new Set(
  ', . ? ! ; : + & and or then also plus second separately but'.split(' '),
)

/** Without emoji and symbols, which carry no query; punctuation stays, as it separates clauses. */
export function withoutSymbols(items: readonly Item[]): Item[] {
  return items.filter((item) => item.isSlot || isWord(item) || isMark(item))
}

/** The attributes of all items of a message, with those of their context. */
export function attributesIn(items: readonly Item[], isCue: IsCue): ItemAttributes[] {
  const attributes = items.map((item) => attributesOf(item, isCue))
  const repetitions = afterRepetitions(items)
  const lastMark = items.findLastIndex(isMark)
  let [previousCue, nextCue, connective] = [0, 0, 0]
  for (const [at, { text }] of items.entries()) {
    const marks = (connective === 0 ? 0 : 1) + (at < lastMark ? 2 : 0)
    const isRepetition = repetitions[at] ?? false
    attributes[at] = { ...(attributes[at] ?? EDGE), previousCue, connective, marks, isRepetition }
    if (CUES.has(text)) previousCue = hashOf(text)
    if (CONNECTIVES.has(text)) connective = hashOf(text)
  }
  for (const [at, { text }] of [...items.entries()].reverse()) {
    attributes[at] = { ...(attributes[at] ?? EDGE), nextCue }
    if (CUES.has(text)) nextCue = hashOf(text)
  }
  return withClauses(items, attributes)
}

/** Whether the item before each one has occurred before. */
function afterRepetitions(items: readonly Item[]): boolean[] {
  const seen = new Set<string>()
  const isRepeated = items.map(({ text }) => seen.size === seen.add(text).size)
  return [false, ...isRepeated]
}

function withClauses(
  items: readonly Item[],
  attributes: readonly ItemAttributes[],
): ItemAttributes[] {
  const ends = [...items.flatMap((item, at) => (isMark(item) ? [at] : [])), items.length]
  const clauses = ends.map((end, at) => ({ from: at === 0 ? 0 : (ends[at - 1] ?? 0) + 1, end }))
  const asks = clauses.map(({ from, end }) => isRequest(items.slice(from, end)))
  return clauses.flatMap(({ from, end }, at) => {
    const nonEmpty = clauses.slice(at + 1).filter((later) => later.end > later.from)
    const following = Math.min(2, nonEmpty.length)
    const length = Math.min(4, end - from)
    const doesOtherAsk = asks.some((asking, index) => asking && index !== at)
    const clause = {
      position: Math.min(1, at) + 2 * following,
      asks: (asks[at] ? 1 : 0) + (doesOtherAsk ? 2 : 0),
      length,
      first: attributes[from]?.name ?? 0,
      mark: hashOf(items[end]?.text ?? '$'),
    }
    return attributes.slice(from, end + 1).map((item) => ({ ...item, clause }))
  })
}

function isRequest(items: readonly Item[]): boolean {
  return items.some(({ text }) => isOf(text, 'asking', 'product') || REQUEST_WORDS.has(text))
}

const REQUEST_WORDS = new Set('something anything need needs want please there exist'.split(' '))

function isMark({ text }: Item): boolean {
  return /^[-,.?!;:()+]$/.test(text)
}
