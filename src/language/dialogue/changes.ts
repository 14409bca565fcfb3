import { textBetween } from '../normalise/utterance.ts'
import { confettiArguments } from '../slots/confetti.ts'
import { strongest } from '../slots/slots.ts'
import type { Part } from './parts.ts'
import { type Reading, searchWordsIn } from './reading.ts'
import { ADDED, isNewSearch, ONE } from './reply-intent.ts'
import type { ChangeRequest } from './request.ts'
import { isNarrowing, isQualifier, revisedQuery } from './revised-query.ts'

const CHANGE_INTENTS = new Set(['change', 'more', 'again'])

/** Changes to the previous request, or `undefined` if no part of the message makes any. */
export function changesOf(parts: readonly Part[], reading: Reading): ChangeRequest[] | undefined {
  if (parts.some(({ intent }) => intent === 'no-confetti')) return undefined
  const { utterance, state } = reading
  const search = state.last?.kind === 'search' ? state.last : undefined
  const args = state.last?.kind === 'confetti' ? confettiArguments(utterance.tokens) : {}
  if (Object.keys(args).length > 0) return [{ kind: 'change', args }]
  const narrowing = search && parts.findLast(({ text }) => isNarrowing(text))
  const part = parts.find(({ intent }) => CHANGE_INTENTS.has(intent)) ?? narrowing
  if (!part) return undefined
  const count = ADDED.test(part.text) ? countIn(reading) : undefined
  if (part.intent === 'more') return [{ kind: 'change', isMore: true, count }]
  const changes = changeRequests(part, narrowing ?? part, reading)
  return changes.length > 0 ? changes : undefined
}

/** @param source the part whose words may change the search query */
function changeRequests(part: Part, source: Part, reading: Reading): ChangeRequest[] {
  const { times, zones } = reading.slots
  const zone = zones[0]?.value.name
  const count = ONE.test(part.text) ? 1 : countIn(reading)
  const details = { kind: 'change', count, zone } as const
  const timeframes = strongest(times.map(({ value }) => value))
  if (timeframes.length > 0) return timeframes.map((time) => ({ ...details, time }))
  if (part.intent === 'again') return [{ ...details, refersTo: referent(reading) }]
  const { last } = reading.state
  const isSearch = last?.kind === 'search'
  const canHaveWords = zone === undefined && (isSearch || isNewSearch(source))
  const words = canHaveWords ? searchWordsIn(source, reading) : ''
  if (words !== '' && (count === undefined || (isSearch && isQualifier(words))))
    return [{ ...details, words: (isSearch && revisedQuery(last, words, source.text)) || words }]
  return (zone ?? count) ? [details] : []
}

/** "8 days instead of 4" has no count. */
const REPLACED = /(?:\binstead of|\brather th[ae]n|\bnot|\bfrom)$/

function countIn({ slots, utterance }: Reading): number | undefined {
  const counts = slots.counts.filter(
    ({ from }) => !REPLACED.test(textBetween(utterance.tokens, 0, from)),
  )
  return counts.at(-1)?.value.value
}

/** The kind of the earlier list that a message goes back to, if it names one. */
function referent({
  utterance: { text },
  state: { search },
}: Reading): 'ranking' | 'search' | undefined {
  if (/\branking\b/.test(text)) return 'ranking'
  const isNamed = search?.words.split(' ').some((word) => text.includes(word))
  return isNamed ? 'search' : undefined
}
