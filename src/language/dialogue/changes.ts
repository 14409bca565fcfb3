import { hasContent } from '../intent/search-words.ts'
import { confettiArguments } from '../slots/confetti.ts'
import { strongest } from '../slots/slots.ts'
import { isForMore, isJustOne } from './evidence.ts'
import { isBare, type Part } from './parts.ts'
import { type Reading, wordsIn } from './reading.ts'
import type { ChangeRequest } from './request.ts'

const CHANGES = new Set(['change', 'more', 'again'])
const VAGUE = new Set(['aside', 'unclear', 'acknowledgement'])

/** "One that does gifs too", "for teams": on top of what was searched for before. */
const REFINES =
  /\b(?:one|ones) (?:that|which|with|for)\b|^(?:(?:hmm?|ok|and|but|,) )*(?:for|with|without|that|which|preferably)\b/
const CORRECTS = /\b(?:no|nope|nah|not|instead|rather|then|actually|but|sorry|meant)\b/

export function isRefinement(text: string): boolean {
  return REFINES.test(text)
}

/** What only changes the request before; nothing where no part does. */
export function changesOf(parts: readonly Part[], reading: Reading): ChangeRequest[] | undefined {
  const { utterance, asked } = reading
  const isSearch = asked.last?.kind === 'search'
  const args = asked.last?.kind === 'confetti' ? confettiArguments(utterance.tokens) : {}
  if (Object.keys(args).length > 0) return [{ kind: 'change', args }]
  const isRefining = isSearch && isRefinement(utterance.text)
  const isCorrected = isSearch && CORRECTS.test(utterance.text)
  const part = changing(parts) ?? (isRefining ? parts.at(-1) : undefined)
  if (!part) return undefined
  const isMore = part.intent === 'more' && (isForMore(part) || !isCorrected)
  if (isMore) return [{ kind: 'change', isMore }]
  const said = parts.findLast(({ items }) => isCorrected && hasContent(items)) ?? part
  return changed(part, said, reading).map((change) => ({ ...change, isRefinement: isRefining }))
}

/** @param said the part whose words may be what to look for instead */
function changed(part: Part, said: Part, reading: Reading): ChangeRequest[] {
  const { times, zones, counts } = reading.slots
  const zone = zones[0]?.value.name
  const count = counts.at(-1)?.value.value ?? (isJustOne(part) ? 1 : undefined)
  const details = { kind: 'change', count, zone } as const
  const meant = strongest(times.map(({ value }) => value))
  if (meant.length > 0) return meant.map((time) => ({ ...details, time }))
  const isSearch = reading.asked.last?.kind === 'search'
  const isForWords = zone === undefined && (count === undefined || isSearch)
  const isSaid = part.intent !== 'again' && isForWords && hasContent(said.items)
  const words = isSaid ? wordsIn(said, reading) : ''
  return [words === '' ? details : { ...details, words }]
}

function changing(parts: readonly Part[]): Part | undefined {
  return (
    parts.find(({ intent }) => CHANGES.has(intent)) ??
    parts.find((part) => isBare(part) && VAGUE.has(part.intent))
  )
}
