import slots from '../../../data/language/slots.json' with { type: 'json' }
import { hasContent } from '../intent/search-words.ts'
import { isOf } from '../normalise/lexicon.ts'
import { isConfetti } from '../slots/confetti.ts'
import { isBoundless } from '../slots/timeframe.ts'
import { isBare, isSecondSearch, type Part } from './parts.ts'

/** Intents that are served by a tool or from the last answer. */
export const ACTION_INTENTS = new Set(['ranking', 'search', 'confetti', 'item'])

const RANKING_WORDS = new Set(
  `${slots.words.ranked} ${slots.words.won} beat crushed popular upvoted voted board podium standings`.split(
    ' ',
  ),
)
/** Overridden by explicit evidence of a ranking: a time together with a ranking word. */
const WEAK_INTENTS = new Set(
  'unclear out-of-scope acknowledgement aside help thanks farewell introduction no-confetti'.split(
    ' ',
  ),
)
const SEARCH_PHRASE =
  /\b(?:find|search|look|looking|need|want|recommend|suggest|is there|are there|any|apps?|tools?|software|products?|something|anything|alternatives?|which|do you|could use|require|hunting for|after a|got|exists?)\b/
const NO_CONFETTI =
  /\b(?:no|not|stop|without|enough|cancel|skip|hold|never|less|quit|hate|off)(?: \w+){0,3} (?:confet+i+s?|fireworks)\b|\bconfetti (?:off|away)\b/

const CONFETTI_OPTION = /\b(?:sounds?|noise|silent|quiet|spread|please)\b/

/** Minimum probability of a confetti intent next to another explicit request. */
const MIN_CONFETTI = 0.8
/** Below this probability an intent may be overridden by explicit evidence. */
const MIN_CERTAIN = 0.75

/**
 * Corrects the classified intents by explicit evidence in the text: the word "confetti", or a time
 * together with a ranking word. Parts that only give background to a request become asides.
 */
export function adjustIntents(parts: readonly Part[]): Part[] {
  const adjusted = parts.map((part) => ({ ...part, intent: explicitIntent(part) }))
  const explicit = adjusted.map(isExplicit)
  const hasRankedPart = adjusted.some((part) => part.intent === 'ranking' && hasRankingWord(part))
  return adjusted.map((part, index) => {
    const isRejection =
      /^(?:no|nope|nah|not|too)\b/.test(part.text) &&
      parts.some((other) => other !== parts[index] && other.intent === 'search')
    const hasOtherExplicit = explicit.some((value, other) => value && other !== index)
    if (isRejection) return { ...part, intent: 'aside' }
    if (!hasOtherExplicit || isBare(part)) return part
    const previous = adjusted[index - 1]
    const isBackground =
      part.intent === 'search' &&
      !SEARCH_PHRASE.test(part.text) &&
      !(previous && isSecondSearch(previous, part))
    const isFalseConfetti =
      part.intent === 'confetti' && !hasConfetti(part) && part.probability < MIN_CONFETTI
    const isPassingMention =
      part.intent === 'ranking' &&
      hasRankedPart &&
      !hasRankingWord(part) &&
      part.slots.counts.length === 0
    return isBackground || isFalseConfetti || isPassingMention ? { ...part, intent: 'aside' } : part
  })
}

function explicitIntent(part: Part): string {
  const { intent, text, probability, items } = part
  if (hasConfetti(part) && !NO_CONFETTI.test(text)) return confettiIntent(part)
  const hasCount = part.slots.counts.some(({ value }) => value.isSure)
  const hasTime = part.slots.times.some(
    ({ value }) => !value.weak && (!isBoundless(value) || hasCount),
  )
  if (intent === 'search' && hasTime && hasCount && !hasContent(items)) return 'ranking'
  if (intent === 'counting') return hasCount && hasTime ? 'ranking' : intent
  const isOffTopic = items.some((item) => isOf(item.text, 'world'))
  const isWeak = WEAK_INTENTS.has(intent) && probability < MIN_CERTAIN && !isOffTopic
  return hasTime && isWeak && (hasCount || hasRankingWord(part)) ? 'ranking' : intent
}

