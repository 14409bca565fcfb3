import slots from '../../../data/language/slots.json' with { type: 'json' }
import { wordSet } from '../normalise/lexicon.ts'
import { type Token, textAt, textBetween } from '../normalise/utterance.ts'
import type { Place, Span } from './times.ts'

export interface Count {
  value: number
  /** Clearly a count ("top 5", "give me 5"); any other applies only to a ranking request. */
  isSure: boolean
}

/** Ranking words: in "top 5 may", 5 is a count. */
const HEAD = new RegExp(
  `(?:^| )(?:${slots.counts.heads.replaceAll(' ', '|')})(?:(?: of)? (?:the|our|my|your))?$`,
)
const ASKING = wordSet(slots.counts.asking)
/** Skipped between one of those words and the number. */
const BETWEEN = wordSet(slots.counts.between)
const UNITS = wordSet(slots.counts.units)
/** Ranked things. */
const COUNTED = wordSet(slots.counts.counted)
const NOUNS = wordSet(slots.counts.nouns)
const DETERMINERS = wordSet(slots.counts.determiners)
const CLOSING = wordSet(slots.counts.closing)
/** Things that are counted but never ranked. */
const OTHERS = wordSet(slots.counts.others)
/** The number after these is part of a name: "version 3". */
const NAMED = wordSet(slots.counts.named)
const SYMBOL = /^[^\p{L}\p{N}]+$/u
const MAX_BETWEEN = 6
/** After a number that is the most or the least that is wanted. */
const ENOUGH =
  /^(?:(?:is|are) (?:enough|plenty|fine|ok|sufficient)|(?:will|would) (?:do|suffice|be)|at (?:most|max)|max|tops|or (?:less|fewer))\b/
/** Before the number that a list ends with. */
const LAST =
  /\b(?:stop|end|finish|cap|cut|halt|limit)(?: (?:it|them|that|this|off|the|list))* (?:at|after|with|by)(?: number)?$/
/** After a number, maybe with what is counted, that is not wanted: "ten of them would be too much". */
const TOO_MANY =
  /^(?:[a-z]+ ){0,3}(?:is|are|seems?|be) (?:way |far )?(?:too (?:many|much)|overkill)\b/

/** A unit that begins a time of its own: "top 5 week before last", "top 10 year to date". */
const OWN_TIME =
  /^(?:\w+ to\b|second (?:half|quarter|week)|(?:day|week|month|year) (?:before|of|\d)|quarter \d|weekend\b(?! ago))/

/** After the number of requests in the message: "two things: …", "two searches". */
const ANNOUNCED =
  /^(?:quick )?(?:things|requests|favou?rs|asks)(?: \w+)? [:-]|^(?:\w+ )?(?:searches|lookups|queries)\b/

/** Counts after a ranking word. Found before dates, which could claim their numbers. */
export function findHeadCounts(tokens: readonly Token[]): Span<Count>[] {
  return numbersIn(tokens)
    .filter((span) => isLast(tokens, span) || isHead(tokens, span))
    .map((span) => ({ ...span, value: { value: span.value, isSure: true } }))
}

/** @param taken by token index, whether another slot has claimed it */
export function findCounts(tokens: readonly Token[], taken: readonly boolean[]): Span<Count>[] {
  return numbersIn(tokens).flatMap((span) => {
    if (taken.slice(span.from, span.to).includes(true)) return []
    const isSure = isSureCount(tokens, span, taken)
    if (!isSure && !isPlausible(tokens, span, taken)) return []
    return [{ ...span, value: { value: span.value, isSure } }]
  })
}

/** The numbers of a message that may be counts. */
function numbersIn(tokens: readonly Token[]): Span<number>[] {
  return tokens.flatMap(({ text }, at) => {
    const digits = /^x?(\d+(?:\.\d+)?)x?$/.exec(text)?.[1]
    if (digits === undefined) return []
    const isMinus = textAt(tokens, at - 1) === 'minus'
    const from = isMinus ? at - 1 : at
    const span = { from, to: at + 1, value: isMinus ? -Number(digits) : Number(digits) }
    const isOtherNumber = isOther(tokens, span) || (isNamed(tokens, from) && !isLast(tokens, span))
    return isOtherNumber ? [] : [span]
  })
}

