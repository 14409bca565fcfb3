import { type Named, readers, type TimeReader } from './time-reader.ts'
import { daysFrom, FUTURE, type Now, named, type Timeframe, unitNamed, whole } from './timeframe.ts'

const PART = 'morning|afternoon|evening|night'
const UNIT = '(?<unit>day|week|month|quarter|year)'
const WEEKDAY = 'monday|tuesday|wednesday|thursday|friday|saturday|sunday'

/** Today, yesterday, and the week, month and year that they are in. */
export const THIS_TIMES: readonly TimeReader[] = [
  ...readers(
    `
      tomorrow [${PART}]
      next|coming weekend|${WEEKDAY}
      next|coming [few] (day|week|month|quarter|year)s?
    `,
    (_, { today }) => named(FUTURE, daysFrom(today, today)),
  ),
  ...readers('[the] [day] before yesterday', (_, { today }) =>
    whole('day', today.minus({ days: 2 })),
  ),
  ...readers(
    `
      [the] day before today
      yesterday [${PART}]
      last night
    `,
    (_, { today }) => named('yesterday', whole('day', today.minus({ days: 1 }))),
  ),
  ...readers(
    `
      today|tonight|right_now
      this ${PART}
    `,
    isToday,
  ),
  ...readers(
    `
      since [the] start|beginning of the|this ${UNIT}
      this|current [very|whole|entire|calendar] ${UNIT}
      ${UNIT}[_-]to[_-]date
    `,
    thisPeriod,
  ),
  ...readers(`the ${UNIT} [that|which] [has] [just] ended|finished|gone_by`, lastPeriod),
]

const WON = 'won|wins?|winning|leading|leads|led|rule[sd]?|dominat\\w+|owns?|owned|top(ped|ping|s)'
const RANKED = 'top|best|leader|rank|winner|chart|hit|list|pick|trend|product|launch'

/** What only counts where no other time is named. */
export const WEAK_TIMES: readonly TimeReader[] = [
  ...readers(
    `
      of|for the ${UNIT}
      the ${UNIT}(?=_(top|best|big|hot|most|winner|leader|number))
      (?<=(${WON})_)the ${UNIT}
      (?<unit>dai|week|month|quarter|year)ly(?=_(${RANKED}))
    `,
    (named, now) => weakly(thisPeriod(named, now)),
  ),
  ...readers(
    `
      (?<=(hot|trending|trend|popular|best|big|winning|leading|top|new|happening|up|on|well)_)now
      currently|at_the_moment|at_present
    `,
    (named, now) => weakly(isToday(named, now)),
  ),
]

function isToday(_: Named, { today }: Now): Timeframe {
  return named('today', daysFrom(today, today))
}

function thisPeriod(words: Named, now: Now): Timeframe {
  const { today } = now
  const unit = unitNamed(words.unit ?? '')
  if (unit === 'day') return isToday(words, now)
  const soFar = daysFrom(today.startOf(unit), today)
  if (unit === 'week') return named('last_7_days', soFar)
  return unit === 'quarter' ? soFar : named(`this_${unit}`, soFar)
}

function lastPeriod(words: Named, { today }: Now): Timeframe {
  const unit = unitNamed(words.unit ?? '')
  const period = whole(unit, today.minus({ [unit]: 1 }))
  return unit === 'quarter' || unit === 'day' ? period : named(`last_${unit}`, period)
}

function weakly(timeframe: Timeframe): Timeframe {
  return { ...timeframe, weak: true }
}
