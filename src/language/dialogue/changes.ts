import { confettiArguments } from '../slots/confetti.ts'
import { CHANGE_INTENTS } from './intents.ts'
import type { Part, Reading } from './parts.ts'
import { timesIn } from './rankings.ts'
import { ADDED, isNewSearch, ONE } from './reply-intent.ts'
import type { ChangeRequest } from './request.ts'
import { isNarrowing, isQualifier, revisedQuery } from './revised-query.ts'
import { searchWordsIn } from './searches.ts'

/** Changes to the previous request, or `undefined` if no part of the message makes any. */
export function changesOf(parts: readonly Part[], reading: Reading): ChangeRequest[] | undefined {
  if (parts.some(({ intent }) => intent === 'no-confetti')) return undefined
  const kind = reading.state.last?.kind
  const args = kind === 'confetti' ? confettiArguments(reading.utterance.tokens) : {}
  if (Object.keys(args).length > 0) return [{ kind: 'change', args }]
  const narrowing = kind === 'search' ? parts.findLast(({ text }) => isNarrowing(text)) : undefined
  const part = parts.find(({ intent }) => CHANGE_INTENTS.has(intent)) ?? narrowing
  if (!part) return undefined
  if (part.intent === 'more') {
    const count = ADDED.test(part.text) ? countIn(reading) : undefined
    return [{ kind: 'change', isMore: true, count }]
  }
  const changes = changeRequests(part, narrowing ?? part, reading)
  return changes.length > 0 ? changes : undefined
}

/** @param source the part whose words may change the search query */
function changeRequests(part: Part, source: Part, reading: Reading): ChangeRequest[] {
  const zone = reading.slots.zones[0]?.value.name
  const count = ONE.test(part.text) ? 1 : countIn(reading)
  const details = { kind: 'change', count, zone } as const
  const timeframes = timesIn(reading)
  if (timeframes.length > 0) {
    const counts = reading.slots.counts.map(({ value }) => value.value)
    const isEach = timeframes.length > 1 && counts.length === timeframes.length
    return timeframes.map((time, at) => ({ ...details, time, count: isEach ? counts[at] : count }))
  }
  if (part.intent === 'again') return [{ ...details, refersTo: referent(reading) }]
  const { last } = reading.state
  const isSearch = last?.kind === 'search'
  const canHaveWords = zone === undefined && (isSearch || isNewSearch(source))
  const words = canHaveWords ? searchWordsIn(source, reading) : ''
  if (words !== '' && (count === undefined || (isSearch && isQualifier(words))))
    return [{ ...details, words: (isSearch && revisedQuery(last, words, source.text)) || words }]
  return (zone ?? count) ? [details] : []
}

function countIn({ slots }: Reading): number | undefined {
  return slots.counts.at(-1)?.value.value
}

/** The kind of the earlier list that a message goes back to, if it names one. */
function referent({ utterance: { text }, state: { search } }: Reading): ChangeRequest['refersTo'] {
  if (/\branking\b/.test(text)) return 'ranking'
  const isNamed = search?.words.split(' ').some((word) => text.includes(word))
  return isNamed ? 'search' : undefined
}
