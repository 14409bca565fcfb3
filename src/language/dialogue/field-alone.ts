import { byName, textBetween, wordSet } from '../normalise/tokens.ts'
import type { State } from './follow-up.ts'
import { SURE } from './operation.ts'
import type { Reading } from './reading.ts'
import { OWN } from './references.ts'

/** The words that name a field by themselves: "comments?", "and its launch date", "price". */
const FIELDS = byName({
  votes: 'vote votes upvotes points score',
  comments: 'comment comments replies',
  launch: 'launch launched launching released when',
  topics: 'topic topics category categories',
  tagline: 'tagline description slogan',
  link: 'link url',
  rank: 'rank ranking ranked position place standing',
  unknown: 'price pricing cost maker makers founder founders users features',
})
const BESIDE_FIELD = wordSet(
  'and its his the a of it is was what how which many when did do does has have had get got we us our for please ok okay then now also tell me give show just date time day total , ? . ! - &',
)

/** A message that names nothing but a field asks for it; several of them are everything. */
export function withField(reading: Reading, { hasHistory }: State): Reading {
  const words = reading.heard.map(({ text }) => text)
  const isAlone = words.every((word) => FIELDS.has(word) || BESIDE_FIELD.has(word))
  const fields = new Set(words.flatMap((word) => FIELDS.get(word) ?? []))
  if (fields.size > 1) fields.delete('launch')
  const [field] = fields
  const isOfOwn = OWN.test(textBetween(reading.heard))
  if (!(hasHistory || isOfOwn) || !isAlone || !field) return reading
  const name = fields.size > 1 ? 'about' : field
  return { ...reading, intent: 'ask', operation: { name, probability: SURE } }
}
