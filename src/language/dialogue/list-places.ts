import type { Guess } from '../intent/model.ts'
import { lengthOf, type State } from './follow-up.ts'
import { SAME } from './operation.ts'
import type { Reading } from './reading.ts'
import { isList } from './request.ts'
import { numbersAlone } from './talk-asked.ts'

// Places of the last list that a message names without saying so.

/** After a list "and the 4th?", "between the 2nd and the 4th" are places of it, unless its time was a date as well. */
export function withPlace(reading: Reading, { last, ranking, place }: State): Reading {
  const { slots } = reading
  const [time, ...others] = slots.times
  if (!time || !last || !isList(last)) return reading
  const next = place && placeBeside(place, reading)
  if (next) return atPlaces(reading, [{ ...time, value: [next] }], SAME)
  if (ranking?.time?.repeats) return reading
  const isRange = +time.value.first !== +time.value.last
  const isShort = time.to - time.from < 3
  const isDay = slots.times.every(({ value }) => value.repeats === 'month') && (isShort || isRange)
  if (!isDay || (isRange && others.length > 0)) return reading
  const places = slots.times.map((one) => ({ ...one, value: [one.value.first.day] }))
  const value = [time.value.first.day, time.value.last.day]
  const operation = isRange || others.length > 0 ? reading.operation : SAME
  return atPlaces(reading, isRange ? [{ ...time, value }] : places, operation)
}

/** "1", "2 and 3", after a list that has so many: its places. */
export function withPlacesAlone(reading: Reading, { last }: State): Reading {
  const value = numbersAlone(reading)
  const isListed = last !== undefined && isList(last) && value.every((at) => at <= lengthOf(last))
  if (value.length === 0 || !isListed) return reading
  return atPlaces(reading, [{ from: 0, to: reading.tokens.length, value }], SAME)
}

function atPlaces(reading: Reading, places: Reading['slots']['places'], operation: Guess): Reading {
  const slots = { ...reading.slots, times: [], places }
  return { ...reading, intent: 'ask', operation, slots }
}

/** "And the one after it?", after a place of a list. */
function placeBeside(place: number, { text }: Reading): number | undefined {
  const [, side] = BESIDE_PLACE.exec(text) ?? []
  if (!side) return undefined
  return /after|below|behind/.test(side) ? place + 1 : place - 1
}

const BESIDE_PLACE =
  /^(?:(?:and|what|how|about|show|me|is|who|was|the|one|1) )*(after|before|above|below|behind) (?:it|that|this|him|her)(?: one)?[ ?.!]*$/
