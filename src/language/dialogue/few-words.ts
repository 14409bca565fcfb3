import words from '../../../data/language/words.json' with { type: 'json' }
import type { Guess } from '../intent/model.ts'
import { byName, type Token, wordSet } from '../normalise/tokens.ts'
import { findBounds } from '../slots/counts.ts'
import { SAME, SURE } from './operation.ts'
import { isPartOf, namesIn, type Reading } from './reading.ts'
import { OWN } from './references.ts'
import { isList } from './request.ts'
import { lengthOf, type State } from './state.ts'

/** What a message of few words asks after others: a place, a field or a number alone. */
export function withFewWords(reading: Reading, state: State): Reading {
  const placed = withPlacesAlone(withPlace(reading, state), state)
  return withBounds(withField(placed, state), state)
}

/** After a list "and the 4th?", "between the 2nd and the 4th" are places of it, unless its time was a date as well. */
function withPlace(reading: Reading, { last, ranking, place }: State): Reading {
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
function withPlacesAlone(reading: Reading, { last }: State): Reading {
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
  const [, side] = BESIDE_IT.exec(text) ?? []
  if (!side) return undefined
  return /after|below|behind/.test(side) ? place + 1 : place - 1
}

const BESIDE_IT =
  /^(?:(?:and|what|how|about|show|me|is|who|was|the|one|1) )*(after|before|above|below|behind) (?:it|that|this|him|her)(?: one)?[ ?.!]*$/

/** The numbers that are the whole message: "1", "2 and 3". */
export function numbersAlone({ tokens }: Reading): number[] {
  const words = tokens.map(({ text }) => text).filter((text) => !/^(?:and|[,&.])$/.test(text))
  return words.every((word) => /^\d+$/.test(word)) ? words.map(Number) : []
}

/** The words that name a field by themselves: "comments?", "and its launch date", "price". */
const FIELDS = byName(words.fields)
const BESIDE_FIELD = wordSet(words.besideField)

/** A message that names nothing but a field, and whose it is, asks for it; several of them are everything. */
function withField(reading: Reading, state: State): Reading {
  const { tokens, slots } = reading
  const names = namesIn(reading, { isWritten: true })
  const isNamed = (at: number) =>
    isPartOf(names, tokens, at) || slots.places.some(({ from, to }) => from <= at && at < to)
  const said = reading.heard
    .filter((token) => !isNamed(tokens.indexOf(token)))
    .map(({ typed, text }) => (/^launches$/i.test(typed) ? typed : text))
  const isAlone = said.every((word) => FIELDS.has(word) || BESIDE_FIELD.has(word))
  const fields = new Set(said.flatMap((word) => FIELDS.get(word) ?? []))
  const isSum =
    fields.delete('sum') && !state.hasSubject && names.length + slots.places.length === 0
  if (fields.size > 1) fields.delete('launch')
  const [field] = fields
  const isKnown = state.hasHistory || names.length > 0 || OWN.test(reading.text)
  if (!isKnown || !isAlone || !field) return reading
  const name = fields.size > 1 ? 'about' : isSum && SUMMED.test(field) ? 'sum' : field
  return { ...reading, intent: 'ask', operation: { name, probability: SURE } }
}

const SUMMED = /^(?:votes|comments)$/

/** "More than 500", after launches with so many votes: a number of the same. */
function withBounds(reading: Reading, { question }: State): Reading {
  const { tokens, slots } = reading
  if (!question?.bounds || slots.bounds.length + slots.times.length > 0) return reading
  const unit: Token = { text: question.bounds.field, typed: question.bounds.field }
  const at = tokens.findLastIndex(({ text }) => /^\d/.test(text)) + 1
  const bounds = findBounds([...tokens.slice(0, at), unit], [])
  if (bounds.length === 0) return reading
  return { ...reading, intent: 'ask', operation: KEEP, slots: { ...slots, counts: [], bounds } }
}

const KEEP = { name: 'keep', probability: 0.9 }
