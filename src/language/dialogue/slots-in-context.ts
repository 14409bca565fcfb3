import { dateAt, findZone } from '../../ranking/calendar.ts'
import { COUNT } from '../../ranking/limits.ts'
import { ORDINALS } from '../normalise/numbers.ts'
import type { Utterance } from '../normalise/utterance.ts'
import type { Moment, Slots } from '../slots/slots.ts'
import {
  ALL_TIME,
  ago,
  day,
  daysFrom,
  FUTURE,
  isBoundless,
  lastDays,
  type Now,
  named,
  parseUnit,
  shifted,
  type Timeframe,
  thisPeriod,
} from '../slots/timeframe.ts'
import { type Span, spanOf } from '../slots/times.ts'
import type { DialogueState } from './follow-up.ts'
import { asksForDetail, LISTED } from './reply-intent.ts'

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const BACK = 'before|earlier|prior|back|preceding|previous'
const AHEAD = 'after|afterwards|later|following|followed|next|subsequent'
/** "Next day", "shift it back one week", "the month that came before", "the Monday after". */
const MOVE = new RegExp(
  `\\b(?:(?:the )?(?<lead>${AHEAD}|${BACK})(?: by)?(?: exactly)? )?` +
    `(?:(?:the )?(?<count>\\d+|a|an|one|another) )?(?:more )?` +
    `(?<unit>day|week|weekend|month|quarter|year|${WEEKDAYS.join('|')})s?` +
    `(?:(?: (?:that|which|right|just|directly|immediately|further|came|comes))* (?<tail>${AHEAD}|${BACK}))?\\b`,
  'g',
)
/** "The whole year", "I should have said month". */
const PERIOD =
  /\b(?:(?:the|whole|entire|full|ongoing|current|present|calendar|(?<said>said|meant)) )+(?<unit>week|month|quarter|year)\b(?! of\b)/g
const NO_LIMIT =
  /\b(?:no|without|remove|lift|drop|ignore|any|forget|skip|clear)(?: the| a| any)? (?:time|date|period)s? (?:limits?|filters?|ranges?|restrictions?|frames?|constraints?)\b/g

/** "Halve the days". */
const RESIZE = /\b(?:(?<half>halve|half)|double|twice)\b.*\b(?:days|window|period|span|range)\b/g

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
  const found = relativeTime(utterance, before, { today, instant: now })
  const isRest = times.every(({ value: { weak, shift, text }, end }) => {
    const isPart = found !== undefined && found.start < end && end < found.end
    return isPart || (!shift && (weak || text === FUTURE))
  })
  return found && isRest ? { ...slots, times: [found] } : { ...slots, times }
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
  if (LISTED.test(tokens[to]?.text ?? '') || asksForDetail(text)) return true
  const isDated = /^(?:on|since|from|to|until|by|till)$/.test(tokens[from - 2]?.text ?? '')
  return !isDated && (!before || +before.first < +before.last)
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
  utterance: Utterance,
  before: Timeframe | undefined,
  now: Now,
): Span<Timeframe> | undefined {
  const { text, tokens } = utterance
  const readers: readonly (readonly [RegExp, Read])[] = [
    [NO_LIMIT, () => named(ALL_TIME, day(now.today))],
    [MOVE, (groups) => moved(groups, before, now)],
    [RESIZE, ({ half }) => resized(half ? 0.5 : 2, before, now)],
    [PERIOD, ({ unit = '', said }) => periodOf(unit, said ? before : undefined, now)],
  ]
  for (const [pattern, read] of readers) {
    for (const { index, 0: words, groups = {} } of [...text.matchAll(pattern)].reverse()) {
      const value = read(groups)
      const from = tokens.findIndex(({ start }) => start >= index)
      if (value) return spanOf(tokens, from, from + words.split(' ').length, value)
    }
  }
  return undefined
}

type Groups = Readonly<Record<string, string | undefined>>
type Read = (groups: Groups) => Timeframe | undefined

function moved(
  { lead, count, unit = '', tail }: Groups,
  before: Timeframe | undefined,
  { today }: Now,
): Timeframe | undefined {
  const direction = tail ?? lead
  if (!before || isBoundless(before) || !direction || daysIn(before)) return undefined
  const by =
    (BACK.split('|').includes(direction) ? -1 : 1) * (Number.parseInt(count ?? '', 10) || 1)
  const value = WEEKDAYS.includes(unit)
    ? day(nearest(unit, by, before))
    : shifted(
        unit === 'weekend'
          ? { unit: 'week', by, isWhole: false }
          : { unit: parseUnit(unit), by, isWhole: count === undefined },
        before,
      )
  return +value.first > +today ? named(FUTURE, value) : value
}

/** The last such weekday before a timeframe, or the first after it. */
function nearest(weekday: string, by: number, { first, last }: Timeframe): Timeframe['first'] {
  const [edge, sign] = by < 0 ? [first, -1] : [last, 1]
  const days = (sign * (WEEKDAYS.indexOf(weekday) + 1 - edge.weekday) + 7) % 7 || 7
  return edge.plus({ days: sign * days })
}

function resized(scale: number, before: Timeframe | undefined, { today }: Now) {
  const days = before && daysIn(before)
  return days ? lastDays(Math.ceil(days * scale), today) : undefined
}

/** The N of the last N days. */
function daysIn({ text }: Timeframe): number | undefined {
  return Number(/^last_(\d+)_days$/.exec(text)?.[1]) || undefined
}

/** @param corrected the timeframe that another unit was meant instead of, if any */
function periodOf(unit: string, corrected: Timeframe | undefined, now: Now): Timeframe {
  return /^(?:last_[a-z]|yesterday)/.test(corrected?.text ?? '')
    ? ago(1, unit, now.today)
    : thisPeriod(unit, now)
}
