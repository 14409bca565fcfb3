import { DateTime } from 'luxon'
import {
  day,
  daysFrom,
  FUTURE,
  isBoundless,
  lasting,
  type Now,
  named,
  SEVERAL,
  type Timeframe,
} from './timeframe.ts'

/** What a time is of a longer one: of a month its Mondays or its second half, of a day the hours since noon. */
export type Part =
  | { weekdays: readonly [number, number] }
  | { half: number }
  | { hours: readonly [number, number]; instantOf: Now['instantOf']; now: number }

/** Rankings of more days than these are not put together. */
const MAX_DAYS = 5
const MIDDLE = 15

/** A part of a time; undefined if the time is too short to have it. */
export function partOf(part: Part | undefined, whole: Timeframe): Timeframe | undefined {
  if (!part || isBoundless(whole) || whole.days) return undefined
  const { first, last } = whole
  if ('weekdays' in part) return weekdaysOf(part.weekdays, whole)
  if ('hours' in part) return +first === +last ? hoursOf(part, first) : undefined
  if (!first.hasSame(last, 'month') || last.diff(first, 'days').days < 7) return undefined
  const start = first.startOf('month')
  const isFirst = part.half === 1
  return daysFrom(
    isFirst ? start : start.plus({ days: MIDDLE }),
    isFirst ? start.plus({ days: MIDDLE - 1 }) : start.endOf('month').startOf('day'),
  )
}

/** The hours of a day, which end now at the latest. */
export function hoursOf(part: Extract<Part, { hours: unknown }>, date: DateTime): Timeframe {
  const { hours, instantOf, now } = part
  const [from = 0, until = 0] = hours.map((hour) => instantOf(date.plus({ minutes: 60 * hour })))
  if (from >= now) return { ...named(FUTURE, day(date)), part, whole: day(date) }
  const [start, end] = [from, Math.min(until, now)].map((at) => new Date(at).toISOString())
  return { ...named(`${start}/${end}`, day(date)), part, whole: day(date) }
}

/** What is a part of an earlier time, if it is not one of a time of its own: "and since noon?", "and the Sundays?" */
export function partInContext(time: Timeframe, before: Timeframe): Timeframe {
  const { part, whole, text, first } = time
  if (!part || whole) return time
  const isOfHours = before.part !== undefined && 'hours' in before.part
  // "And tonight?" is of today, in hours if those were asked for before.
  if ('hours' in part && text !== FUTURE && !text.includes('T'))
    return isOfHours ? hoursOf(part, first) : time
  if ('weekdays' in part && !before.days) return time
  return partOf(part, before.whole ?? before) ?? time
}

/** The first hour and the one after the last, by words. */
export const PARTS_OF_DAY: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['morning', [0, 12]],
  ['afternoon', [12, 18]],
  ['evening', [18, 24]],
  ['night', [18, 24]],
])

/** "Since noon", "before 5 am", "between 9 and 11:30 am". */
export function hoursIn({
  since,
  until,
  sincehalf,
  untilhalf,
}: Readonly<Record<string, string | undefined>>): readonly [number, number] {
  const end = until === undefined ? 24 : hourOf(until, untilhalf) || 24
  const half = sincehalf ?? untilhalf ?? /[ap]m$/.exec(until ?? '')?.[0]
  const start = since === undefined ? 0 : hourOf(since, half)
  // "From 9 to 1 pm", "from 10 pm to 2 am".
  return [start < end ? start : start - 12, end]
}

/** The hour on the clock of a day, with its minutes as a fraction. */
function hourOf(text: string, half = /[ap]m$/.exec(text)?.[0]): number {
  if (/^(?:noon|midday)$/.test(text)) return 12
  const [hour = 0, minutes = 0] = (text.match(/\d+/g) ?? []).map(Number)
  const isTwelve = half !== undefined && hour === 12
  return (isTwelve ? 0 : hour) + minutes / 60 + (half === 'pm' ? 12 : 0)
}

/** Such days of a longer time, those that have begun. */
function weekdaysOf([from, to]: readonly [number, number], whole: Timeframe) {
  const days = to - from
  const start = whole.first.startOf('week').plus({ days: from - 1 })
  const weeks = Math.ceil(whole.last.diff(start, 'weeks').weeks) + 1
  if (whole.last.diff(whole.first, 'days').days <= days) return undefined
  const all = Array.from({ length: Math.min(weeks, MAX_DAYS + 2) }, (_, week) =>
    lasting(start.plus({ weeks: week }), { days: days + 1 }),
  )
    .filter(({ first, last }) => +whole.first <= +last && +first <= +whole.last)
    .map(({ first, last }) =>
      daysFrom(DateTime.max(first, whole.first), DateTime.min(last, whole.last)),
    )
  return together(all, whole, NAMES[`${from}${to}`] ?? `${WEEKDAYS[from - 1]}s`)
}

const WEEKDAYS = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ')
const NAMES: Readonly<Record<string, string>> = { 15: 'weekdays', 67: 'weekends' }

/** Days that are not in a row as one time; a single one is that day. */
export function together(
  days: readonly Timeframe[],
  whole: Timeframe,
  label: string,
): Timeframe | undefined {
  const [first = whole, last = first] = [days[0], days.at(-1)]
  if (days.length < 2) return days[0]
  if (days.length > MAX_DAYS) return named(SEVERAL, whole)
  return { ...daysFrom(first.first, last.last), days, whole, label }
}
