import { confettiChange } from './confetti-request.ts'
import { CHANGE_INTENTS } from './intents.ts'
import type { Part, Reading } from './parts.ts'
import { impliedCountOf, timesIn, topicsIn } from './rankings.ts'
import { ADDED, isNewSearch, ONE } from './reply-intent.ts'
import type { ChangeRequest } from './request.ts'
import { isNarrowing, isQualifier, revisedQuery } from './revised-query.ts'
import { searchWordsIn } from './searches.ts'

/** "Thank you for your patience" narrows nothing. */
const NOT_NARROWING = new Set(['thanks', 'farewell', 'greeting', 'complaint', 'data', 'form'])

/** Is about confetti, or something else, and asks for none: "wow, that was big". */
const REMARK = /\b(?:was|were|took|you are|your favou?rites?)\b/

/** Changes to the previous request, or `undefined` if no part of the message makes any. */
export function changesOf(parts: readonly Part[], reading: Reading): ChangeRequest[] | undefined {
  if (parts.some(({ intent }) => intent === 'no-confetti')) return undefined
  const kind = reading.state.last?.kind
  const isOfConfetti = kind === 'confetti' && !REMARK.test(reading.utterance.text)
  const change = isOfConfetti ? confettiChange(reading) : undefined
  if (change && Object.keys(change.args).length > 0) return [change]
  const narrowing =
    kind === 'search'
      ? parts.findLast(({ text, intent }) => isNarrowing(text) && !NOT_NARROWING.has(intent))
      : undefined
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
  if (timesIn(reading).length > 0) return timedChanges(part, reading, details)
  if (part.intent === 'again') return [{ ...details, refersTo: referent(reading) }]
  const { last } = reading.state
  const isSearch = last?.kind === 'search'
  const canHaveWords = zone === undefined && (isSearch || isNewSearch(source))
  const words = canHaveWords ? searchWordsIn(source, reading) : ''
  if (words !== '' && (count === undefined || (isSearch && isQualifier(words))))
    return [{ ...details, words: (isSearch && revisedQuery(last, words, source.text)) || words }]
  return (zone ?? count) ? [details] : []
}

/** "And the winner of this year?" */
function timedChanges(part: Part, reading: Reading, details: ChangeRequest): ChangeRequest[] {
  const timeframes = timesIn(reading)
  const counts = reading.slots.counts.map(({ value }) => value.value)
  const isEach = timeframes.length > 1 && counts.length === timeframes.length
  const [topic] = topicsIn(part)
  const count = details.count ?? impliedCountOf(part)
  return timeframes.map((time, at) => {
    return { ...details, time, topic, count: isEach ? counts[at] : count }
  })
}

function countIn({ slots }: Reading): number | undefined {
  return slots.counts.at(-1)?.value.value
}

/** The earlier list that a message goes back to, if it names one. */
function referent({ utterance, state }: Reading): ChangeRequest['refersTo'] {
  const { ranking, searches } = state
  const text = ` ${utterance.text} `
  if (/\branking\b/.test(text)) return ranking
  if (/\b(?:first|original) (?:search|query)\b/.test(text)) return searches?.[0]
  return searches?.findLast(({ words }) =>
    words.split(' ').some((word) => text.includes(` ${word} `)),
  )
}
