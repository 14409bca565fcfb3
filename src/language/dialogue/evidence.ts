import slots from '../../../data/language/slots.json' with { type: 'json' }
import { hasTopic, hasWordOf } from '../intent/items.ts'
import { wordSet } from '../normalise/lexicon.ts'
import { isConfetti } from '../slots/confetti.ts'
import { CHANGE_INTENTS } from './intents.ts'
import { hasTime, isBare, type Part } from './parts.ts'

const RANKING_WORDS = wordSet(`${slots.words.ranked} ${slots.words.won}`)
/** Overridden by explicit evidence of a ranking, such as a time together with a ranking word. */
const WEAK_INTENTS = wordSet('out-of-scope acknowledgement thanks farewell help unclear')
const SEARCH_PHRASE =
  /\b(?:find|search|look|looking|need|want|recommend|suggest|is there|are there|any|apps?|tools?|software|products?|something|anything|alternatives?|which|do you|could use|require|hunting for|after a|got|exists?)\b/
const NO_CONFETTI =
  /(?<!\b(?:why|not|never) )\b(?:no|not|stop|without|enough|cancel|skip|hold|never|less|quit|hate|refrain|spare|(?:turn|switch) off)(?: (?!enough|wait|seen|sounds?)\w+){0,3} (?:confet+i+s?|fireworks)\b|\bconfetti (?:off|away)\b/

/** Minimum probability of a confetti intent next to another explicit request. */
const MIN_CONFETTI = 0.8
/** Minimum probability of a search next to another explicit request, unless it names a thing. */
const MIN_SEARCH = 0.85
const THING = /^(?:(?:and|also|oh|then|plus) )*(?:an?|some|one|COUNT|NUM)\b/
/** Below this probability an intent may be overridden by explicit evidence. */
const MIN_CONFIDENCE = 0.75

/**
 * Corrects the classified intents by explicit evidence in the text: the word "confetti", or a time
 * together with a ranking word. Parts that only give background to a request become asides.
 */
export function adjustIntents(parts: readonly Part[]): Part[] {
  const [only, ...others] = parts
  // "And yesterday?", with nothing before it.
  if (only?.intent === 'unclear' && others.length === 0 && isBare(only))
    return [{ ...only, intent: 'ranking' }]
  const adjusted = parts.map((part) => ({ ...part, intent: explicitIntent(part) }))
  const explicit = adjusted.map(isExplicit)
  return adjusted.map((part, index) => {
    const hasOtherExplicit = explicit.some((value, other) => value && other !== index)
    if (!hasOtherExplicit) return part
    const isBackground =
      part.intent === 'search' &&
      !SEARCH_PHRASE.test(part.text) &&
      part.probability < (THING.test(part.text) ? MIN_CONFIDENCE : MIN_SEARCH)
    const isFalseConfetti =
      part.intent === 'confetti' && !hasConfetti(part) && part.probability < MIN_CONFETTI
    return isBackground || isFalseConfetti ? { ...part, intent: 'aside' } : part
  })
}

function explicitIntent(part: Part): string {
  const { intent, text, probability, items } = part
  if (hasConfetti(part)) {
    if (!NO_CONFETTI.test(text)) return 'confetti'
    if (intent === 'confetti' || CHANGE_INTENTS.has(intent)) return 'no-confetti'
  }
  const hasCount = part.slots.counts.some(({ value }) => value.isSure)
  const isTimed = hasTime(part)
  if (intent === 'search' && isTimed && hasCount && !hasTopic(items)) return 'ranking'
  const isWeak =
    WEAK_INTENTS.has(intent) && probability < MIN_CONFIDENCE && !hasWordOf(items, 'world')
  const isRanked = isTimed
    ? hasCount || hasRankingWord(part)
    : hasCount && hasWordOf(items, 'product') && !hasTopic(items)
  return isWeak && isRanked ? 'ranking' : intent
}

/** Whether the words of a part support its intent by themselves. */
function isExplicit(part: Part): boolean {
  if (part.intent === 'search') return SEARCH_PHRASE.test(part.text)
  if (part.intent === 'confetti') return hasConfetti(part)
  const { zones, counts } = part.slots
  const isTimed = hasTime(part)
  if (part.intent === 'change') return isTimed || zones.length + counts.length > 0
  if (part.intent !== 'ranking') return false
  return isTimed || counts.some(({ value }) => value.isSure) || hasRankingWord(part)
}

export function hasRankingWord({ items }: Part): boolean {
  return items.some(({ token }) => RANKING_WORDS.has(token.text))
}

export function hasConfetti({ items }: Part): boolean {
  return items.some(({ token }) => isConfetti(token.text))
}
