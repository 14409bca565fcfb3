import { type Item, itemsOf } from '../intent/features.ts'
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

/** The items of a part for a search query, where uncertain zones and counts remain plain words. */
export function searchItems({ items }: Part, { utterance, slots }: Reading): Item[] {
  const [first, last] = [items[0]?.token.index ?? 0, items.at(-1)?.token.index ?? 0]
  const certain = {
    times: slots.times,
    zones: slots.zones.filter(({ value }) => value.isSure),
    counts: slots.counts.filter(({ value }) => value.isSure),
  }
  return itemsOf(utterance, certain).filter(
    ({ token }) => first <= token.index && token.index <= last,
  )
}

/** The words of the first search in a part. */
export function searchWordsIn(part: Part, reading: Reading): string {
  return searchesIn(searchItems(part, reading), reading.model)[0]?.words ?? ''
}