/** "Top 5", "best of our 5"; but not "best of 2026". */
function isHead(tokens: readonly Token[], { from, to }: Place): boolean {
  const isYear = /^20[0-3]\d$/.test(textAt(tokens, to - 1))
  return !isYear && HEAD.test(textBetween(tokens, Math.max(0, from - 3), from))
}

/** "X 5", "give me 5", "5 of the best", "5 is enough". */
function isSureCount(tokens: readonly Token[], { from, to }: Place, taken: readonly boolean[]) {
  return (
    textAt(tokens, from - 1) === 'x' ||
    textAt(tokens, to - 1).includes('x') ||
    isAsked(tokens, from, taken) ||
    isCounted(tokens, to, taken) ||
    ENOUGH.test(textBetween(tokens, to, to + 3))
  )
}

/** Stands apart or ends a clause, or is small: "we have room for four on the show". */
function isPlausible(tokens: readonly Token[], { from, to }: Place, taken: readonly boolean[]) {
  const [before, next] = [textAt(tokens, from - 1), textAt(tokens, to)]
  return (
    from === 0 ||
    SYMBOL.test(before) ||
    taken[from - 1] ||
    next === '' ||
    SYMBOL.test(next) ||
    CLOSING.has(next) ||
    taken[to] ||
    /^(?:[2-9]|1\d|20)$/.test(textAt(tokens, to - 1))
  )
}

/** "Stop after number 9". */
function isLast(tokens: readonly Token[], { from }: Place): boolean {
  return LAST.test(textBetween(tokens, Math.max(0, from - 5), from))
}

/** "Version 3", "no. 1"; but not "best launches - 7". */
function isNamed(tokens: readonly Token[], at: number): boolean {
  const before = textAt(tokens, at - 1)
  const isPunctuation = /^[-.]$/.test(before) && textAt(tokens, at - 2) !== 'no'
  return NAMED.has(before) && !isPunctuation
}

/** Counts something that is not ranked: "3 days", "300 votes". */
function isOther(tokens: readonly Token[], { value, to }: Span<number>): boolean {
  const next = textAt(tokens, to)
  const rest = textBetween(tokens, to, to + 8)
  if (TOO_MANY.test(rest) || ANNOUNCED.test(rest)) return true
  if (UNITS.has(next)) return !OWN_TIME.test(rest)
  const noun = /^(?:more|new|other|of)$/.test(next) ? textAt(tokens, to + 1) : next
  // "5 customer support tools": no singular is counted.
  const isModifier = OTHERS.has(`${noun}s`) && Math.abs(value) !== 1
  return (OTHERS.has(noun) && !isModifier) || noun === 'us'
}

/** Whether a word of asking comes before, with only `BETWEEN` words in between. */
function isAsked(tokens: readonly Token[], from: number, taken: readonly boolean[]): boolean {
  for (let at = from - 1; at >= from - MAX_BETWEEN && !taken[at]; at -= 1) {
    if (ASKING.has(textAt(tokens, at))) return true
    if (!BETWEEN.has(textAt(tokens, at))) return false
  }
  return false
}

/** "5 of the best", "3 new apps". */
function isCounted(tokens: readonly Token[], to: number, taken: readonly boolean[]): boolean {
  const isFree = (at: number) => !taken[at]
  let next = to
  while (DETERMINERS.has(textAt(tokens, next)) && isFree(next)) next += 1
  if (!isFree(next)) return false
  if (COUNTED.has(textAt(tokens, next))) return true
  const words = [to, to + 1, to + 2].map((at) => (isFree(at) ? textAt(tokens, at) : ''))
  const end = words.findIndex((word) => !/^[a-z]+$/.test(word))
  return words.slice(1, end < 0 ? 3 : end).some((word) => NOUNS.has(word))
}
