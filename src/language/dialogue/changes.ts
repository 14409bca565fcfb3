import { hasContent } from '../intent/search-words.ts'
import { confettiArguments } from '../slots/confetti.ts'
import { strongest } from '../slots/slots.ts'
import { isBare, type Part } from './parts.ts'
import { type Reading, searchWordsIn } from './reading.ts'
import { asksForAdded, asksForMore, asksForOne, isNewSearch } from './reply-intent.ts'
import type { ChangeRequest } from './request.ts'
import { isNarrowing, isQualifier, isRevision, revisedQuery } from './revised-query.ts'

const CHANGE_INTENTS = new Set(['change', 'more', 'again'])
const VAGUE_INTENTS = new Set(['aside', 'unclear', 'acknowledgement'])

const CORRECTION = /\b(?:no|nope|nah|not|instead|rather|then|actually|but|sorry|meant)\b/

/** Changes to the previous request, or `undefined` if no part of the message makes any. */
export function changesOf(parts: readonly Part[], reading: Reading): ChangeRequest[] | undefined {
  const { utterance, state } = reading
  const search = state.last?.kind === 'search' ? state.last : undefined
  const args = state.last?.kind === 'confetti' ? confettiArguments(utterance.tokens) : {}
  if (Object.keys(args).length > 0) return [{ kind: 'change', args }]
  const isRefining = search !== undefined && isNarrowing(utterance.text)
  const isCorrected = search !== undefined && CORRECTION.test(utterance.text)
  const part = findChange(parts) ?? (isRefining ? parts.at(-1) : undefined)
  if (!part) return undefined
  const isMore = part.intent === 'more' && (asksForMore(part) || !isCorrected)
  if (isMore) return [{ kind: 'change', isMore, count: addedCount(part, reading) }]
  const source =
    parts.findLast(
      ({ items, text }) =>
        hasContent(items) && (isCorrected || (search && isRevision(search.words, text))),
    ) ?? part
  const changes = changeRequests(part, source, reading)
  return changes.length > 0 ? changes : undefined
}

/** @param source the part whose words may replace the search query */
function changeRequests(part: Part, source: Part, reading: Reading): ChangeRequest[] {
  const { times, zones } = reading.slots
  const zone = zones[0]?.value.name
  const count = asksForOne(part) ? 1 : countIn(reading)
  const details = { kind: 'change', count, zone } as const
  const timeframes = strongest(times.map(({ value }) => value))
  if (timeframes.length > 0) return timeframes.map((time) => ({ ...details, time }))
  if (part.intent === 'again') return [{ ...details, refersTo: referent(reading) }]
  const { last } = reading.state
  const isSearch = last?.kind === 'search'
  const canHaveWords = zone === undefined && (isSearch || isNewSearch(source))
  const words = canHaveWords && hasContent(source.items) ? searchWordsIn(source, reading) : ''
  if (words !== '' && (count === undefined || (isSearch && isQualifier(words))))
    return [{ ...details, words: (isSearch && revisedQuery(last, words, source.text)) || words }]
  return (zone ?? count) ? [details] : []
}

/** "8 days instead of 4" has no count. */
const REPLACED = /(?:\binstead of|\brather th[ae]n|\bnot|\bfrom) $/

function countIn({ slots, utterance }: Reading): number | undefined {
  const counts = slots.counts.filter(({ start }) => !REPLACED.test(utterance.text.slice(0, start)))
  return counts.at(-1)?.value.value
}

/** "Two more", but not "a few more". */
function addedCount(part: Part, reading: Reading): number | undefined {
  return asksForAdded(part) && !/\bfew\b/i.test(reading.utterance.typed)
    ? countIn(reading)
    : undefined
}

const RANKING = /\b(?:rankings?|leaders|leaderboard|board|winners|champions|standings|chart)\b/

/** The kind of the earlier list that a message goes back to, if it names one. */
function referent({
  utterance: { text },
  state: { search },
}: Reading): 'ranking' | 'search' | undefined {
  if (RANKING.test(text)) return 'ranking'
  const isNamed = search?.words.split(' ').some((word) => text.includes(word))
  return isNamed || /\bsearch\b/.test(text) ? 'search' : undefined
}

function findChange(parts: readonly Part[]): Part | undefined {
  return (
    parts.find(({ intent }) => CHANGE_INTENTS.has(intent)) ??
    parts.find((part) => isBare(part) && VAGUE_INTENTS.has(part.intent))
  )
}
