import { byName, wordSet } from '../normalise/tokens.ts'
import type { State } from './follow-up.ts'
import { SURE } from './operation.ts'
import { isPartOf, namesIn, type Reading } from './reading.ts'
import { OWN } from './references.ts'

/** The words that name a field by themselves: "comments?", "and its launch date", "price". */
const FIELDS = byName({
  votes: 'vote votes upvotes points score',
  comments: 'comment comments replies',
  launch: 'launch launched launching release released when',
  topics: 'topic topics category categories',
  tagline: 'tagline taglines description descriptions slogan slogans',
  link: 'link links url urls',
  rank: 'rank ranking ranked position place standing',
  unknown: 'price pricing cost maker makers founder founders users features',
  sum: 'total altogether combined sum together',
})
const BESIDE_FIELD = wordSet(
  'and its his the a of it is are was were what how which many when did do does has have had get got we us our for please ok okay then now also tell me give show just date dates time times day days their them they these those each all every with too as well add in here one , ? . ! - &',
)

/** A message that names nothing but a field, and whose it is, asks for it; several of them are everything. */
export function withField(reading: Reading, state: State): Reading {
  const { tokens, slots } = reading
  const names = namesIn(reading, { isWritten: true })
  const isNamed = (at: number) =>
    isPartOf(names, tokens, at) || slots.places.some(({ from, to }) => from <= at && at < to)
  const words = reading.heard
    .filter((token) => !isNamed(tokens.indexOf(token)))
    .map(({ typed, text }) => (/^launches$/i.test(typed) ? typed : text))
  const isAlone = words.every((word) => FIELDS.has(word) || BESIDE_FIELD.has(word))
  const fields = new Set(words.flatMap((word) => FIELDS.get(word) ?? []))
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
