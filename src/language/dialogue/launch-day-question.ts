import type { Model } from '../intent/model.ts'
import { textBetween, wordsIn } from '../normalise/tokens.ts'
import { rankingsOf } from './actions.ts'
import type { State } from './follow-up.ts'
import { namesIn, type Reading } from './reading.ts'
import { type AskRequest, type LaunchDayOperation, type Request, talk } from './request.ts'

const SO_MANY_VOTES = /\b(\d+) (?:up)?votes?\b/
const AT_AGE = /\b(?:(\d+)|an?|one|first) (hour|day)s?\b|\bhour (\d+)\b/
const DAY_HOURS = 24

export function isOfLaunchDay(name: string): name is LaunchDayOperation {
  return /^(?:against|needed|usual)$/.test(name)
}

/** How a launch stands against the first of its day or those of its age, and how many votes a place takes. */
export function launchDayQuestion(
  operation: LaunchDayOperation,
  reading: Reading,
  message: string,
  { state, model }: { state: State; model: Model },
): Request {
  const { slots, heard } = reading
  const request = { kind: 'ask', operation, measure: 'votes' } as const
  const place = slots.counts.at(-1)?.value ?? slots.places.flatMap(({ value }) => value).at(-1)
  const [name] = namesIn(reading, message, model, false).filter((one) =>
    wordsIn(one).some((word) => !model.cues.has(word)),
  )
  if (name) return { ...request, place, set: { kind: 'products', references: [{ name }] } }
  const age = operation === 'usual' ? ageIn(textBetween(heard)) : undefined
  if (age) return { ...request, set: age }
  if (state.hasSubject) return { ...request, place, set: { kind: 'products', references: ['it'] } }
  if (operation !== 'needed') return talk('which-product')
  const [own] = rankingsOf(reading, [])
  return { ...request, place, set: { kind: 'window', rankings: [{ kind: 'ranking', ...own }] } }
}

/** "40 votes after 6 hours". */
function ageIn(text: string): AskRequest['set'] | undefined {
  const votes = SO_MANY_VOTES.exec(text)?.[1]
  const [isAged, count = '1', unit = 'hour', hour = count] = AT_AGE.exec(text) ?? []
  if (!votes && !isAged) return undefined
  const hours = isAged ? Number(hour) * (unit === 'day' ? DAY_HOURS : 1) : undefined
  return { kind: 'age', hours, votes: votes === undefined ? undefined : Number(votes) }
}
