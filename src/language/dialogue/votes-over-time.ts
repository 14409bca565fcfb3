import { ALL_TIME } from '../../ranking/headline.ts'
import { rankingsOf } from './actions.ts'
import { namesIn, placeNumbers, type Reading } from './reading.ts'
import { IT, isNamed, THEM } from './references.ts'
import { type Age, type LaunchDayOperation, type Reference, type Request, talk } from './request.ts'
import type { State } from './state.ts'

// How the votes of a product came: charts of them, how many at an hour, and what is usual at an age.

const CHART =
  /\b(?:chart|plot|graph|curve|(?:votes?|growth)(?: (?:of|for) (?:both|them|these|those|the 2))? over time|vot(?:e|es|ing) history)\b/
/** What names a list, or what is done with a chart. */
const NO_CHART = /\b(?:top|best|leads?|winner|ranks?|find|tools?|apps?|pdf|png|csv|charts)\b/
const CHARTED =
  /^(?:(?:please|can|could|you|a|draw|show|chart|plot|graph|votes?|over|time|curve|history|growth|the|of|for|me) +)+(.+?)[ ?.!]*$/i

/** "Chart Clapperjack", "votes over time of Doodlewick and Thistle", "plot it"; none if it asks for no chart. */
export function chartsOf(reading: Reading, state: State): Request[] {
  const text = reading.text
  const isTimed = reading.slots.times.some(({ value }) => !value.weak && value.text !== ALL_TIME)
  if (!CHART.test(text) || NO_CHART.test(text) || isTimed) return []
  const [place] = placeNumbers(reading)
  if (place !== undefined && state.hasHistory) return [{ kind: 'history', words: '', place }]
  const tagged = namesIn(reading).map((name) =>
    name.replace(/^(?:(?:draw|show|chart|plot|graph|votes?)(?: +|$))+(?:(?:of|for) +)?/i, ''),
  )
  const two = (state.two ?? []).filter(isNamed).map(({ name }) => name)
  const isOfBoth = two.length === 2 && THEM.test(text)
  const names = isOfBoth ? two : tagged.filter((name) => name !== '' && !IT.test(name))
  if (names.length > 0) return names.map((words) => ({ kind: 'history', words }))
  const isOfIt = state.hasSubject || (state.hasHistory && IT.test(text))
  if (isOfIt) return [{ kind: 'history', words: '' }]
  // What stands behind the wish for a chart is its name.
  const [, words = ''] = CHARTED.exec(text) ?? []
  return words === '' || IT.test(text) || THEM.test(text) ? [] : [{ kind: 'history', words }]
}

export function historyOf(reading: Reading): Request {
  const [place] = placeNumbers(reading)
  // In "votes of Catnapper on its first day" no product has a place.
  const isWritten = place !== undefined || IT.test(reading.text)
  const [name] = namesIn(reading, { isWritten })
  return { kind: 'history', words: name ?? '', place: name ? undefined : place }
}

const SO_MANY_VOTES = /\b(\d+) (?:up)?votes?\b/
const AT_AGE = /\b(?:(\d+)|an?|one|first) (hour|day)s?\b|\bhour (\d+)\b/
const AT_HOUR = /\b(?:first|after (?:an?|one|1)|(?<!last |past )\d+) hours?\b|\bhour \d+\b/
/** "It is for a list, so drop everything under 250 votes". */
const LEAVES_OUT = /\b(?:drop|remove|hide|skip|exclude|everything|anything)\b/
const DAY_HOURS = 24
/** Longer messages say what they ask. */
const MAX_AGAIN = 8

export function isOfLaunchDay(name: string): name is LaunchDayOperation {
  return /^(?:against|needed|usual|recorded|pace)$/.test(name)
}

/** Whether it asks when one product had so many votes, or how many it had at an hour; "and 200?" asks it again. */
export function isOfRecord(reading: Reading, state: State): boolean {
  const { intent, slots, heard, operation, text } = reading
  const isOfNumber = slots.counts.length + slots.bounds.length > 0 || AT_HOUR.test(text)
  if (state.asked === 'recorded' && heard.length < MAX_AGAIN && isOfNumber) return true
  if (intent === 'history') return slots.bounds.length > 0 || AT_HOUR.test(text)
  if (slots.bounds.length === 0 || LEAVES_OUT.test(text)) return false
  if (/^(?:like|drop|needed|usual)$/.test(operation.name)) return false
  const [name, ...others] = namesIn(reading, { isWritten: true })
  const isOfOne = name !== undefined ? others.length === 0 : IT.test(text)
  return isOfOne && !THEM.test(text) && /^(?:ask|ranking|unclear|out-of-scope)$/.test(intent)
}

/** How a launch stands against the first of its day or those of its age, how its votes came, and how many a place takes. */
export function launchDayQuestion(
  operation: LaunchDayOperation,
  reading: Reading,
  state: State,
): Request {
  const age = operation === 'usual' || operation === 'recorded' ? ageIn(reading) : undefined
  const [name] = namesIn(reading)
  if (operation === 'usual' && age && !name)
    return { kind: 'ask', operation, measure: 'votes', set: { kind: 'age', ...age } }
  if (operation === 'usual' && age?.hours && age.votes === undefined)
    return launchDayQuestion('recorded', reading, state)
  const { listed, place } = placesIn(operation, reading)
  if (operation === 'recorded' && !age) return { kind: 'history', words: name ?? '', place: listed }
  const request = { kind: 'ask', operation, measure: 'votes', place, age } as const
  const own: Reference | undefined = name
    ? { name }
    : listed
      ? { place: listed }
      : itIn(reading, state)
  if (own) return { ...request, set: { kind: 'products', references: [own] } }
  if (operation !== 'needed') return talk('which-product')
  const [ranking] = rankingsOf(reading, [])
  return { ...request, set: { kind: 'window', rankings: [{ kind: 'ranking', ...ranking }] } }
}

/** The place of a product in a list, or the one that it is to reach. */
function placesIn(operation: LaunchDayOperation, { slots }: Reading) {
  const places = placeNumbers({ slots })
  if (operation === 'recorded' || operation === 'pace') return { listed: places[0] }
  return { place: slots.counts.at(-1)?.value ?? places.at(-1) }
}

/** The product that was spoken of, or the first of a list. */
function itIn({ text }: Reading, { hasSubject, hasHistory }: State): 'it' | undefined {
  return hasSubject || (hasHistory && IT.test(text)) ? 'it' : undefined
}

/** "40 votes after 6 hours". */
function ageIn({ text, slots }: Reading): Age | undefined {
  const votes =
    SO_MANY_VOTES.exec(text)?.[1] ?? slots.bounds[0]?.value.min ?? slots.counts.at(-1)?.value
  const [isAged, count = '1', unit = 'hour', hour = count] = AT_AGE.exec(text) ?? []
  if (votes === undefined && !isAged) return undefined
  const hours = isAged ? Number(hour) * (unit === 'day' ? DAY_HOURS : 1) : undefined
  return { hours, votes: votes === undefined ? undefined : Number(votes) }
}
