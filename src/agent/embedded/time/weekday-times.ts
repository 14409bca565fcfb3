import type { DateTime } from 'luxon'
import { words } from '../wording/words.ts'
import { readers, type TimeReader } from './time-reader.ts'
import { daysFrom, type Now, type Timeframe, whole } from './timeframe.ts'

const WEEKDAYS = words('monday tuesday wednesday thursday friday saturday sunday')
const NAMES = WEEKDAYS.join('|')
const DAY = `(?<day>${NAMES})`
const SHORT = '(?<=(on|last|this|since|from|to|past|until)_)(?<day>sat|sun|wed)'
const WEEK = '(?<week>last|this|previous)'
const PART = 'morning|afternoon|evening|night'
const RANKED = 'winners?|best|top|launches|leaders?|leaderboard|ranking|hits?'
const BEFORE_NUMBER = 'the|on|since|from|to|and|until|through|thru|till'
const THING =
  'party|person|gen|one|place|product|most|best|launch|result|app|tool|item|quarter|week'

/** Days of the week and of the month: the latest there was. */
export const WEEKDAY_TIMES: readonly TimeReader[] = [
  ...readers(
    `
      ${WEEK} week [on] ${DAY}
      ${DAY} [of|in] [the] ${WEEK} week
    `,
    ({ week, day = '' }, now) => weekdayOf(week, day, now),
  ),
  ...readers(
    `
      (?<which>last|this|past|previous) ${DAY}(?![.]\\w) [${PART}]
      (?<!(black|cyber|good)_)${DAY}(?![.]\\w) [${PART}]
      ${SHORT} [${PART}]
    `,
    ({ which, day = '' }, now) => latestWeekday(which, day, now),
  ),
  ...readers(
    `
      last|past|this|previous|this_past|the|over_the weekend
      weekend just_gone
      weekend(?=_(${RANKED}))
    `,
    (_, now) => weekend(now),
  ),
  ...readers(
    `(?<=(${BEFORE_NUMBER})_)(?<day>\\d{1,2})(st|nd|rd|th)(?!_(${THING}))`,
    ({ day }, { today }) => dayOfMonth(Number(day), today),
  ),
]

function weekdayOf(week: string | undefined, day: string, { today }: Now): Timeframe {
  const monday = today.startOf('week').minus({ weeks: week === 'this' ? 0 : 1 })
  return whole('day', monday.plus({ days: weekdayIndex(day) }))
}

/** The latest one before today; "this Friday" on a Friday is today. */
function latestWeekday(which: string | undefined, day: string, { today }: Now): Timeframe {
  const sinceThen = (today.weekday - 1 - weekdayIndex(day) + 7) % 7
  const days = sinceThen === 0 && which !== 'this' ? 7 : sinceThen
  return { ...whole('day', today.minus({ days })), repeats: 'week' }
}

function weekdayIndex(day: string): number {
  return WEEKDAYS.findIndex((name) => name.startsWith(day))
}

/** The latest Saturday that has begun and the Sunday after it. */
function weekend({ today }: Now): Timeframe {
  const saturday = today.minus({ days: (today.weekday + 1) % 7 })
  return daysFrom(saturday, saturday.plus({ days: 1 }))
}

function dayOfMonth(day: number, today: DateTime): Timeframe | undefined {
  const months = [0, 1, 2].map((back) => today.startOf('month').minus({ months: back }))
  const month = months.find((start) => hasDay(start, day) && +start.set({ day }) <= +today)
  return month && { ...whole('day', month.set({ day })), repeats: 'month' }
}

function hasDay(month: DateTime, day: number): boolean {
  return 1 <= day && day <= (month.daysInMonth ?? 0)
}
