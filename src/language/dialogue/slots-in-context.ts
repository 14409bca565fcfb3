import { COUNT } from '../../ranking/limits.ts'
import { ORDINALS } from '../normalise/numbers.ts'
import type { Utterance } from '../normalise/utterance.ts'
import type { Slots } from '../slots/slots.ts'
import { day, daysFrom, isBoundless, type Timeframe } from '../slots/timeframe.ts'
import type { Span } from '../slots/times.ts'
import type { DialogueState } from './follow-up.ts'
import { DETAIL } from './reply-intent.ts'

const WEEK_MS = 7 * 24 * 60 * 60 * 1000
/** Corrects the year alone: "wrong year, 2024". */
const OTHER_YEAR = /\b(?:i meant?|not|wrong|sorry|correction|rather|of that)\b/

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

/**
 * A time completed by the one before it: "the 15th" after a day in October is in October, "June"
 * after 2024 in that year, "until the 9th" begins where the time before did.
 */
function anchored(time: Timeframe, before: Timeframe | undefined, text: string): Timeframe {
  if (!before || isBoundless(before) || isBoundless(time)) return time
  const { repeats, first, last } = time
  const inMonth = { year: before.first.year, month: before.first.month }
  const isWithinMonth = before.first.hasSame(before.last, 'month')
  if (time.isOpen) {
    const end = repeats === 'month' && isWithinMonth ? last.set(inMonth) : last
    return +end > +before.first ? daysFrom(before.first, end) : time
  }
  const isDated = /^(?:\d|last_year)/.test(before.text)
  if (repeats === 'month' && isDated && isWithinMonth && +before.last - +before.first < WEEK_MS)
    return day(first.set(inMonth))
  const years = first.year - before.first.year
  if (repeats === 'year' && isDated && !before.repeats && years > 0)
    return daysFrom(first.minus({ years }), last.minus({ years }))
  const isYear = /^\d{4}$/.test(time.text) && !first.hasSame(before.first, 'year')
  if (!isYear || !isDated || /^\d{4}$|_year/.test(before.text) || !OTHER_YEAR.test(text))
    return time
  return daysFrom(before.first.plus({ years }), before.last.plus({ years }))
}

/** Whether "the second" is a product of the list and not a day of the month. */
function isListItem(
  { value, from, to }: Span<Timeframe>,
  { text, tokens }: Utterance,
  before: Timeframe | undefined,
): boolean {
  const ordinal = tokens[from]?.text ?? ''
  const number = ORDINALS.indexOf(ordinal) + 1 || Number.parseInt(ordinal, 10) + 1
  if (value.repeats !== 'month' || to > from + 1 || !(number <= COUNT.max + 1)) return false
  const isDated = /^(?:on|since|from|to|until|by|till)$/.test(tokens[from - 2]?.text ?? '')
  const isAmbiguous = isDated || (before && +before.first === +before.last)
  return !isAmbiguous || DETAIL.test(text)
}
