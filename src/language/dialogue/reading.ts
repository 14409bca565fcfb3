import { type Item, itemsOf } from '../intent/items.ts'
import type { Model } from '../intent/model.ts'
import { searchesIn } from '../intent/search-words.ts'
import type { Utterance } from '../normalise/utterance.ts'
import type { Moment, Slots } from '../slots/slots.ts'
import type { DialogueState } from './follow-up.ts'
import type { Part } from './parts.ts'

/** A message being parsed, with the dialogue state before it. */
export interface Reading {
  utterance: Utterance
  slots: Slots
  state: DialogueState
  moment: Moment
  model: Model
}

/** The items of a part for a search query, where uncertain zones remain plain words. */
export function searchItems({ items }: Part, { utterance, slots }: Reading): Item[] {
  const [first, last] = [items[0]?.token.start ?? 0, items.at(-1)?.token.start ?? 0]
  const zones = slots.zones.filter(({ value }) => value.isSure)
  return itemsOf(utterance, { ...slots, zones }).filter(
    ({ token }) => first <= token.start && token.start <= last,
  )
}

/** The words of the first search in a part. */
export function searchWordsIn(part: Part, reading: Reading): string {
  return searchesIn(searchItems(part, reading), reading.model)[0]?.words ?? ''
}
