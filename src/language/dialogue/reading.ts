import { type Item, itemsOf } from '../intent/features.ts'
import type { Model } from '../intent/model.ts'
import { searchesIn } from '../intent/search-words.ts'
import type { Utterance } from '../normalise/utterance.ts'
import type { Moment, Slots } from '../slots/slots.ts'
import type { Asked } from './follow-up.ts'
import type { Part } from './parts.ts'

/** A message as it is being understood, in the light of those before it. */
export interface Reading {
  utterance: Utterance
  slots: Slots
  asked: Asked
  moment: Moment
  model: Model
}

/** In a search a place is a word like any other, and so is a number that is not surely a count. */
export function soughtItems({ items }: Part, { utterance, slots }: Reading): Item[] {
  const [first, last] = [items[0]?.token.start ?? 0, items.at(-1)?.token.start ?? 0]
  const sure = {
    times: slots.times,
    zones: slots.zones.filter(({ value }) => value.isSure),
    counts: slots.counts.filter(({ value }) => value.isSure),
  }
  return itemsOf(utterance, sure).filter(({ token }) => first <= token.start && token.start <= last)
}

export function wordsIn(part: Part, reading: Reading): string {
  return searchesIn(soughtItems(part, reading), reading.model)[0]?.words ?? ''
}
