import { DateTime } from 'luxon'
import type { Window } from '../../ranking/window.ts'

/** A window as people say it, with its dates in a zone: "last week, November 9 to 15, 2026". */
export function windowInWords({ postedAfter, postedBefore, label }: Window, tz: string): string {
  const first = inZone(Date.parse(postedAfter), tz)
  const name = label.replaceAll('_', ' ')
  if (/^last_\d+_days$/.test(label)) return `the ${name}, since ${first.toFormat(`${DAY}, HH:mm`)}`
  if (label === 'month') return first.toFormat('LLLL yyyy')
  if (label === 'year') return first.toFormat('yyyy')
  const last = inZone(Date.parse(postedBefore) - 1, tz)
  if (label === 'week') return `week ${first.toFormat('W')}, ${dates(first, last)}`
  if (label === 'day' || label === 'range') return dates(first, last)
  return `${name}, ${dates(first, last)}`
}

/** The clock of a zone by its name: "New York time". */
export function zoneInWords(tz: string): string {
  const offset = /^Etc\/GMT([+-])(\d+)$/.exec(tz)
  if (offset) return `UTC${offset[1] === '+' ? '-' : '+'}${offset[2]}`
  if (!tz.includes('/')) return tz
  return `${tz.slice(tz.lastIndexOf('/') + 1).replaceAll('_', ' ')} time`
}

/** An instant for people everywhere. */
export function instantInWords(instant: string): string {
  const iso = new Date(instant).toISOString()
  return `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`
}

const DAY = 'LLLL d, yyyy'

function dates(first: DateTime, last: DateTime): string {
  if (first.hasSame(last, 'day')) return first.toFormat(`cccc, ${DAY}`)
  if (first.hasSame(last, 'month'))
    return `${first.toFormat('LLLL d')} to ${last.toFormat('d, yyyy')}`
  const start = first.hasSame(last, 'year') ? 'LLLL d' : DAY
  return `${first.toFormat(start)} to ${last.toFormat(DAY)}`
}

function inZone(instant: number, zone: string): DateTime {
  return DateTime.fromMillis(instant, { zone, locale: 'en-US' })
}
