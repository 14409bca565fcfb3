import type { DateTime } from 'luxon'
import { anyOf, words } from '../wording/words.ts'
import {
  daysFrom,
  FUTURE,
  type Now,
  named,
  type Timeframe,
  type Unit,
  type TimeReader,
  whole,
} from './timeframe.ts'

const WEEKDAYS = words('monday tuesday wednesday thursday friday saturday sunday')
const WEEKDAY = anyOf(WEEKDAYS.join(' '))
const SHORT = '(?<=\\b(?:on|last|this|since|from|to|past|until) )(?:sat|sun|wed)'
const PART = '(?: (?:morning|afternoon|evening|night))?'

/** Days by name, and the week, month and year that they are in. */
export const DAY_TIMES: readonly TimeReader[] = [
  {
    pattern: new RegExp(`\\b(?:tomorrow${PART}|(?:next|coming) (?:${WEEKDAY}|weekend))\\b`, 'g'),
    read: future,
  },
  {
    pattern: /\b(?:the )?day before yesterday\b|\bbefore yesterday\b/g,
    read: (_, { today }) => whole('day', today.minus({ days: 2 })),
  },
  { pattern: /\b(?:next|coming) (?:few )?(?:day|week|month|quarter|year)s?\b/g, read: future },
  { pattern: /\b(?:the )?day before today\b/g, read: yesterday },
  {
    pattern: /\b(?:today|tonight|right now|this (?:morning|afternoon|evening|night))\b/g,
    read: today,
  },
  {
    pattern: /\byesterday(?: (?:morning|afternoon|evening|night))?\b|\blast night\b/g,
    read: yesterday,
  },
  {
    pattern: new RegExp(`\\b(?:(last|this|previous) week )(?:on )?(${WEEKDAY})\\b`, 'g'),
    read: ([, week = '', day = ''], now) => weekdayOf(week, day, now),
  },
  {
    pattern: new RegExp(`\\b(${WEEKDAY}) (?:of |in )?(?:the )?(last|this|previous) week\\b`, 'g'),
    read: ([, day = '', week = ''], now) => weekdayOf(week, day, now),
  },
  {
    pattern: new RegExp(
      `\\b(?:(last|this|past|previous) )?(?<!\\b(?:black|cyber|good) )(${WEEKDAY}|${SHORT})(?!\\.)${PART}\\b`,
      'g',
    ),
    read: ([, word = '', day = ''], now) => latestWeekday(word, day, now),
  },
  {
    pattern:
      /\b(?:(?:last|past|this|previous|this past|the|over the) weekend|weekend just gone)\b|\bweekend(?= (?:winners?|best|top|launches|leaders?|leaderboard|ranking|hits?))/g,
    read: (_, now) => weekend(now),
  },
  {
    pattern:
      /(?<=\b(?:the|on|since|from|to|and|until|through|thru|till) )(\d{1,2})(?:st|nd|rd|th)\b(?! (?:party|person|gen|one|place|product|most|best|launch|result|app|tool|item|quarter|week))/g,
    read: ([, day = ''], { today }) => dayOfMonth(Number(day), today),
  },
  {
    pattern: /\bsince (?:the )?(?:start|beginning) of (?:the|this) (week|month|quarter|year)\b/g,
    read: thisPeriod,
  },
  {
    pattern: /\bthe (week|month|quarter|year) (?:that |which )?(?:has )?(?:just )?(?:ended|finished|gone by)\b/g,
    read: ([, unit = ''], now) => lastPeriod(unit, now),
  },
  { pattern: /\b(?:this|current) (day|week|month|quarter|year)\b/g, read: thisPeriod },
  { pattern: /\b(week|month|quarter|year)[ -]to[ -]date\b/g, read: thisPeriod },
]

/** What only counts where no other time is named. */
export const WEAK_TIMES: readonly TimeReader[] = [
  {
    pattern:
      /\b(?:of|for) the (day|week|month|quarter|year)\b|\bthe (day|week|month|year)(?= (?:top|best|big|hot|most|winner|leader))|(?<=\b(?:won|wins?|winning|leading|leads|led|rule[sd]?|dominat\w+|owns?|owned|topped|topping) )the (day|week|month|year)\b/g,
    read: (match, now) => weakly(thisPeriod(match, now)),
  },
  {
    pattern:
      /\b(dai|week|month|quarter|year)ly(?= (?:top|best|leader|rank|winner|chart|hit|list|pick|trend|product|launch))/g,
    read: (match, now) => weakly(thisPeriod(match, now)),
  },
  {
    pattern:
      /(?<=\b(?:hot|trending|trend|popular|best|big|winning|leading|top|new|happening|up|on|well) )now\b|\b(?:currently|at the moment|at present)\b/g,
    read: (_, now) => weakly(today(_, now)),
  },
]

function today(_: unknown, { today }: Now): Timeframe {
  return named('today', daysFrom(today, today))
}

function yesterday(_: unknown, { today }: Now): Timeframe {
  return named('yesterday', whole('day', today.minus({ days: 1 })))
}

function future(_: unknown, { today }: Now): Timeframe {
  return named(FUTURE, daysFrom(today, today))
}

function weekdayOf(week: string, day: string, { today }: Now): Timeframe {
  const monday = today.startOf('week').minus({ weeks: week === 'this' ? 0 : 1 })
  return whole('day', monday.plus({ days: weekdayIndex(day) }))
}

/** The latest one before today; "this Friday" on a Friday is today. */
function latestWeekday(word: string, day: string, { today }: Now): Timeframe {
  const sinceThen = (today.weekday - 1 - weekdayIndex(day) + 7) % 7
  const days = sinceThen === 0 && word !== 'this' ? 7 : sinceThen
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
  const month = months.find(
    (start) => +start.set({ day }) <= +today && day <= (start.daysInMonth ?? 0),
  )
  return month && { ...whole('day', month.set({ day })), repeats: 'month' }
}

function thisPeriod(match: readonly string[], now: Now): Timeframe {
  const unit = match.slice(1).find(Boolean) ?? 'day'
  const { today: date } = now
  if (unit.startsWith('da')) return today(match, now)
  if (unit === 'week') return named('last_7_days', daysFrom(date.startOf('week'), date))
  if (unit === 'month') return named('this_month', daysFrom(date.startOf('month'), date))
  if (unit === 'year') return named('this_year', daysFrom(date.startOf('year'), date))
  return daysFrom(date.startOf('quarter'), date)
}

function lastPeriod(unit: string, { today }: Now): Timeframe {
  const period = whole(unitNamed(unit), today.minus({ [unit]: 1 }))
  return unit === 'quarter' ? period : named(`last_${unit}`, period)
}

function unitNamed(unit: string): Unit {
  return unit === 'week' || unit === 'month' || unit === 'quarter' ? unit : 'year'
}

function weakly(timeframe: Timeframe): Timeframe {
  return { ...timeframe, weak: true }
}
