import slots from '../../../data/language/slots.json' with { type: 'json' }
import { type Token, textBetween } from '../normalise/tokens.ts'
import { wordSet } from '../normalise/word-tables.ts'
import type { Span } from './span.ts'

/** Ranking words: in "top 5 may", 5 is a count. */
const HEAD = new RegExp(
  `(?:^| )(?:${slots.counts.heads.replaceAll(' ', '|')})(?:(?: of)? (?:the|our|my|your))?$`,
)
const UNITS = wordSet(slots.counts.units)
/** Things that are counted but never ranked. */
const OTHERS = wordSet(slots.counts.others)
/** The number after these is part of a name: "version 3". */
const NAMED = wordSet(slots.counts.named)
/** A unit that begins a time of its own: "top 5 week before last", "top 10 year to date". */
const OWN_TIME = /^(?:\w+ to\b|(?:day|week|month|year) (?:before|of|\d)|weekend\b(?! ago))/

/** Counts after a ranking word, found before dates, which could claim their numbers. */
export function findHeadCounts(tokens: readonly Token[]): Span<number>[] {
  return findCounts(tokens, []).filter(({ from, to }) => {
    // "Best of 2026".
    const isYear = /^20[0-3]\d$/.test(tokens[to - 1]?.text ?? '')
    return !isYear && HEAD.test(textBetween(tokens, from - 3, from))
  })
}

/**
 * The numbers of a message that may say how many products are wanted.
 * @param taken by token, whether another slot has claimed it
 */
export function findCounts(tokens: readonly Token[], taken: readonly boolean[]): Span<number>[] {
  return tokens.flatMap(({ text }, at) => {
    const digits = /^x?(\d+(?:\.\d+)?)x?$/.exec(text)?.[1]
    if (digits === undefined || taken[at]) return []
    const span = { from: at, to: at + 1, value: Number(digits) }
    return isOther(tokens, span) ? [] : [span]
  })
}

/** "Version 3", "3 days", "300 votes"; but not "best launches - 7", "5 customer support tools". */
function isOther(tokens: readonly Token[], { value, from, to }: Span<number>): boolean {
  const before = tokens[from - 1]?.text ?? ''
  const next = tokens[to]?.text ?? ''
  if (NAMED.has(before) && (!/^[-.]$/.test(before) || tokens[from - 2]?.text === 'no')) return true
  if (UNITS.has(next)) return !OWN_TIME.test(textBetween(tokens, to, to + 8))
  const noun = /^(?:more|new|other|of)$/.test(next) ? (tokens[to + 1]?.text ?? '') : next
  const isModifier = OTHERS.has(`${noun}s`) && value !== 1
  return OTHERS.has(noun) && !isModifier
}
