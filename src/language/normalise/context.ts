import { isOf, ZONE_ABBREVIATIONS } from './lexicon.ts'
import { SMALL } from './numbers.ts'
import { distance, isSwap, type Spelling } from './spelling.ts'

const NUMBERS = [...SMALL.slice(2), 'twenty']
const UNITS = 'days weeks months years hours day week month year hour weekend quarter'.split(' ')
const LEADS = ['this', 'last', 'past']
const RANKED = /^(?:of|launches|products|apps|tools|ones|popular|voted|upvoted|votes|upvotes)$/
const BEFORE_NUMBER = /^(?:top|best|first|latest|hottest|biggest|me|just|only|that|it)$/
const AFTER_NUMBER = /^(?:top|best|biggest|hottest|days|weeks|months|years|hours)$/
const BEFORE_UNIT = /^(?:this|last|past|previous|current)$/
/** Before these a word is no adjective: "top tow of today", but "top tow trucks". */
const CLOSING =
  /^(?:\W*|of|in|from|for|at|on|this|last|today|yesterday|please|pls|and|or|products|launches|apps|tools|winners|results|rankings?|top|best|biggest|hottest|most|ago|days|weeks|months|years|hours)$/

/**
 * Corrects numbers, units and the words before these by what is beside them, even where the typo
 * is a word of its own: "top tow of today", "the last 3 moths".
 */
export function correctInContext(words: readonly string[], spelling: Spelling): string[] {
  const texts = words.map((word) => word.toLowerCase().replace(/'s?$/, ''))
  return words.map((word, at) => {
    const text = texts[at] ?? ''
    if (text === '1' && texts[at - 1] === 'which') return 'one'
    const isFixed = isOf(text, 'function') && text !== 'his'
    if (!/^[a-z]{3,}$/.test(text) || isFixed) return word
    const isTypo = !spelling.isWord(text)
    return (
      unitAt(texts, at, isTypo) ?? leadAt(texts, at, isTypo) ?? numberAt(texts, at, isTypo) ?? word
    )
  })
}

/** "The last 3 moths", "of the moth". */
function unitAt(texts: readonly string[], at: number, isTypo: boolean) {
  const [first = '', before = '', text = '', next = ''] = [-2, -1, 0, 1].map((by) => texts[at + by])
  const isAmount = isNumber(before) || /^an?$/.test(before)
  const isCounted = isAmount && (BEFORE_UNIT.test(first) || next === 'ago')
  if (!isCounted && !BEFORE_UNIT.test(before) && `${first} ${before}` !== 'of the') return undefined
  const isSure = isCounted || (isTypo && text.length > 3) || CLOSING.test(next)
  const unit = isSure ? nearest(text, UNITS, isCounted || (isTypo && text.length > 4)) : undefined
  return isCounted ? unit : unit?.replace(/s$/, '')
}

/** "Jast week", "ast 3 days", "bst of july", "all tme". */
function leadAt(texts: readonly string[], at: number, isTypo: boolean) {
  const [text = '', next = '', second = ''] = texts.slice(at, at + 3)
  if (texts[at - 1] === 'all' && isTypo) return nearest(text, ['time'], isTypo)
  const isBeforeUnit = UNITS.includes(isNumber(next) ? second : next)
  const ranked = RANKED.test(next) ? nearest(text, ['best', 'most'], false) : undefined
  const lead = isBeforeUnit ? nearest(text, LEADS, true) : ranked
  // A time zone makes no sense there.
  const isSure =
    lead && (isTypo || text === 'his' || ZONE_ABBREVIATIONS.has(text) || isSwap(text, lead))
  return isSure ? lead : undefined
}

/** "Top thre", "tow days ago". */
function numberAt(texts: readonly string[], at: number, isTypo: boolean) {
  const [text = '', next = ''] = texts.slice(at, at + 2)
  const isPlace = BEFORE_NUMBER.test(texts[at - 1] ?? '') || AFTER_NUMBER.test(next)
  if (!isPlace || !CLOSING.test(next)) return undefined
  const number = nearest(text, NUMBERS, isTypo && text.length > 4)
  const isSure = number && (isSwap(text, number) || (isTypo && number.length > 3))
  return isSure ? number : undefined
}

function isNumber(word: string): boolean {
  return /^\d+$/.test(word) || SMALL.includes(word)
}

/** The word one edit away, with the same first letter unless it is surely a typo. */
function nearest(typed: string, words: readonly string[], isSure: boolean): string | undefined {
  if (words.includes(typed)) return undefined
  return words.find(
    (word) =>
      (isSure || word[0] === typed[0] || word.slice(1) === typed || isSwap(typed, word)) &&
      distance(typed, word, 1) === 1,
  )
}
