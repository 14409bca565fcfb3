import { type Token, textAt } from '../normalise/utterance.ts'
import { isBoundless, type Timeframe } from './timeframe.ts'
import type { Span } from './times.ts'

const END = /^[-,.?!;:()]$/
const SUBJECT = /\b(?:i|we|my|our|he|she|they)\b/
const REQUEST =
  /\b(?:needs?|wants?|show|give|see|find|list|tell|know|ask(?:ed)?|said|like|prefers?|mean|meant|make|top|best|led|leads?|leaders?|winners?|rankings?|launch\w*|products?|apps?|tools?|won|wins?|what|which)\b/
/** Where somebody was, rather than where the request is from: "when I lived in Berlin". */
const PAST = /\b(?:was|were|lived|went|flew|moved|grew|stayed|worked|met|been)\b/
/** Connects two times that are both asked for. */
const BOTH =
  /\b(?:and|vs|versus|then|plus|also|or|with|to|top|best|leaders?|winners?|who|what)\b|[&+;?/]/
const MAX_TOKENS_BETWEEN = 4

/** The clause that a span is in, as text. */
function clauseOf(tokens: readonly Token[], { from, to }: Pick<Span<unknown>, 'from' | 'to'>) {
  const start = tokens.slice(0, from).findLastIndex(({ text }) => END.test(text)) + 1
  const end = tokens.findIndex(({ text }, at) => at >= to && END.test(text))
  const words = tokens.slice(start, end < 0 ? tokens.length : end)
  return words.map(({ text }) => text).join(' ')
}

/** Whether the clause of a span only tells of something: "I was in bed for 4 days". */
function isStatement(tokens: readonly Token[], span: Pick<Span<unknown>, 'from' | 'to'>) {
  const clause = clauseOf(tokens, span)
  return SUBJECT.test(clause) && !REQUEST.test(clause)
}

/** Whether the clause of a place tells of the past. */
export function isPast(tokens: readonly Token[], span: Pick<Span<unknown>, 'from' | 'to'>) {
  return isStatement(tokens, span) && PAST.test(clauseOf(tokens, span))
}

/** Without spans in clauses that only tell of something, if there are others. */
export function withoutStatements<Value>(
  tokens: readonly Token[],
  spans: readonly Span<Value>[],
): readonly Span<Value>[] {
  if (spans.length < 2) return spans
  const asked = spans.filter((span) => !isStatement(tokens, span))
  return asked.length > 0 ? asked : spans
}

/**
 * Without times that another one beside it makes precise: "last week (mon to sun)", "November 4th,
 * a Wednesday", "the weekend, 14 and 15 November".
 */
export function withoutExplained(tokens: readonly Token[], times: readonly Span<Timeframe>[]) {
  const strong = times.filter(({ value }) => !value.weak && !isBoundless(value))
  return times.filter((time) => {
    const at = strong.indexOf(time)
    const [before, after] = at < 0 ? [] : [strong[at - 1], strong[at + 1]]
    return !(
      (before && isExplained(tokens, before, time, time)) ||
      (after && isExplained(tokens, time, after, time))
    )
  })
}

/** Whether the first or second of two times beside each other only explains the other one. */
function isExplained(
  tokens: readonly Token[],
  first: Span<Timeframe>,
  second: Span<Timeframe>,
  time: Span<Timeframe>,
): boolean {
  const between = tokens.slice(first.to, second.from).map(({ text }) => text)
  if (between.length > MAX_TOKENS_BETWEEN || BOTH.test(between.join(' '))) return false
  const other = time === first ? second : first
  if (textAt(tokens, second.from - 1) === '(')
    return isDated(second.value) ? time === first : time === second
  if (!isDated(other.value)) return false
  return time.value.repeats === 'week'
    ? time.value.first.weekday === other.value.first.weekday
    : isWithin(other.value, time.value) && !isWithin(time.value, other.value)
}

/** Has a date of its own, rather than one that is the latest of its name. */
function isDated({ text, repeats }: Timeframe): boolean {
  return /^\d/.test(text) && repeats !== 'week' && repeats !== 'month'
}

function isWithin(inner: Timeframe, outer: Timeframe): boolean {
  return +outer.first <= +inner.first && +inner.last <= +outer.last
}