function confettiIntent({ intent, text, probability }: Part): string {
  const isOther = (intent === 'search' && SEARCH_PHRASE.test(text)) || intent === 'help'
  const isDeclined =
    intent === 'no-confetti' && probability > MIN_CONFETTI && !CONFETTI_OPTION.test(text)
  return isOther || isDeclined ? intent : 'confetti'
}

/** Whether the words of a part support its intent by themselves. */
function isExplicit(part: Part): boolean {
  if (part.intent === 'search') return SEARCH_PHRASE.test(part.text)
  if (part.intent === 'confetti') return hasConfetti(part)
  const { times, zones, counts } = part.slots
  const hasTime = times.some(({ value }) => !value.weak)
  if (part.intent === 'change') return hasTime || zones.length + counts.length > 0
  return (
    part.intent === 'ranking' &&
    (hasTime || counts.some(({ value }) => value.isSure) || hasRankingWord(part))
  )
}

const MORE =
  /\b(?:more|rest|full|whole|entire|complete|all|everything|others?|longer|extend|expand|next|remaining|continue|keep going|else)\b/
const ONE_OF_THEM =
  /\b(?:it|its|that|one|first|second|third|fourth|fifth|number|they|them|those|these)\b/
const JUST_ONE = /\b(?:just|only) (?:the )?(?:winner|first|top|best|leader)(?: one)?[ .!?]*$/

const WHOLE_LIST =
  /\b(?:full|whole|entire|complete) (?:list|ranking|leaderboard|board|thing)\b|\bthe rest\b/
/** Longer parts are requests of their own. */
const MAX_HINT_ITEMS = 9

/** "What is number 2?" */
function asksForNumberedItem({ text, slots: { times } }: Part): boolean {
  return (
    times.length === 0 &&
    /\b(?:what|who|which|about|is) (?:\w+ )?(?:number|no|item|#) (?:NUM|COUNT)\b/.test(text)
  )
}

/** A few words with a slot, which only make sense as a change to the previous request. */
function isSlotHint(part: Part): boolean {
  const { times, zones, counts } = part.slots
  const hasSlot = times.some(({ value }) => !value.weak) || zones.length + counts.length > 0
  const isShort = part.items.length <= MAX_HINT_ITEMS
  return hasSlot && isShort && WEAK_INTENTS.has(part.intent) && !hasRankingWord(part)
}

/** The intent of a part that follows an earlier request, where shorter wording is enough. */
export function adjustReplyIntent(part: Part): Part {
  const { intent, text, slots } = part
  const counts = slots.counts.length
  const hasTime = slots.times.some(({ value }) => !value.weak)
  const isCountOnly = counts > 0 && !SEARCH_PHRASE.test(text) && !hasRankingWord(part)
  const isChange =
    (intent === 'item' && ((hasTime && !ONE_OF_THEM.test(text)) || JUST_ONE.test(text))) ||
    (intent === 'search' && isCountOnly) ||
    (isBare(part) && !hasRankingWord(part) && intent !== 'item' && intent !== 'more')
  if (asksForNumberedItem(part)) return { ...part, intent: 'item' }
  if (isChange || isSlotHint(part)) return { ...part, intent: 'change' }
  return /^(?:item|search|again)$/.test(intent) && WHOLE_LIST.test(text)
    ? { ...part, intent: 'more' }
    : part
}

export function asksForMore({ text }: Part): boolean {
  return MORE.test(text)
}

export function asksForOne({ text }: Part): boolean {
  return JUST_ONE.test(text)
}

function hasRankingWord({ items }: Part): boolean {
  return items.some(({ token }) => RANKING_WORDS.has(token.text))
}

export function hasConfetti({ items }: Part): boolean {
  return items.some(({ token }) => isConfetti(token.text))
}
