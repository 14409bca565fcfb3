import { type Before, intentFeatures } from '../intent/features.ts'
import { type Item, itemsOf, namesOf } from '../intent/items.ts'
import type { Model } from '../intent/model.ts'
import { readTokens, type Token } from '../normalise/tokens.ts'
import { type Clock, findSlots, type Slots } from '../slots/slots.ts'
import type { Place } from '../slots/span.ts'

/** A message with what was found in it. */
export interface Reading {
  tokens: readonly Token[]
  /** Without those of clauses that ask for nothing. */
  items: readonly Item[]
  slots: Slots
  /** The wish: "ranking", or several ones, "ranking+search". */
  intent: string
}

/** A clause is left out if it is that likely to be talk beside a request. */
const MIN_PROBABILITY = 0.5
/** More than a real message has; bounds the time spent on them. */
const MAX_CLAUSES = 12

const CLAUSE_END = /^(?:[-.!?;:,…()]|\p{Extended_Pictographic})$/u
const REQUEST = /ranking|search|history|(?<!no-)confetti|^change$|^narrow$|^more$|^again$|^item$/

export function readMessage(message: string, before: Before, clock: Clock, model: Model): Reading {
  const tokens = readTokens(message, model.spelling)
  const slots = findSlots(tokens, clock)
  const clauses = clausesOf(itemsOf(tokens, slots)).map((items) => ({
    items,
    ...guess(items, before, model),
  }))
  const items = withoutAsides(clauses)
  const isLeft = ({ from, to }: Place) => items.some(({ at }) => from <= at && at < to)
  return {
    tokens,
    items,
    slots: {
      times: slots.times.filter(isLeft),
      zones: slots.zones,
      counts: slots.counts.filter(isLeft),
    },
    intent: guess(items, before, model).name,
  }
}

/** Some items and what they seem to ask for. */
interface Clause {
  items: readonly Item[]
  name: string
  probability: number
}

function guess(items: readonly Item[], before: Before, model: Model) {
  const [best] = model.intent(intentFeatures(namesOf(items, model.cues), before))
  return best ?? { name: 'unclear', probability: 0 }
}

/** Leaves out clauses of small talk beside one that asks for something. */
function withoutAsides(clauses: readonly Clause[]): Item[] {
  const isSure = ({ probability }: Clause) => probability > MIN_PROBABILITY
  const isRequest = ({ name }: Clause) => REQUEST.test(name)
  const hasRequest = clauses.some((clause) => isSure(clause) && isRequest(clause))
  const left = clauses.filter((clause) => !hasRequest || !isSure(clause) || isRequest(clause))
  return left.flatMap(({ items }) => items)
}

function clausesOf(items: readonly Item[]): Item[][] {
  const clauses: Item[][] = [[]]
  for (const item of items) {
    clauses.at(-1)?.push(item)
    if (CLAUSE_END.test(item.text) && clauses.length < MAX_CLAUSES) clauses.push([])
  }
  return clauses.filter(({ length }) => length > 0)
}
