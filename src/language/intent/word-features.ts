import { isOf } from '../normalise/lexicon.ts'
import { EDGE, feature, type IsCue, type Item, isWord, type Seen, see } from './features.ts'
import { hashOf } from './packing.ts'

/** What was kept before a word: nothing yet, the word right before it, or an earlier one. */
export const STATES = ['none', 'last', 'earlier'] as const

export type State = (typeof STATES)[number]

/**
 * Features of one word, for telling whether it is one to search for: what stands around it, and
 * whether the word before is one.
 */
export function wordFeatures(seen: readonly Seen[], place: number, state: State) {
  const features = new Set<number>()
  const add = (template: string, a = 0, b = 0, c = 0) => features.add(feature(template, a, b, c))
  const at = (by: number) => seen[place + by] ?? EDGE
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
  add('cue', own.cue, own.kind, kept)
  add('cue own', own.cue, own.name)
  add('ahead', own.ahead, own.kind, kept)
  add('between', own.cue, own.ahead, own.kind)
  add('joint', own.joint, own.kind, kept)
  add('joint last', own.joint, last.name, kept)
  add('joint cue', own.joint, own.cue, kept)
  add('shape', own.shape, last.kind, kept)
  add('shape behind', own.shape, next.kind, own.cue)
  add('shapes', last.shape, own.shape, next.shape)
  const { clause } = own
  add('clause', clause.place, clause.asks, own.kind)
  add('clause mark', clause.mark, clause.place, own.kind)
  add('clause length', clause.length, clause.asks + 4 * clause.place, own.kind)
  add('clause first', clause.first, own.kind, kept)
  add('clause first asks', clause.first, clause.asks, clause.place)
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

const JOINTS = new Set(', . ? ! ; : + & and or then also plus second separately but'.split(' '))

/** Without emoji and most marks, which say nothing about what is sought. */
export function withoutMarks(items: readonly Item[]): Item[] {
  return items.filter((item) => item.isSlot || isWord(item) || isMark(item))
}

/** What is seen of the words of a message. */
export function seenIn(items: readonly Item[], isCue: IsCue): Seen[] {
  const seen = items.map((item) => see(item, isCue))
  const last = items.findLastIndex(isMark)
  let [cue, ahead, joint] = [0, 0, 0]
  for (const [at, { text }] of items.entries()) {
    const marks = (joint === 0 ? 0 : 1) + (at < last ? 2 : 0)
    seen[at] = { ...(seen[at] ?? EDGE), cue, joint, marks }
    if (CUES.has(text)) cue = hashOf(text)
    if (JOINTS.has(text)) joint = hashOf(text)
  }
  for (let at = items.length - 1; at >= 0; at -= 1) {
    const text = items[at]?.text ?? ''
    seen[at] = { ...(seen[at] ?? EDGE), ahead }
    if (CUES.has(text)) ahead = hashOf(text)
  }
  return inClauses(items, seen)
}

/** Each word with what is seen of its clause: how it begins and ends, and which one it is. */
function inClauses(items: readonly Item[], seen: readonly Seen[]): Seen[] {
  const ends = [...items.flatMap((item, at) => (isMark(item) ? [at] : [])), items.length]
  const clauses = ends.map((end, at) => ({ from: at === 0 ? 0 : (ends[at - 1] ?? 0) + 1, end }))
  const asks = clauses.map(({ from, end }) => isAsking(items.slice(from, end)))
  return clauses.flatMap(({ from, end }, at) => {
    const behind = Math.min(2, clauses.slice(at + 1).filter((one) => one.end > one.from).length)
    const length = Math.min(4, end - from)
    const others = asks.some((asking, other) => asking && other !== at) ? 1 : 0
    const clause = {
      place: Math.min(1, at) + 2 * behind,
      asks: (asks[at] ? 1 : 0) + 2 * others,
      length,
      first: seen[from]?.name ?? 0,
      mark: hashOf(items[end]?.text ?? '$'),
    }
    return seen.slice(from, end + 1).map((one) => ({ ...one, clause }))
  })
}

function isAsking(items: readonly Item[]): boolean {
  return items.some(({ text }) => isOf(text, 'asking', 'product') || ASKS.has(text))
}

const ASKS = new Set('something anything need needs want please there exist'.split(' '))

function isComma({ text }: Item): boolean {
  return text === ',' || text === '-'
}

function isMark(item: Item): boolean {
  return isComma(item) || /^[.?!;:()+]$/.test(item.text)
}
