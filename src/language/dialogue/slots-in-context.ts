import { dateAt, findZone } from '../../ranking/calendar.ts'
import { COUNT } from '../../ranking/limits.ts'
import { ORDINALS } from '../normalise/numbers.ts'
import type { Utterance } from '../normalise/utterance.ts'
import type { Moment, Slots } from '../slots/slots.ts'
import {
  day,
  daysFrom,
  FUTURE,
  isBoundless,
  type Now,
  named,
  parseUnit,
  shifted,
  type Timeframe,
  thisPeriod,
} from '../slots/timeframe.ts'
import { type Span, spanOf } from '../slots/times.ts'
import type { DialogueState } from './follow-up.ts'
import { DETAIL } from './reply-intent.ts'

const WEEKDAYS = 'monday|tuesday|wednesday|thursday|friday|saturday|sunday'
const BACK = 'before|earlier|prior|back|preceding|previous'
const AHEAD = 'after|later|following|followed|next|ahead|subsequent'
/** "The whole year", "next day", "back by one week", "the month that came before". */
const RELATIVE = new RegExp(
  '\\b(?<this>(?:(?:the|whole|entire|full|ongoing|current|present|calendar|said|meant) )*)' +
    `(?:(?<lead>${AHEAD}|${BACK})(?: by)?(?: exactly)? )?(?:(?<count>\\d+|an?|one) )?(?:more )?` +
    `(?<unit>day|week|weekend|month|quarter|year|${WEEKDAYS})s?` +
    `(?:(?: (?:that|right|just|further|came))* (?<tail>${AHEAD}|${BACK}))?\\b(?! of\\b)`,
  'g',
)

/** The slots of a message that follows a list, whose time "the day after" refers to. */
export function slotsInContext(
  utterance: Utterance,
  slots: Slots,
  { last, ranking }: DialogueState,
  { now, defaultTimezone }: Moment,
): Slots {
  if (!last || last.kind === 'confetti') return slots
  const before = last.kind === 'ranking' ? last.time : undefined
  const times = slots.times
    .filter((span) => !isListItem(span, utterance, before))
    .map((span) => ({ ...span, value: anchored(span.value, before) }))
  const zone = findZone(ranking?.zone ?? defaultTimezone)
  if (last.kind !== 'ranking' || !zone) return { ...slots, times }
  const today = dateAt(now.getTime(), zone)
  const isFuture = /\b(?:will|going to|gonna)\b/.test(utterance.text)
  const found = isFuture ? undefined : relativeTime(utterance, before, { today, instant: now })
  const isRest = times.every(({ value: { weak, shift, text }, end }) => {
    const isPart = found !== undefined && found.start < end && end < found.end
    return isPart || (!shift && (weak || text === FUTURE))
  })
  return { ...slots, times: found && isRest ? [found] : times }
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

/** "The 15th" after a day in October is in October, and "June" after May 2024 is in 2024. */
function anchored(time: Timeframe, before: Timeframe | undefined): Timeframe {
  if (!before || isBoundless(before)) return time
  const { repeats, first, last } = time
  if (repeats === 'month' && +before.first === +before.last)
    return day(first.set({ year: before.first.year, month: before.first.month }))
  const years = first.year - before.first.year
  if (repeats !== 'year' || before.repeats || years <= 0 || !/^\d/.test(before.text)) return time
  return daysFrom(first.minus({ years }), last.minus({ years }))
}

/** A time that only the one of the previous ranking explains. */
function relativeTime(
  { text, tokens }: Utterance,
  before: Timeframe | undefined,
  now: Now,
): Span<Timeframe> | undefined {
  for (const { index, 0: words, groups = {} } of [...text.matchAll(RELATIVE)].reverse()) {
    const { unit = '', tail, lead, this: isThis } = groups
    const isPeriod = isThis && !/day|end/.test(unit)
    const value = (tail ?? lead) ? moved(groups, before, now) : isPeriod && thisPeriod(unit, now)
    const from = tokens.findIndex(({ start }) => start >= index)
    if (value) return spanOf(tokens, from, from + words.split(' ').length, value)
  }
  return undefined
}

function moved(
  { lead = '', count, unit = '', tail = lead }: Readonly<Record<string, string | undefined>>,
  before: Timeframe | undefined,
  { today }: Now,
): Timeframe | undefined {
  if (!before || isBoundless(before) || /^last_\d/.test(before.text)) return undefined
  const sign = BACK.includes(tail) ? -1 : 1
  const weekday = WEEKDAYS.split('|').indexOf(unit) + 1
  const by = sign * (Number.parseInt(count ?? '', 10) || 1)
  const isWeekend = unit === 'weekend'
  const value =
    weekday > 0
      ? day(nearest(weekday, sign, before))
      : shifted({ unit: parseUnit(unit), by, isWhole: count === undefined && !isWeekend }, before)
  return +value.first > +today ? named(FUTURE, value) : value
}

/** The last such weekday before a timeframe, or the first after it. */
function nearest(weekday: number, sign: number, { first, last }: Timeframe): Timeframe['first'] {
  const edge = sign < 0 ? first : last
  return edge.plus({ days: sign * ((sign * (weekday - edge.weekday) + 7) % 7 || 7) })
}
