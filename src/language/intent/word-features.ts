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
 * Hashed features for tagging one word: its own attributes, its neighbors, and whether the previous
 * word was kept.
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
  add('joint', own.connective, own.kind, kept)
  add('joint last', own.connective, last.name, kept)
  add('joint cue', own.connective, own.previousCue, kept)
  add('shape', own.shape, last.kind, kept)
  add('shape behind', own.shape, next.kind, own.previousCue)
  add('shapes', last.shape, own.shape, next.shape)
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

/** The attributes of all items of a message, with the cue and the connective before each. */
export function attributesIn(items: readonly Item[], isCue: IsCue): ItemAttributes[] {
  let [previousCue, connective] = [0, 0]
  return items.map((item) => {
    const attributes = { ...attributesOf(item, isCue), previousCue, connective }
    if (CUES.has(item.text)) previousCue = hashOf(item.text)
    if (CONNECTIVES.has(item.text)) connective = hashOf(item.text)
    return attributes
  })
}

function isMark({ text }: Item): boolean {
  return /^[-,.?!;:()+]$/.test(text)
}
