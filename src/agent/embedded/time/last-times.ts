import { NUMBER, numberOf } from '../wording/number.ts'
import { lastDays } from './last-days.ts'
import {
  daysFrom,
  type Now,
  named,
  type Timeframe,
  type TimeReader,
  type Unit,
  whole,
} from './timeframe.ts'

const UNIT = '(hour|day|night|week|fortnight|month|quarter|year)s?'
const SHORT_UNIT = '(h|hr|hrs|d|w|wk|wks|y|yrs?)'
const LAST = '(?:last|past|previous|preceding|trailing|prior|recent|latest)'
const ROLLING = '(?:past|trailing|most recent)'

/** Stretches that end now, or with the last whole week, month or year. */
export const LAST_TIMES: readonly TimeReader[] = [
  {
    pattern: /\b(?:the )?(day|week|month|quarter|year) before last\b/g,
    read: ([, unit = ''], { today }) => ago(2, unit, today),
  },
  { pattern: new RegExp(`\\b${LAST} (${NUMBER})(?: of)?[ -]${UNIT}\\b`, 'g'), read: readLast },
  { pattern: new RegExp(`\\b${LAST} (\\d+) ?${SHORT_UNIT}\\b`, 'g'), read: readLast },
  { pattern: new RegExp(`\\b(${NUMBER}) ${LAST} (hour|day|night|week|month|quarter|year)s\\b`, 'g'), read: readLast },
  { pattern: /\b(?:in|within|over|top|best) (\d+) (day)s\b(?! (?:ago|back))/g, read: readLast },
  {
    pattern: /(?<=[,(-] ?)(\d+) (day)s$|\b(\d+)[ -](day) (?=top|leader|rank|best|window|period)/g,
    read: (match, now) => readLast(['', ...match.slice(1).filter(Boolean)], now),
  },
  { pattern: /\b(?!2d|3d)(\d{1,2})(d)\b/g, read: readLast },
  { pattern: /\b(24|48|72) ?-?(hour|hr|h)s?\b/g, read: readLast },
  {
    pattern: new RegExp(`\\b(${NUMBER}|a|an)(?: of)?[ -]${UNIT} (?:ago|back|earlier)\\b`, 'g'),
    read: ([, count = '', unit = ''], { today }) => ago(amount(count), unit, today),
  },
  {
    pattern: new RegExp(`\\b${ROLLING} ${UNIT}\\b`, 'g'),
    read: (match, now) => readLast(withCount(match), now),
  },
  { pattern: /\b(?:recently|lately|as of late|these days|nowadays)\b/g, read: thisWeek },
  {
    pattern: /\b(last|previous|preceding|prior|past(?= calendar)) (?:calendar |full |whole |complete |entire )?(day|week|fortnight|month|quarter|year)\b/g,
    read: readPrevious,
  },
  {
    pattern: /\b(?:the )?(day|week|month|quarter|year) (?:before|prior|earlier)(?: that| this)?\b/g,
    read: ([, unit = ''], { today }) => back(unit, ago(1, unit, today)),
  },
]

function readLast([, count = '', unit = '']: readonly string[], now: Now): Timeframe | undefined {
  const number = amount(count)
  const { today } = now
  if (number < 1) return undefined
  if (unit.startsWith('h')) return lastHours(number, now)
  if (unit.startsWith('d') || unit.startsWith('n')) return lastDays(number, today)
  if (unit.startsWith('f')) return lastDays(number * 14, today)
  if (unit.startsWith('w')) return lastDays(number * 7, today)
  if (unit === 'month' && number === 1) return lastDays(30, today)
  return daysFrom(today.minus({ [duration(unit)]: number }), today)
}

function lastHours(hours: number, { today, instant }: Now): Timeframe {
  if (hours % 24 === 0) return lastDays(hours / 24, today)
  const until = Math.floor(instant.getTime() / MINUTE_MS) * MINUTE_MS
  const from = new Date(until - hours * HOUR_MS)
  const text = `${from.toISOString()}/${new Date(until).toISOString()}`
  return named(text, daysFrom(today, today))
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

function ago(count: number, unit: string, today: Now['today']): Timeframe | undefined {
  if (unit === 'hour') return named('today', daysFrom(today, today))
  if (unit === 'fortnight') return whole('week', today.minus({ weeks: 2 * count }))
  const period = duration(unit)
  const timeframe = whole(period, today.minus({ [period]: count }))
  return count === 1 ? previously(period, timeframe) : timeframe
}

function readPrevious([, word = '', unit = '']: readonly string[], { today }: Now) {
  if (unit === 'fortnight') return lastDays(14, today)
  if (unit === 'day' && word === 'last') return lastDays(1, today)
  const timeframe = ago(1, unit, today)
  return word === 'last' || word === 'past' ? timeframe : back(unit, timeframe)
}

/** The previous period by the name that the ranking tool has for it. */
function previously(unit: Unit, timeframe: Timeframe): Timeframe {
  if (unit === 'day') return named('yesterday', timeframe)
  return unit === 'quarter' ? timeframe : named(`last_${unit}`, timeframe)
}

function back(unit: string, timeframe: Timeframe | undefined): Timeframe | undefined {
  return timeframe && { ...timeframe, before: duration(unit) }
}

function thisWeek(_: unknown, { today }: Now): Timeframe {
  return named('last_7_days', daysFrom(today.startOf('week'), today))
}

function withCount([text = '', unit = '']: readonly string[]): readonly string[] {
  return [text, '1', unit]
}

function amount(count: string): number {
  return /^an?$/.test(count) ? 1 : numberOf(count)
}

function duration(unit: string): Unit {
  if (unit.startsWith('y')) return 'year'
  if (unit.startsWith('q')) return 'quarter'
  if (unit.startsWith('m')) return 'month'
  return unit.startsWith('w') ? 'week' : 'day'
}
