import { COUNT } from '../../ranking/limits.ts'
import type { Utterance } from '../normalise/utterance.ts'
import type { Slots } from '../slots/slots.ts'
import { day, daysFrom, isBoundless, type Timeframe } from '../slots/timeframe.ts'
import type { Span } from '../slots/times.ts'
import type { DialogueState } from './follow-up.ts'
import { DETAIL } from './reply-intent.ts'

/** Corrects the year alone: "wrong year, 2024". */
const OTHER_YEAR = /\b(?:i meant?|not|wrong|sorry|correction|rather|of that)\b/

/** "The same days of October" are those of the time before in another month or year. */
const SAME_DAYS = /\bsame (?:period|days|dates|range|window|stretch|part)\b/

/** The slots of a message that follows a list, which may refer to its items and its time. */
export function slotsInContext(utterance: Utterance, slots: Slots, { last }: DialogueState): Slots {
  if (!last || last.kind === 'confetti') return slots
  const before = last.kind === 'ranking' ? last.time : undefined
  const times = slots.times
    .filter((span) => !isListItem(span, utterance, before))
    .map((span) => ({ ...span, value: anchored(span.value, before, utterance.text) }))
  // After a search a place describes what is sought: "Japanese".
  const zones = slots.zones.filter(({ value }) => value.isSure || last.kind === 'ranking')
  return { ...slots, times, zones }
}

/** A time completed by the one before it. */
function anchored(time: Timeframe, before: Timeframe | undefined, text: string): Timeframe {
  if (!before || isBoundless(before) || isBoundless(time)) return time
  if (time.isOpen) return fromStart(time, before)
  // A time that depends on today ("last week") anchors nothing, but for "last year".
  if (!/^(?:\d|last_year)/.test(before.text)) return time
  if (SAME_DAYS.test(text)) return sameDaysOf(time, before)
  if (time.repeats === 'month') return inMonthOf(time, before)
  if (time.repeats === 'year') return inYearOf(time, before)
  return OTHER_YEAR.test(text) ? inOtherYear(time, before) : time
}

/** "Until the 9th" begins where the time before did. */
function fromStart(time: Timeframe, { first, last }: Timeframe): Timeframe {
  const isOfMonth = time.repeats === 'month' && first.hasSame(last, 'month')
  const end = isOfMonth ? time.last.set({ year: first.year, month: first.month }) : time.last
  return +end > +first ? daysFrom(first, end) : time
}

/** "The 15th" after a day or a week of October is in October. */
function inMonthOf(time: Timeframe, { first, last }: Timeframe): Timeframe {
  const date = time.first.set({ year: first.year, month: first.month })
  const isShort = first.hasSame(last, 'month') && +last < +first.plus({ weeks: 1 })
  return isShort && date.day === time.first.day ? day(date) : time
}

/** The days of the time before in a month, or else in a year. */
function sameDaysOf(time: Timeframe, { first, last }: Timeframe): Timeframe {
  const { year, month } = time.first
  const isPart = first.hasSame(last, 'month') && time.text === time.first.toFormat('yyyy-MM')
  if (isPart) return daysFrom(first.set({ year, month }), last.set({ year, month }))
  return time.text === String(year) ? daysFrom(first.set({ year }), last.set({ year })) : time
}

/** "June" after a time of 2024 is in that year. */
function inYearOf(time: Timeframe, before: Timeframe): Timeframe {
  const years = time.first.year - before.first.year
  return before.repeats || years <= 0
    ? time
    : daysFrom(time.first.minus({ years }), time.last.minus({ years }))
}

/** "I meant 2025" after a month of 2026 is that month of 2025. */
function inOtherYear(time: Timeframe, { text, first, last }: Timeframe): Timeframe {
  const isPart = !/^\d{4}$|_year/.test(text)
  if (!isPart || !/^\d{4}$/.test(time.text)) return time
  const years = time.first.year - first.year
  return daysFrom(first.plus({ years }), last.plus({ years }))
}

/** Whether "the 2nd" is a product of the list and not a day of the month. */
function isListItem(
  { value, from, to }: Span<Timeframe>,
  { text, tokens }: Utterance,
  before: Timeframe | undefined,
): boolean {
  const number = Number.parseInt(tokens[from]?.text ?? '', 10)
  if (value.repeats !== 'month' || to > from + 1 || !(number <= COUNT.max)) return false
  const isDated = /^(?:on|since|from|to|until|by|till)$/.test(tokens[from - 2]?.text ?? '')
  const isAmbiguous = isDated || (before && +before.first === +before.last)
  return !isAmbiguous || DETAIL.test(text)
}
