import slots from '../../../data/language/slots.json' with { type: 'json' }
import { COUNT } from '../../ranking/limits.ts'
import { numberOf, type Token, textBetween, wordSet } from '../normalise/tokens.ts'
import { type Captures, createPatterns, longest, type Span } from './patterns.ts'

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

/** So many votes or comments that products must have. */
export interface Bounds {
  field: 'votes' | 'comments'
  min?: number | undefined
  max?: number | undefined
}

const matchBounds = createPatterns(slots.bounds, slots.macros, slots.words)
const matchRanges = createPatterns(slots.ranges, slots.macros, slots.words)
const matchPlaces = createPatterns(slots.places, slots.macros, slots.words)

/** The numbers of votes or comments that a message limits a set to. */
export function findBounds(tokens: readonly Token[], taken: readonly boolean[]): Span<Bounds>[] {
  return longest(matchBounds(tokens), taken, ({ name, captures, from }) => {
    const [count, least] = [countOf(captures.count), countOf(captures.least)]
    const field = /^(?:comment|repl)/.test(captures.counted ?? '') ? 'comments' : 'votes'
    const range = {
      exactly: [count, count],
      above: [count + 1],
      atLeast: [count],
      below: [undefined, count - 1],
      atMost: [undefined, count],
      between: [least, count],
    }[name]
    const isLeftOut = LEFT_OUT.test(textBetween(tokens, from - 4, from))
    const [min, max] = isLeftOut ? othersThan(range) : range
    return { field, min, max }
  })
}

/** "Drop those under 100 votes". */
const LEFT_OUT =
  /\b(?:drop|remove|hide|skip|exclude|excluding|except|omit|ignore|without|not|leave out)\b/

function othersThan([min, max]: readonly (number | undefined)[]) {
  if (min === undefined) return [(max ?? 0) + 1]
  return max === undefined ? [undefined, min - 1] : [min, max]
}

function countOf(text = ''): number {
  return Number.parseFloat(text) * (text.endsWith('k') ? 1000 : 1)
}

/** The places of a list in a row, "4th to 6th", found before dates, which could claim their numbers. */
export function findRanges(tokens: readonly Token[], taken: readonly boolean[]): Span<number[]>[] {
  return longest(matchRanges(tokens), taken, ({ captures }) => {
    const [first, last] = [numberOf(captures.from), numberOf(captures.rank ?? captures.place)]
    const length = Math.min(Math.max(0, last - first), COUNT.max) + 1
    return Array.from({ length }, (_, at) => first + at)
  })
}

/** The places of a list that a message names; the last one is -1, the one before it -2. */
export function findPlaces(tokens: readonly Token[], taken: readonly boolean[]): Span<number[]>[] {
  return longest(matchPlaces(tokens), taken, ({ name, captures }) => placesOf(name, captures))
}

function placesOf(name: keyof typeof slots.places, { place = '', rank = '1' }: Captures): number[] {
  const upTo = Array.from({ length: Math.min(Number(rank), MAX_FEW) }, (_, at) => at + 1)
  return {
    nth: [numberOf(place || rank)],
    first: [1],
    second: [2],
    last: [-1],
    firstFew: upTo,
    lastFew: upTo.map((at) => -at).reverse(),
  }[name]
}

/** More are no places that somebody compares. */
const MAX_FEW = 5
