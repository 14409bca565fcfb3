import { clauseAround, type Token, textAt, textBetween } from '../normalise/utterance.ts'
import { isBoundless, type Timeframe } from './timeframe.ts'
import type { Place, Span } from './times.ts'

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

/** The text of the clause around a span if it only tells of something: "I was in bed for 4 days". */
export function statementAround(tokens: readonly Token[], place: Place): string | undefined {
  const clause = clauseAround(tokens, place, ({ text }) => END.test(text))
  const text = textBetween(clause, 0, clause.length)
  return SUBJECT.test(text) && !REQUEST.test(text) ? text : undefined
}

/** Whether the clause of a place tells of the past. */
export function isPast(tokens: readonly Token[], place: Place): boolean {
  return PAST.test(statementAround(tokens, place) ?? '')
}

/** Without spans in clauses that only tell of something, if there are others. */
export function withoutStatements<Value>(
  tokens: readonly Token[],
  spans: readonly Span<Value>[],
): readonly Span<Value>[] {
  if (spans.length < 2) return spans
  const asked = spans.filter((span) => statementAround(tokens, span) === undefined)
  return asked.length > 0 ? asked : spans
}

/**
 * Drops times that one beside them makes more precise: "last week (mon to sun)", "November 4th,
 * a Wednesday", "the weekend, 14 and 15 November".
 */
export function withoutExplained(tokens: readonly Token[], times: readonly Span<Timeframe>[]) {
  const strong = times.filter(({ value }) => !value.weak && !isBoundless(value))
  const explained = strong.map((second, at) => {
    const first = strong[at - 1]
    return first && explainedOf(tokens, first, second)
  })
  return times.filter((time) => !explained.includes(time))
}

/** Which of two times beside each other the other one makes precise, if any. */
function explainedOf(tokens: readonly Token[], first: Span<Timeframe>, second: Span<Timeframe>) {
  const isBeside = second.from - first.to <= MAX_TOKENS_BETWEEN
  if (!isBeside || BOTH.test(textBetween(tokens, first.to, second.from))) return undefined
  if (textAt(tokens, second.from - 1) === '(') return isDated(second.value) ? first : second
  if (explains(second.value, first.value)) return first
  return explains(first.value, second.value) ? second : undefined
}

function explains(precise: Timeframe, time: Timeframe): boolean {
  if (!isDated(precise)) return false
  return time.repeats === 'week'
    ? time.first.weekday === precise.first.weekday
    : isWithin(precise, time) && !isWithin(time, precise)
}

/** Is a specific date, not the latest with that name. */
function isDated({ text, repeats }: Timeframe): boolean {
  return /^\d/.test(text) && repeats !== 'week' && repeats !== 'month'
}

function isWithin(inner: Timeframe, outer: Timeframe): boolean {
  return +outer.first <= +inner.first && +inner.last <= +outer.last
}
