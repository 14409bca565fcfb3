import slots from '../../../data/language/slots.json' with { type: 'json' }
import { wordSet } from '../normalise/lexicon.ts'
import { type Token, textAt, textBetween } from '../normalise/utterance.ts'
import { type Span, spanOf } from './times.ts'

export interface Count {
  value: number
  /** Clearly a count ("top 5", "give me 5"); any other applies only to a ranking request. */
  isSure: boolean
}

/** Ranking words: in "top 5 may", 5 is a count. */
const HEADS = wordSet(slots.counts.heads)
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

/** After the number of requests that follow: "two things: …". */
const ANNOUNCED = /^(?:quick )?(?:things|requests|favou?rs|asks)(?: \w+)? [:-]/

/** Counts after a ranking word. Found before dates, which could claim their numbers. */
export function findHeadCounts(tokens: readonly Token[]): Span<Count>[] {
  return countsWhere(
    tokens,
    (at, from) => isLast(tokens, from) || isHead(tokens, at, from) || undefined,
  )
}

function isHead(tokens: readonly Token[], at: number, from: number): boolean {
  if (/^20[0-3]\d$/.test(textAt(tokens, at))) return false
  const determiner = /^(?:the|our|my|your)$/.test(textAt(tokens, from - 1)) ? from - 2 : from - 1
  const before =
    textAt(tokens, determiner) === 'of' && determiner < from - 1 ? determiner - 1 : determiner
  return HEADS.has(textAt(tokens, before))
}

/** @param taken by token index, whether another slot has claimed it */
export function findCounts(tokens: readonly Token[], taken: readonly boolean[]): Span<Count>[] {
  return countsWhere(tokens, (at, from) => {
    if (taken.slice(from, at + 1).includes(true)) return undefined
    const [before, next] = [textAt(tokens, from - 1), textAt(tokens, at + 1)]
    if (before === 'x' || /x/.test(textAt(tokens, at))) return true
    if (isAfter(tokens, from, ASKING, taken) || isCounted(tokens, at, taken)) return true
    if (ENOUGH.test(textBetween(tokens, at + 1, at + 4))) return true
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
    const isNone = isOther(tokens, at) || (isNamed(tokens, from) && !isLast(tokens, from))
    const sure = isNone ? undefined : isSure(at, from)
    if (sure === undefined) return []
    const value = { value: isMinus ? -Number(digits) : Number(digits), isSure: sure }
    return [spanOf(tokens, from, at + 1, value)]
  })
}

/** "Stop after number 9". */
function isLast(tokens: readonly Token[], at: number): boolean {
  return LAST.test(textBetween(tokens, Math.max(0, at - 5), at))
}

/** "Version 3", "no. 1"; but not "best launches - 7". */
function isNamed(tokens: readonly Token[], at: number): boolean {
  return NAMED.has(textAt(tokens, at - 1)) && !isPunctuation(tokens, at - 1)
}

/** Counts something that is not ranked: "3 days", "300 votes". */
function isOther(tokens: readonly Token[], at: number): boolean {
  const next = textAt(tokens, at + 1)
  const rest = textBetween(tokens, at + 1, at + 9)
  if (TOO_MANY.test(rest) || ANNOUNCED.test(rest)) return true
  if (UNITS.has(next)) return !OWN_TIME.test(rest)
  const noun = /^(?:more|new|other|of)$/.test(next) ? textAt(tokens, at + 2) : next
  // "5 customer support tools": no singular is counted.
  const isModifier = OTHERS.has(`${noun}s`) && textAt(tokens, at) !== '1'
  return (OTHERS.has(noun) && !isModifier) || noun === 'us'
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
  taken: readonly boolean[],
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
