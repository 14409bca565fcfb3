import { DateTime } from 'luxon'
import { lastDays } from './last-days.ts'
import { readers, type TimeReader } from './time-reader.ts'
import { daysFrom, type Now, named, type Timeframe, whole } from './timeframe.ts'

const DAY = '\\d{4}-\\d\\d-\\d\\d'
const INSTANT = `${DAY}t\\d\\d:\\d\\d(:\\d\\d([.]\\d+)?)?(z|[+-]\\d\\d:?\\d\\d)`

/** What the ranking tool itself understands passes straight on, however it is spelled. */
export const LITERAL_TIMES: readonly TimeReader[] = [
  ...readers(
    `
      (?<from>${INSTANT})_?(/|[.]{2})_?(?<until>${INSTANT})
      (?<from>${INSTANT}) to|-|until (?<until>${INSTANT})
    `,
    ({ from = '', until = '' }) => instants(from, until),
  ),
  ...readers(`(?<day>${DAY})`, ({ day = '' }, { today }) => {
    const date = dayOf(day) ?? today
    return named(day, daysFrom(date, date))
  }),
  ...readers('(?<week>\\d{4}-w\\d\\d)', ({ week = '' }) => {
    const day = dayOf(week.toUpperCase())
    return day && whole('week', day)
  }),
  ...readers('(?<month>\\d{4}[-/](0[1-9]|1[0-2]))(?![-/]\\d)', ({ month = '' }) => {
    const day = dayOf(month.replace('/', '-'))
    return day && whole('month', day)
  }),
  ...readers('(?<which>this|last)(\\x5f|-)(?<unit>week|month|year)', literalPeriod),
  ...readers('(last|past)(\\x5f|-)(?<days>\\d+)(\\x5f|-)days?', ({ days }, { today }) =>
    lastDays(Number(days), today),
  ),
]

function instants(from: string, until: string): Timeframe | undefined {
  const [first, last] = [dayOf(from), dayOf(until)]
  return first && last && named(`${from}/${until}`.toUpperCase(), daysFrom(first, last))
}

function literalPeriod(
  { which, unit: typed }: Readonly<Record<string, string | undefined>>,
  { today }: Now,
) {
  const unit = typed === 'week' || typed === 'month' ? typed : 'year'
  if (which === 'this') return named(`this_${unit}`, daysFrom(today.startOf(unit), today))
  return named(`last_${unit}`, whole(unit, today.minus({ [unit]: 1 })))
}

function dayOf(text: string): DateTime | undefined {
  const date = DateTime.fromISO(text.slice(0, 'yyyy-mm-dd'.length), { zone: 'utc' })
  return date.isValid ? date : undefined
}
