import type { DateTime } from 'luxon'
import { localTime } from '../../ranking/calendar.ts'
import { COUNT } from '../../ranking/limits.ts'
import type { Window } from '../../ranking/window.ts'
import type { Provenance } from '../../sources/source.ts'
import { escaped } from '../markdown.ts'
import type { Bounds } from '../slots/counts.ts'

const NUMBERS = 'no one two three four five six seven eight nine ten'.split(' ')

/** In words up to ten. */
export function inWords(count: number): string {
  return NUMBERS[count] ?? String(count)
}

/** "A, B and C". */
export function joined(texts: readonly string[]): string {
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** "At least 5 votes". */
export function inBounds({ field, min, max }: Bounds): string {
  const [least, most] = [min, max].map((end = 0) => withUnit(end, field.slice(0, -1)))
  if (max === 0) return `no ${field}`
  if (max !== undefined && min === max) return `${most}`
  const bounds = [min !== undefined && `at least ${least}`, max !== undefined && `at most ${most}`]
  return bounds.filter(Boolean).join(' and ')
}

/** "In Design Tools and Games, not in Finance". */
export function inTopics(
  topic?: string,
  also: readonly string[] = [],
  except: readonly string[] = [],
) {
  const kept = topic === undefined ? also : [topic, ...also]
  const parts = [
    kept.length > 0 ? `in ${joined(kept.map(escaped))}` : '',
    except.length > 0 ? `not in ${except.map(escaped).join(' or ')}` : '',
  ]
  return parts.filter(Boolean).join(', ')
}

/** The most and the least of a measure. */
export const SUPERLATIVES = {
  votes: ['the most votes', 'the fewest votes'],
  comments: ['the most comments', 'the fewest comments'],
  launch: ['the newest', 'the oldest'],
} as const

export function number(count: number): string {
  return count.toLocaleString('en-US')
}

/** A window with its dates in a time zone: "last week, November 9 to 15, 2026". */
export function windowInWords(
  { postedAfter, postedBefore, label }: Pick<Window, 'postedAfter' | 'postedBefore' | 'label'>,
  tz: string,
): string {
  const first = localTime(Date.parse(postedAfter), tz)
  const name = label === LAST_DAY ? 'last 24 hours' : escaped(label.replaceAll('_', ' '))
  if (/^last_\d+_days$/.test(label)) return `the ${name}, since ${first.toFormat(`${DAY}, HH:mm`)}`
  if (label === 'month') return first.toFormat('LLLL yyyy')
  if (label === 'year') return first.toFormat('yyyy')
  const last = localTime(Date.parse(postedBefore) - 1, tz)
  if (label === 'week') return `week ${first.toFormat('W')}, ${dateRange(first, last)}`
  const end = last.plus(1)
  if (label === 'range' && !(isMidnight(first) && isMidnight(end))) return timeRange(first, end)
  if (label === 'day' || label === 'range') return dateRange(first, last)
  return `${name}, ${dateRange(first, last)}`
}

/** A readable name for a time zone: "New York time", or "UTC+2" for a fixed offset. */
export function zoneInWords(tz: string): string {
  const offset = /^Etc\/GMT([+-])(\d+)$/.exec(tz)
  // The sign of `Etc/GMT` zones is inverted: Etc/GMT-2 is UTC+2.
  if (offset) return `UTC${offset[1] === '+' ? '-' : '+'}${offset[2]}`
  if (!tz.includes('/')) return tz
  return `${tz.slice(tz.lastIndexOf('/') + 1).replaceAll('_', ' ')} time`
}

/** Formats an instant to the minute in UTC: "2026-11-20 18:00 UTC". */
export function instantInWords(instant: string): string {
  const iso = new Date(instant).toISOString()
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
}

const LAST_DAY = 'last_1_days'
const DAY = 'LLLL d, yyyy'

function dateRange(first: DateTime, last: DateTime): string {
  // Without `hasSame`, which takes longer than the rest of an answer.
  const isSameYear = first.year === last.year
  const isSameMonth = isSameYear && first.month === last.month
  if (isSameMonth && first.day === last.day) return first.toFormat(`cccc, ${DAY}`)
  if (isSameMonth) return `${first.toFormat('LLLL d')} to ${last.toFormat('d, yyyy')}`
  const start = isSameYear ? 'LLLL d' : DAY
  return `${first.toFormat(start)} to ${last.toFormat(DAY)}`
}

function isMidnight(time: DateTime): boolean {
  return time.hour === 0 && time.minute === 0
}

/** "November 22, 2026, 21:30 to 23:00", each with its day if they are not on the same one. */
function timeRange(first: DateTime, end: DateTime): string {
  const isSameDay = first.toFormat(DAY) === end.toFormat(DAY)
  return `${first.toFormat(`${DAY}, HH:mm`)} to ${end.toFormat(isSameDay ? 'HH:mm' : `${DAY}, HH:mm`)}`
}

/** "November 22, 2026, 21:30 to 23:00 (New York time)". */
export function spanInWords(from: number, until: number, tz: string): string {
  return `${timeRange(localTime(from, tz), localTime(until, tz))} (${zoneInWords(tz)})`
}

/** A date: "Tuesday, November 17". */
export function dayInWords(date: string): string {
  return localTime(Date.parse(date), 'UTC').toFormat('cccc, LLLL d')
}

/** A moment to the minute in a zone: "Tuesday, November 17, 2026, at 10:15 (New York time)". */
export function momentInWords(instant: string, tz: string): string {
  const moment = localTime(Date.parse(instant), tz)
  return `${moment.toFormat(`cccc, ${DAY}, 'at' HH:mm`)} (${zoneInWords(tz)})`
}

/** "1 vote", "1,200 votes". */
export function withUnit(count: number, unit: string): string {
  const plural = unit.endsWith('ch') ? `${unit}es` : `${unit}s`
  return `${number(count)} ${count === 1 ? unit : plural}`
}

export const AT_MOST = `I can list at most ${COUNT.max}.`

/** What the source says of its answer, and whether it is an earlier one. */
export function notesOn({ note, stale, asOf }: Provenance): string[] {
  const earlier = `This is an earlier answer, from ${instantInWords(asOf)}: the source does not respond.`
  return [...(note ? [escaped(note)] : []), ...(stale ? [earlier] : [])]
}
