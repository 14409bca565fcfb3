import { hasContent } from '../intent/search-words.ts'
import { confettiArguments } from '../slots/confetti.ts'
import { strongest } from '../slots/slots.ts'
import { asksForMore, asksForOne } from './evidence.ts'
import { isBare, type Part } from './parts.ts'
import { type Reading, searchWordsIn } from './reading.ts'
import type { ChangeRequest } from './request.ts'

const CHANGE_INTENTS = new Set(['change', 'more', 'again'])
const VAGUE_INTENTS = new Set(['aside', 'unclear', 'acknowledgement'])

/** Narrows the previous search: "one that does gifs too", "for teams". */
const REFINEMENT =
  /\b(?:one|ones) (?:that|which|with|for)\b|^(?:(?:hmm?|ok|and|but|,) )*(?:for|with|without|that|which|preferably)\b/
const CORRECTION = /\b(?:no|nope|nah|not|instead|rather|then|actually|but|sorry|meant)\b/

export function isRefinement(text: string): boolean {
  return REFINEMENT.test(text)
}

/** Changes to the previous request, or `undefined` if no part of the message makes any. */
export function changesOf(parts: readonly Part[], reading: Reading): ChangeRequest[] | undefined {
  const { utterance, state } = reading
  const isSearch = state.last?.kind === 'search'
  const args = state.last?.kind === 'confetti' ? confettiArguments(utterance.tokens) : {}
  if (Object.keys(args).length > 0) return [{ kind: 'change', args }]
  const isRefining = isSearch && isRefinement(utterance.text)
  const isCorrected = isSearch && CORRECTION.test(utterance.text)
  const part = findChange(parts) ?? (isRefining ? parts.at(-1) : undefined)
  if (!part) return undefined
  const isMore = part.intent === 'more' && (asksForMore(part) || !isCorrected)
  if (isMore) return [{ kind: 'change', isMore }]
  const source = parts.findLast(({ items }) => isCorrected && hasContent(items)) ?? part
  const changes = changeRequests(part, source, reading)
  return changes.map((change) => ({ ...change, isRefinement: isRefining }))
}

/** @param source the part whose words may replace the search query */
function changeRequests(part: Part, source: Part, reading: Reading): ChangeRequest[] {
  const { times, zones, counts } = reading.slots
  const zone = zones[0]?.value.name
  const count = counts.at(-1)?.value.value ?? (asksForOne(part) ? 1 : undefined)
  const details = { kind: 'change', count, zone } as const
  const timeframes = strongest(times.map(({ value }) => value))
  if (timeframes.length > 0) return timeframes.map((time) => ({ ...details, time }))
  const isSearch = reading.state.last?.kind === 'search'
  const canHaveWords = zone === undefined && (count === undefined || isSearch)
  const hasWords = part.intent !== 'again' && canHaveWords && hasContent(source.items)
  const words = hasWords ? searchWordsIn(source, reading) : ''
  return [words === '' ? details : { ...details, words }]
}

function findChange(parts: readonly Part[]): Part | undefined {
  return (
    parts.find(({ intent }) => CHANGE_INTENTS.has(intent)) ??
    parts.find((part) => isBare(part) && VAGUE_INTENTS.has(part.intent))
  )
}
