import { DateTime } from 'luxon'
import { lastDays } from './last-days.ts'
import { daysFrom, type Now, named, type TimeReader, whole } from './timeframe.ts'

const DAY = '\\d{4}-\\d\\d-\\d\\d'
const INSTANT = `${DAY}t\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?(?:z|[+-]\\d\\d:?\\d\\d)`

/** What the ranking tool itself understands passes straight on, however it is spelled. */
export const LITERAL_TIMES: readonly TimeReader[] = [
  {
    pattern: new RegExp(`\\b(${INSTANT})\\s*(?:/|\\.\\.|to|-|until)\\s*(${INSTANT})`, 'g'),
    read: ([, from = '', until = '']) => {
      const [first, last] = [dayOf(from), dayOf(until)]
      const text = `${from}/${until}`.toUpperCase()
      return first && last && named(text, daysFrom(first, last))
    },
  },
  {
    pattern: new RegExp(`\\b${DAY}\\b`, 'g'),
    read: ([text], { today }) => {
      const day = dayOf(text) ?? today
      return named(text, daysFrom(day, day))
    },
  },
  {
    pattern: /\b\d{4}-w\d\d\b/g,
    read: ([text]) => {
      const day = dayOf(text.toUpperCase())
      return day && whole('week', day)
    },
  },
  {
    pattern: /\b\d{4}[-/](?:0[1-9]|1[0-2])\b(?![-/\d])/g,
    read: ([text]) => {
      const day = dayOf(text.replace('/', '-'))
      return day && whole('month', day)
    },
  },
  {
    pattern: /\b(?:this|last)[_-](?:week|month|year)\b/g,
    read: ([text], now) => named(text.replace('-', '_'), literalPeriod(text, now)),
  },
  {
    pattern: /\b(?:last|past)[_-](\d+)[_-]days?\b/g,
    read: ([, days = ''], { today }) => lastDays(Number(days), today),
  },
]

function literalPeriod(text: string, { today }: Now) {
  const unit = text.endsWith('week') ? 'week' : text.endsWith('month') ? 'month' : 'year'
  if (text.startsWith('this')) return daysFrom(today.startOf(unit), today)
  return whole(unit, today.minus({ [unit]: 1 }))
}

function dayOf(text: string): DateTime | undefined {
  const date = DateTime.fromISO(text.slice(0, 'yyyy-mm-dd'.length), { zone: 'utc' })
  return date.isValid ? date : undefined
}
