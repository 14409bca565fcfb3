import slots from '../../../data/language/slots.json' with { type: 'json' }
import { type Token, textBetween } from '../normalise/tokens.ts'
import { wordSet } from '../normalise/word-tables.ts'
import type { Place, Span } from './span.ts'

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
const MAX_BETWEEN = 6
const UNITS = wordSet(slots.counts.units)
/** Ranked things. */
const COUNTED = wordSet(slots.counts.counted)
const DETERMINERS = wordSet(slots.counts.determiners)
const CLOSING = wordSet(slots.counts.closing)
/** Things that are counted but never ranked. */
const OTHERS = wordSet(slots.counts.others)
/** The number after these is part of a name: "version 3". */
const NAMED = wordSet(slots.counts.named)
/** After a number that is the most or the least that is wanted. */
const ENOUGH = /^(?:(?:is|are) (?:enough|plenty|fine|ok)|(?:will|would) (?:do|suffice|be)|max)\b/
/** A unit that begins a time of its own: "top 5 week before last", "top 10 year to date". */
const OWN_TIME =
  /^(?:\w+ to\b|second (?:half|quarter|week)|(?:day|week|month|year) (?:before|of|\d)|quarter \d|weekend\b(?! ago))/

/** Counts after a ranking word. Found before dates, which could claim their numbers. */
export function findHeadCounts(tokens: readonly Token[]): Span<Count>[] {
  return numbersIn(tokens)
    .filter((span) => isHead(tokens, span))
    .map((span) => ({ ...span, value: { value: span.value, isSure: true } }))
}

/** @param taken by token, whether another slot has claimed it */
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
    const isMinus = tokens[at - 1]?.text === 'minus'
    const from = isMinus ? at - 1 : at
    const span = { from, to: at + 1, value: isMinus ? -Number(digits) : Number(digits) }
    return isOther(tokens, span) || isNamed(tokens, from) ? [] : [span]
  })
}

/** "Top 5", "best of our 5"; but not "best of 2026". */
function isHead(tokens: readonly Token[], { from, to }: Place): boolean {
  const isYear = /^20[0-3]\d$/.test(tokens[to - 1]?.text ?? '')
  return !isYear && HEAD.test(textBetween(tokens, from - 3, from))
}

/** "X 5", "give me 5", "5 of the best", "5 is enough". */
function isSureCount(tokens: readonly Token[], { from, to }: Place, taken: readonly boolean[]) {
  return (
    tokens[to - 1]?.text.includes('x') ||
    isAsked(tokens, from, taken) ||
    isCounted(tokens, to, taken) ||
    ENOUGH.test(textBetween(tokens, to, to + 3))
  )
}

/** Stands apart or ends a clause, or is small: "we have room for four on the show". */
function isPlausible(tokens: readonly Token[], { from, to }: Place, taken: readonly boolean[]) {
  const [before = '', next = ''] = [tokens[from - 1]?.text, tokens[to]?.text]
  return (
    from === 0 ||
    /^[^\p{L}\p{N}]+$/u.test(before) ||
    taken[from - 1] ||
    /^[^\p{L}\p{N}]*$/u.test(next) ||
    CLOSING.has(next) ||
    taken[to] ||
    /^(?:[2-9]|1\d|20)$/.test(tokens[to - 1]?.text ?? '')
  )
}

/** "Version 3", "no. 1"; but not "best launches - 7". */
function isNamed(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]?.text ?? ''
  return NAMED.has(before) && (!/^[-.]$/.test(before) || tokens[at - 2]?.text === 'no')
}

/** Counts something that is not ranked: "3 days", "300 votes"; but not "5 customer support tools". */
function isOther(tokens: readonly Token[], { value, to }: Span<number>): boolean {
  const next = tokens[to]?.text ?? ''
  if (UNITS.has(next)) return !OWN_TIME.test(textBetween(tokens, to, to + 8))
  const noun = /^(?:more|new|other|of)$/.test(next) ? (tokens[to + 1]?.text ?? '') : next
  const isModifier = OTHERS.has(`${noun}s`) && Math.abs(value) !== 1
  return (OTHERS.has(noun) && !isModifier) || noun === 'us'
}

/** Whether a word of asking comes before, with only `BETWEEN` words in between. */
function isAsked(tokens: readonly Token[], from: number, taken: readonly boolean[]): boolean {
  for (let at = from - 1; at >= from - MAX_BETWEEN && !taken[at]; at -= 1) {
    const text = tokens[at]?.text ?? ''
    if (ASKING.has(text)) return true
    if (!BETWEEN.has(text)) return false
  }
  return false
}

/** "5 of the best", "3 new apps". */
function isCounted(tokens: readonly Token[], to: number, taken: readonly boolean[]): boolean {
  const textAt = (at: number) => (taken[at] ? '' : (tokens[at]?.text ?? ''))
  let next = to
  while (DETERMINERS.has(textAt(next))) next += 1
  if (COUNTED.has(textAt(next))) return true
  const words = [to, to + 1, to + 2].map(textAt)
  const end = words.findIndex((word) => !/^[a-z]+$/.test(word))
  return words.slice(1, end < 0 ? 3 : end).some((word) => COUNTED.has(word))
}
