import slots from '../../../data/language/slots.json' with { type: 'json' }
import type { Token } from '../normalise/utterance.ts'
import { type Span, spanOf } from './times.ts'

export interface Count {
  value: number
  /** Clearly a count ("top 5", "give me 5"); any other applies only to a ranking request. */
  isSure: boolean
}

/** Ranking words: in "top 5 may", 5 is a count. */
const HEADS = words(slots.counts.heads)
/** After these a number is a count rather than part of a date, unless a month follows. */
const ORDERS = words(slots.counts.orders)
const ASKING = words(slots.counts.asking)
/** Skipped between one of those words and the number. */
const BETWEEN = words(slots.counts.between)
const UNITS = words(slots.counts.units)
/** Ranked things. */
const COUNTED = words(slots.counts.counted)
const NOUNS = words(slots.counts.nouns)
const DETERMINERS = words(slots.counts.determiners)
const CLOSING = words(slots.counts.closing)
/** Things that are counted but never ranked. */
const OTHERS = words(slots.counts.others)
/** The number after these is part of a name: "version 3". */
const NAMED = words(slots.counts.named)
const MONTH = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)/
const SYMBOL = /^[^\p{L}\p{N}]+$/u
const MAX_BETWEEN = 6

/** Counts after a ranking or request word. Found before dates, which could claim their numbers. */
export function findHeadCounts(tokens: readonly Token[]): Span<Count>[] {
  return countsWhere(tokens, (at, from) => {
    if (/^20[0-3]\d$/.test(textAt(tokens, at))) return undefined
    const determiner = /^(?:the|our|my|your)$/.test(textAt(tokens, from - 1)) ? from - 2 : from - 1
    const before =
      textAt(tokens, determiner) === 'of' && determiner < from - 1 ? determiner - 1 : determiner
    if (HEADS.has(textAt(tokens, before))) return true
    const next = textAt(tokens, at + 1)
    const isOfMonth = MONTH.test(next === 'of' ? textAt(tokens, at + 2) : next)
    return !isOfMonth && isAfter(tokens, from, ORDERS) ? true : undefined
  })
}

/** @param taken by token index, whether another slot has claimed it */
export function findCounts(tokens: readonly Token[], taken: readonly boolean[]): Span<Count>[] {
  return countsWhere(tokens, (at, from) => {
    if (taken.slice(from, at + 1).includes(true)) return undefined
    const [before, next] = [textAt(tokens, from - 1), textAt(tokens, at + 1)]
    if (before === 'x' || /x/.test(textAt(tokens, at))) return true
    if (isAfter(tokens, from, ASKING, taken) || isCounted(tokens, at, taken)) return true
    const isApart = from === 0 || SYMBOL.test(before) || taken[from - 1]
    const isClosed = next === '' || SYMBOL.test(next) || CLOSING.has(next) || taken[at + 1]
    return isApart || isClosed || isSmall(textAt(tokens, at)) ? false : undefined
  })
}

/** A plausible count without further evidence: "we have room for four on the show". */
function isSmall(text: string): boolean {
  return /^(?:[2-9]|1\d|20)$/.test(text)
}

/** @param isSure undefined if the number is not a count */
function countsWhere(
  tokens: readonly Token[],
  isSure: (at: number, from: number) => boolean | undefined,
): Span<Count>[] {
  return tokens.flatMap(({ text }, at) => {
    const digits = /^x?(\d+(?:\.\d+)?)x?$/.exec(text)?.[1]
    if (digits === undefined) return []
    const isMinus = textAt(tokens, at - 1) === 'minus'
    const from = isMinus ? at - 1 : at
    const sure = isNamed(tokens, from) || isOther(tokens, at) ? undefined : isSure(at, from)
    if (sure === undefined) return []
    const value = { value: isMinus ? -Number(digits) : Number(digits), isSure: sure }
    return [spanOf(tokens, from, at + 1, value)]
  })
}

/** "Version 3", "no. 1"; but not "best launches - 7". */
function isNamed(tokens: readonly Token[], at: number): boolean {
  return NAMED.has(textAt(tokens, at - 1)) && !isPunctuation(tokens, at - 1)
}

/** Counts something that is not ranked: "3 days", "300 votes". */
function isOther(tokens: readonly Token[], at: number): boolean {
  const next = textAt(tokens, at + 1)
  if (UNITS.has(next)) return textAt(tokens, at + 2) !== 'to'
  const noun = /^(?:more|new|other|of)$/.test(next) ? textAt(tokens, at + 2) : next
  return OTHERS.has(noun) || noun === 'us'
}

/** A dash or dot, except the dot of "no. 1". */
function isPunctuation(tokens: readonly Token[], at: number): boolean {
  return /^[-.]$/.test(textAt(tokens, at)) && textAt(tokens, at - 1) !== 'no'
}

/** Whether a word of this kind comes before, with only `BETWEEN` words in between. */
function isAfter(
  tokens: readonly Token[],
  from: number,
  kind: ReadonlySet<string>,
  taken: readonly boolean[] = [],
): boolean {
  for (let at = from - 1; at >= Math.max(0, from - MAX_BETWEEN); at -= 1) {
    if (taken[at]) return false
    if (kind.has(textAt(tokens, at))) return true
    if (!BETWEEN.has(textAt(tokens, at))) return false
  }
  return false
}

/** "5 of the best", "3 new apps". */
function isCounted(tokens: readonly Token[], at: number, taken: readonly boolean[]): boolean {
  let next = at + 1
  while (DETERMINERS.has(textAt(tokens, next)) && !taken[next]) next += 1
  if (taken[next]) return false
  if (COUNTED.has(textAt(tokens, next))) return true
  const words = [1, 2, 3].map((by) => (taken[at + by] ? '' : textAt(tokens, at + by)))
  const end = words.findIndex((word) => !/^[a-z]+$/.test(word))
  return words.slice(1, end < 0 ? 3 : end).some((word) => NOUNS.has(word))
}

function textAt(tokens: readonly Token[], at: number): string {
  return tokens[at]?.text ?? ''
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(' '))
}
