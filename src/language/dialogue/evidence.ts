import slots from '../../../data/language/slots.json' with { type: 'json' }
import { hasContent } from '../intent/search-words.ts'
import { isOf } from '../normalise/lexicon.ts'
import { isConfetti } from '../slots/confetti.ts'
import { isBoundless } from '../slots/timeframe.ts'
import { asksAgain, isBare, type Part } from './parts.ts'

export const WISHES = new Set(['ranking', 'search', 'confetti', 'item'])

const RANKED = new Set(
  `${slots.words.ranked} ${slots.words.won} beat crushed popular upvoted voted board podium standings`.split(
    ' ',
  ),
)
/** Intents that give way to what is plainly a ranking: a time beside a word of rank. */
const VAGUE = new Set(
  'unclear out-of-scope acknowledgement aside help thanks farewell introduction no-confetti'.split(
    ' ',
  ),
)
const ASKED =
  /\b(?:find|search|look|looking|need|want|recommend|suggest|is there|are there|any|apps?|tools?|software|products?|something|anything|alternatives?|which|do you|could use|require|hunting for|after a|got|exists?)\b/
const NO_CONFETTI =
  /\b(?:no|not|stop|without|enough|cancel|skip|hold|never|less|quit|hate|off)(?: \w+){0,3} (?:confet+i+s?|fireworks)\b|\bconfetti (?:off|away)\b/

const HOW = /\b(?:sounds?|noise|silent|quiet|spread|please)\b/

/** How sure it has to be that somebody cheers, beside another request. */
const SURE = 0.8
/** Below this another reading may be right. */
const UNSURE = 0.75

/**
 * Parts as what stands in them says plainly, whatever they look like on the whole: confetti by its
 * name, a time beside a word of rank. What only tells why something is asked is no wish.
 */
export function judged(parts: readonly Part[]): Part[] {
  const named = parts.map((part) => ({ ...part, intent: plainIntent(part) }))
  const isPlain = named.map(isPlainly)
  const isOneRanked = named.some((part) => part.intent === 'ranking' && isRanked(part))
  return named.map((part, at) => {
    const isRefused =
      /^(?:no|nope|nah|not|too)\b/.test(part.text) &&
      parts.some((other) => other !== parts[at] && other.intent === 'search')
    const isAlone = !isPlain.some((plain, other) => plain && other !== at)
    if (isRefused) return { ...part, intent: 'aside' }
    if (isAlone || isBare(part)) return part
    const before = named[at - 1]
    const isStory =
      part.intent === 'search' && !ASKED.test(part.text) && !(before && asksAgain(before, part))
    const isNoise = part.intent === 'confetti' && !hasConfetti(part) && part.probability < SURE
    const isMention =
      part.intent === 'ranking' && isOneRanked && !isRanked(part) && part.slots.counts.length === 0
    return isStory || isNoise || isMention ? { ...part, intent: 'aside' } : part
  })
}

function plainIntent(part: Part): string {
  const { intent, text, probability, items } = part
  if (hasConfetti(part) && !NO_CONFETTI.test(text)) return confettiIntent(part)
  const isCounted = part.slots.counts.some(({ value }) => value.isSure)
  const isTimed = part.slots.times.some(
    ({ value }) => !value.weak && (!isBoundless(value) || isCounted),
  )
  if (intent === 'search' && isTimed && isCounted && !hasContent(items)) return 'ranking'
  if (intent === 'counting') return isCounted && isTimed ? 'ranking' : intent
  const isWorldly = items.some((item) => isOf(item.text, 'world'))
  const isVague = VAGUE.has(intent) && probability < UNSURE && !isWorldly
  return isTimed && isVague && (isCounted || isRanked(part)) ? 'ranking' : intent
}

function confettiIntent({ intent, text, probability }: Part): string {
  const isOther = (intent === 'search' && ASKED.test(text)) || intent === 'help'
  const isDenied = intent === 'no-confetti' && probability > SURE && !HOW.test(text)
  return isOther || isDenied ? intent : 'confetti'
}

/** Asked for in words that leave no doubt. */
function isPlainly(part: Part): boolean {
  if (part.intent === 'search') return ASKED.test(part.text)
  if (part.intent === 'confetti') return hasConfetti(part)
  const { times, zones, counts } = part.slots
  const isTimed = times.some(({ value }) => !value.weak)
  if (part.intent === 'change') return isTimed || zones.length + counts.length > 0
  return (
    part.intent === 'ranking' &&
    (isTimed || counts.some(({ value }) => value.isSure) || isRanked(part))
  )
}

const MORE =
  /\b(?:more|rest|full|whole|entire|complete|all|everything|others?|longer|extend|expand|next|remaining|continue|keep going|else)\b/
const ONE_OF_THEM =
  /\b(?:it|its|that|one|first|second|third|fourth|fifth|number|they|them|those|these)\b/
const JUST_ONE = /\b(?:just|only) (?:the )?(?:winner|first|top|best|leader)(?: one)?[ .!?]*$/

const WHOLE_LIST =
  /\b(?:full|whole|entire|complete) (?:list|ranking|leaderboard|board|thing)\b|\bthe rest\b/
/** More words than a hint has. */
const MAX_HINT = 9

/** "What is number 2?" */
function isNumbered({ text, slots: { times } }: Part): boolean {
  return (
    times.length === 0 &&
    /\b(?:what|who|which|about|is) (?:\w+ )?(?:number|no|item|#) (?:NUM|COUNT)\b/.test(text)
  )
}

/** A few words with a slot among them, which make no sense but as a change. */
function isHint(part: Part): boolean {
  const { times, zones, counts } = part.slots
  const hasSlot = times.some(({ value }) => !value.weak) || zones.length + counts.length > 0
  return hasSlot && VAGUE.has(part.intent) && part.items.length <= MAX_HINT && !isRanked(part)
}

/** What a part is where something was asked before: less of it has to be said. */
export function inReply(part: Part): Part {
  const { intent, text, slots } = part
  const counts = slots.counts.length
  const isTimed = slots.times.some(({ value }) => !value.weak)
  const isSure = counts > 0 && !ASKED.test(text) && !isRanked(part)
  const isChange =
    (intent === 'item' && ((isTimed && !ONE_OF_THEM.test(text)) || JUST_ONE.test(text))) ||
    (intent === 'search' && isSure) ||
    (isBare(part) && !isRanked(part) && intent !== 'item' && intent !== 'more')
  if (isNumbered(part)) return { ...part, intent: 'item' }
  if (isChange || isHint(part)) return { ...part, intent: 'change' }
  return /^(?:item|search|again)$/.test(intent) && WHOLE_LIST.test(text)
    ? { ...part, intent: 'more' }
    : part
}

export function isForMore({ text }: Part): boolean {
  return MORE.test(text)
}

export function isJustOne({ text }: Part): boolean {
  return JUST_ONE.test(text)
}

export function isAsked({ text }: Part): boolean {
  return ASKED.test(text)
}

function isRanked({ items }: Part): boolean {
  return items.some(({ token }) => RANKED.has(token.text))
}

export function hasConfetti({ items }: Part): boolean {
  return items.some(({ token }) => isConfetti(token.text))
}
