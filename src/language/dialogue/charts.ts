import { ALL_TIME } from '../../ranking/headline.ts'
import type { State } from './follow-up.ts'
import { namesIn, type Reading } from './reading.ts'
import { IT, THEM } from './references.ts'
import type { Request } from './request.ts'

// How the votes of a product grew.

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
  const [place] = reading.slots.places.flatMap(({ value }) => value)
  if (place !== undefined && state.hasHistory) return [{ kind: 'history', words: '', place }]
  const tagged = namesIn(reading).map((name) =>
    name.replace(/^(?:(?:draw|show|chart|plot|graph|votes?)(?: +|$))+(?:(?:of|for) +)?/i, ''),
  )
  const two = (state.two ?? []).flatMap((one) => (one !== 'it' && 'name' in one ? one.name : []))
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
  const [place] = reading.slots.places.flatMap(({ value }) => value)
  // In "votes of Catnapper on its first day" no product has a place.
  const isWritten = place !== undefined || IT.test(reading.text)
  const [name] = namesIn(reading, { isWritten })
  return { kind: 'history', words: name ?? '', place: name ? undefined : place }
}
