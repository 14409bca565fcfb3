import { isOf } from './lexicon.ts'
import { SMALL } from './numbers.ts'
import { distance, isSwap, type Spelling } from './spelling.ts'

const NUMBERS = [...SMALL.slice(2), 'twenty']
const UNITS = 'days weeks months years hours day week month year hour'.split(' ')
const WHICH = ['this', 'last', 'past']
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
  const texts = words.map((word) => word.toLowerCase())
  return words.map((word, at) => {
    const text = texts[at] ?? ''
    if (!/^[a-z]{3,}$/.test(text) || isOf(text, 'function')) return word
    const typed = [texts, at, spelling] as const
    return correctUnit(...typed) ?? correctWhich(...typed) ?? correctNumber(...typed) ?? word
  })
}

function correctUnit(texts: readonly string[], at: number, { isWord }: Spelling) {
  const [first = '', before = '', text = '', next = ''] = [-2, -1, 0, 1].map((by) => texts[at + by])
  const isNumber = /^(?:\d+|an?)$/.test(before) || SMALL.includes(before)
  const isCounted = isNumber && (BEFORE_UNIT.test(first) || next === 'ago')
  if (!isCounted && !BEFORE_UNIT.test(before) && `${first} ${before}` !== 'of the') return undefined
  const isTypo = text.length > 3 && !isWord(text)
  const unit = isCounted || isTypo || CLOSING.test(next) ? nearest(text, UNITS) : undefined
  return isCounted ? unit : unit?.replace(/s$/, '')
}

function correctWhich(texts: readonly string[], at: number, { isWord }: Spelling) {
  const [text = '', next = ''] = texts.slice(at, at + 2)
  const which = UNITS.includes(next) ? nearest(text, WHICH) : undefined
  return which && (isSwap(text, which) || !isWord(text)) ? which : undefined
}

function correctNumber(texts: readonly string[], at: number, { isWord }: Spelling) {
  const [text = '', next = ''] = texts.slice(at, at + 2)
  if (!BEFORE_NUMBER.test(texts[at - 1] ?? '') && !AFTER_NUMBER.test(next)) return undefined
  const number = nearest(text, NUMBERS)
  if (number === undefined || isSwap(text, number)) return CLOSING.test(next) ? number : undefined
  return number.length > 3 && !isWord(text) ? number : undefined
}

/** The word one edit away, which has the same first or all letters in common. */
function nearest(typed: string, words: readonly string[]): string | undefined {
  if (words.includes(typed)) return undefined
  return words.find(
    (word) => (word[0] === typed[0] || isSwap(typed, word)) && distance(typed, word, 1) === 1,
  )
}
