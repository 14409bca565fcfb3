import { NUMBER, numberOf } from '../wording/number.ts'
import { lastDays } from './last-days.ts'
import { lastHours } from './last-hours.ts'
import { type Named, readers, type TimeReader } from './time-reader.ts'
import { daysFrom, type Now, named, type Timeframe, unitNamed, whole } from './timeframe.ts'

const AMOUNT = NUMBER.replaceAll(' ', '_')
const COUNT = `(?<count>${AMOUNT})`
const UNIT = '(?<unit>hour|day|night|week|fortnight|month|quarter|year)'
const PERIOD = '(?<unit>day|week|month|quarter|year)'
const LAST = 'last|past|previous|preceding|trailing|prior|recent|latest'
const WHOLE = 'calendar|full|whole|complete|entire'

/** Stretches that end now, or with the last whole week, month or year. */
export const LAST_TIMES: readonly TimeReader[] = [
  ...readers(`[the] ${PERIOD} before last`, ({ unit = '' }, { today }) => ago(2, unit, today)),
  ...readers(
    `
      ${LAST} ${COUNT}(_of)?[_-]${UNIT}s?
      ${LAST} (?<count>\\d+)_?(?<unit>h|hr|hrs|d|w|wk|wks|y|yrs?)
      ${COUNT} ${LAST} ${UNIT}s
      (?<=(in|within|over|top|best)_)(?<count>\\d+) (?<unit>day)s(?!_(ago|back))
      (?<=[,(-]_?)(?<count>\\d+) (?<unit>day)s $
      (?<count>\\d+)[_-](?<unit>day)(?=_(top|leader|rank|best|window|period))
      (?!2d|3d)(?<count>\\d{1,2})(?<unit>d)
      (?<count>24|48|72)[_-]?(?<unit>hour|hr|h)s?
      past|trailing|most_recent ${UNIT}
    `,
    last,
  ),
  ...readers(`(?<count>${AMOUNT}|an?)(_of)?[_-]${UNIT}s? ago|back|earlier`, (words, { today }) =>
    ago(amount(words.count), words.unit ?? '', today),
  ),
  ...readers('recently|lately|as_of_late|these_days|nowadays', (_, { today }) =>
    named('last_7_days', daysFrom(today.startOf('week'), today)),
  ),
  ...readers(
    `
      (?<which>last|previous|preceding|prior) [${WHOLE}] ${UNIT}
      (?<which>past) calendar ${PERIOD}
    `,
    previous,
  ),
  ...readers(`[the] ${PERIOD} before|prior|earlier [that|this]`, (words, { today }) =>
    back(words.unit, ago(1, words.unit ?? '', today)),
  ),
]

function last({ count, unit = '' }: Named, now: Now): Timeframe | undefined {
  const { today } = now
  const number = amount(count)
  if (number < 1) return undefined
  if (unit.startsWith('h')) return lastHours(number, now)
  if (unit.startsWith('f')) return lastDays(number * 14, today)
  const period = unitNamed(unit)
  if (period === 'day') return lastDays(number, today)
  if (period === 'week') return lastDays(number * 7, today)
  if (period === 'month' && number === 1) return lastDays(30, today)
  return daysFrom(today.minus({ [period]: number }), today)
}

function ago(count: number, unit: string, today: Now['today']): Timeframe {
  if (unit === 'hour') return named('today', daysFrom(today, today))
  if (unit === 'fortnight') return whole('week', today.minus({ weeks: 2 * count }))
  const period = unitNamed(unit)
  const timeframe = whole(period, today.minus({ [period]: count }))
  if (count !== 1 || period === 'quarter') return timeframe
  return named(period === 'day' ? 'yesterday' : `last_${period}`, timeframe)
}

function previous({ which, unit = '' }: Named, { today }: Now): Timeframe {
  if (unit === 'fortnight') return lastDays(14, today)
  if (unit === 'day' && which === 'last') return lastDays(1, today)
  const timeframe = ago(1, unit, today)
  return which === 'last' || which === 'past' ? timeframe : back(unit, timeframe)
}

function back(unit = '', timeframe: Timeframe): Timeframe {
  return { ...timeframe, before: unitNamed(unit) }
}

function amount(count: string | undefined): number {
  return count === undefined || /^an?$/.test(count) ? 1 : numberOf(count)
}
