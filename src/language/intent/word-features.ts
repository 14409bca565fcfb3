import { isOf, wordSet } from '../normalise/lexicon.ts'
import { attributesOf, EDGE, feature, type IsCue, type ItemAttributes } from './features.ts'
import { type Item, isMark } from './items.ts'
import { hashOf } from './packing.ts'

/** The last word kept so far: none, the previous one, or an earlier one. */
export const STATES = ['none', 'last', 'earlier'] as const

export type State = (typeof STATES)[number]

/** A word with what is around it; the numbers are hashes unless noted. */
export interface WordContext {
  item: Item
  own: ItemAttributes
  /** The words before it, from the nearest to the farthest, and after it. */
  before: readonly [ItemAttributes, ItemAttributes]
  after: readonly [ItemAttributes, ItemAttributes]
  /** The nearest cue before it, and the nearest one after it; 0 if there is none. */
  previousCue: number
  nextCue: number
  /** The last connective before it ("and", "then", a punctuation mark); 0 if there is none. */
  connective: number
  /** Not a hash. Bit 0: a connective comes before; bit 1: a punctuation mark comes after. */
  marks: number
  clause: Clause
  /** Not a hash. 1 if the item before it has occurred before: the Y of "any X? any Y?". */
  repetition: number
  /** How many items come before it, 4 at most, and after it, 3 at most. */
  place: number
  end: number
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

/**
 * Hashed features for tagging one word: its own attributes, its neighbors, its clause and whether
 * the previous word was kept.
 */
export function wordFeatures(word: WordContext, state: State): Set<number> {
  const { own, previousCue, nextCue, connective, clause, repetition, marks } = word
  const [last, secondLast] = word.before
  const [next, second] = word.after
  const kept = STATES.indexOf(state)
  return new Set([
    feature('bias', kept),
    feature('own', own.name),
    feature('kept', own.name, kept),
    feature('kind', own.kind, kept),
    feature('last', last.name, own.kind),
    feature('last two', secondLast.name, last.name, own.kind),
    feature('next', next.name, own.kind),
    feature('next two', next.name, second.name, own.kind),
    feature('around', last.name, next.name, own.kind),
    feature('before', last.kind, own.name, kept),
    feature('behind', own.name, next.kind),
    feature('kinds', last.kind, own.kind, next.kind),
    feature('kinds behind', own.kind, next.kind, second.kind),
    feature('kinds before', secondLast.kind, last.kind, own.kind),
    feature('cue', previousCue, own.kind, kept),
    feature('cue own', previousCue, own.name),
    feature('ahead', nextCue, own.kind, kept),
    feature('between', previousCue, nextCue, own.kind),
    feature('joint', connective, own.kind, kept),
    feature('joint last', connective, last.name, kept),
    feature('joint cue', connective, previousCue, kept),
    feature('shape', own.shape, last.kind, kept),
    feature('shape behind', own.shape, next.kind, previousCue),
    feature('shapes', last.shape, own.shape, next.shape),
    feature('clause', clause.position, clause.asks, own.kind),
    feature('clause mark', clause.mark, clause.position, own.kind),
    feature('clause length', clause.length, clause.asks + 4 * clause.position, own.kind),
    feature('clause first', clause.first, own.kind, kept),
    feature('clause first asks', clause.first, clause.asks, clause.position),
    feature('repetition', repetition, own.kind, kept),
    feature('repetition joint', repetition, connective, kept),
    feature('marks', marks, own.kind),
    feature('marks and cue', marks, previousCue, own.kind),
    feature('place', word.place, own.kind),
    feature('end', word.end, own.kind),
  ])
}

/** Words that often come right before or after a query. */
const CUES = wordSet(
  'for to that which with about like find search need want recommend suggest app apps tool tools ' +
    'product products software something anything alternative alternatives looking is on in of who ' +
    'because so since and from my our your before after behalf while than instead called named',
)

const CONNECTIVES = wordSet(', . ? ! ; : + & and or then also plus second separately but')

/** The words of a message with what is around each. */
export function contextsIn(items: readonly Item[], isCue: IsCue): WordContext[] {
  const attributes = items.map((item) => attributesOf(item, isCue))
  const texts = items.map(({ text }) => text)
  const cues = texts.map((text) => (CUES.has(text) ? hashOf(text) : 0))
  const connectives = texts.map((text) => (CONNECTIVES.has(text) ? hashOf(text) : 0))
  const lastMark = items.findLastIndex(isMark)
  const near = (at: number) => attributes[at] ?? EDGE
  const words = items.map((item, at) => {
    const connective = connectives.slice(0, at).findLast(isPresent) ?? 0
    return {
      item,
      own: near(at),
      before: [near(at - 1), near(at - 2)] as const,
      after: [near(at + 1), near(at + 2)] as const,
      previousCue: cues.slice(0, at).findLast(isPresent) ?? 0,
      nextCue: cues.slice(at + 1).find(isPresent) ?? 0,
      connective,
      marks: (connective === 0 ? 0 : 1) + (at < lastMark ? 2 : 0),
      repetition: texts.indexOf(texts[at - 1] ?? '') < at - 1 ? 1 : 0,
      place: Math.min(4, at),
      end: Math.min(3, items.length - at - 1),
    }
  })
  return withClauses(items, words)
}

function isPresent(hash: number): boolean {
  return hash !== 0
}

function withClauses(
  items: readonly Item[],
  words: readonly Omit<WordContext, 'clause'>[],
): WordContext[] {
  const ends = [...items.flatMap((item, at) => (isMark(item) ? [at] : [])), items.length]
  const clauses = ends.map((end, at) => ({ from: at === 0 ? 0 : (ends[at - 1] ?? 0) + 1, end }))
  const asks = clauses.map(({ from, end }) => isRequest(items.slice(from, end)))
  return clauses.flatMap(({ from, end }, at) => {
    const nonEmpty = clauses.slice(at + 1).filter((later) => later.end > later.from)
    const doesOtherAsk = asks.some((asking, index) => asking && index !== at)
    const clause = {
      position: Math.min(1, at) + 2 * Math.min(2, nonEmpty.length),
      asks: (asks[at] ? 1 : 0) + (doesOtherAsk ? 2 : 0),
      length: Math.min(4, end - from),
      first: words[from]?.own.name ?? 0,
      mark: hashOf(items[end]?.text ?? '$'),
    }
    return words.slice(from, end + 1).map((word) => ({ ...word, clause }))
  })
}

function isRequest(items: readonly Item[]): boolean {
  return items.some(({ text }) => isOf(text, 'asking', 'product') || REQUEST_WORDS.has(text))
}

const REQUEST_WORDS = wordSet('something anything need needs want please there exist')
