import { DateTime } from 'luxon'
import { dateOf, holidayIn, latestMonth, readMonth, seasonOf } from './calendar-words.ts'
import {
  ago,
  amount,
  day,
  dayOfYear,
  isoWeek,
  isToday,
  lastPeriod,
  lastUnits,
  latestWeekday,
  numericDate,
  partOf,
  partOfYear,
  previous,
  thisPeriod,
  type Words,
  weakly,
  weekdayAt,
  weekend,
  weekOf,
  yesterday,
} from './time-readers.ts'
import {
  ALL_TIME,
  daysFrom,
  FUTURE,
  type Now,
  named,
  type Timeframe,
  unitNamed,
  whole,
} from './timeframe.ts'

/** One way to name a time, and what it means. Of two that overlap the longer one wins. */
export interface TimePattern {
  pattern: RegExp
  read(words: Words, now: Now): Timeframe | undefined
}

/** What `<name>` in a pattern stands for. */
const PARTS: Readonly<Record<string, string>> = {
  n: '(?<n>\\d{1,4}|an?|one)',
  unit: '(?<unit>hour|day|night|week|fortnight|month|quarter|year)s?',
  period: '(?<unit>day|week|month|quarter|year)',
  which: '(?<which>this|current|last|previous|past|prior)',
  last: '(?:last|past|previous|preceding|trailing|prior|recent|latest|most recent)',
  part: '(?:morning|afternoon|evening|night)',
  weekday: '(?<weekday>(?:mon|tues|wednes|thurs|fri|satur|sun)day)',
  month:
    '(?<month>january|february|march|april|may|june|july|august|september|october|november|december|' +
    'jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)',
  sure:
    '(?<month>january|february|april|june|july|august|september|october|november|december|' +
    'jan|feb|apr|jun|jul|aug|sept|sep|oct|nov|dec)',
  year: '(?<year>(?:19|20)\\d\\d)',
  // Behind the name of a part of a year, where it may be missing.
  ofyear:
    '(?:[ ,.]*(?:of |in |from )?(?:the year |year )?(?<year>(?:19|20)\\d\\d|last year|this year|the previous year|the year before))?',
  day: '(?<day>\\d{1,2}(?:st|nd|rd|th)?|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)',
  nth: '(?<nth>1st|2nd|3rd|4th|5th|first|second|third|fourth|fifth|last|final|1|2|3|4|5)',
  holiday:
    '(?<holiday>christmas eve|christmas(?: day)?|xmas(?: day)?|boxing day|new years? eve|new years?(?: day)?|' +
    'valentines?(?: day)?|independence day|halloween|thanksgiving|black friday|cyber monday)',
}

const RANKED =
  '(?:top|best|leader|rank|winner|chart|hit|list|pick|trend|product|launch|number|big|hot|most)'
const WON =
  '(?:won|wins?|winning|leading|leads|led|ruled?|rules|dominat\\w+|owns?|owned|top|topped|tops)'
const DAYS_OF_MONTH = '(?:the|on|since|from|to|and|until|through|thru|till)'

export const TIME_PATTERNS: readonly TimePattern[] = [
  ...times(
    `all times? | alltime | ever(?! since) | overall | lifetime | of the century
     (?:in |of )?(?:all |the )?(?:whole |entire )?history(?: of)?
     (?:whatever|no matter|regardless of)(?: what| which| the)? (?:date|when|year|time)s?
     any (?:date|time) | since (?:the )?(?:forever|day 1|day one|always|inception|beginning(?! of the)(?: of time)?|start(?= ?$))
     from all (?:years|time)`,
    (_, { today }) => named(ALL_TIME, daysFrom(today, today)),
  ),
  ...times(
    `tomorrow(?: <part>)? | (?:next|coming|upcoming) (?:weekend|<weekday>)
     (?:next|coming|upcoming) (?:few |\\d+ )?(?:day|week|month|quarter|year)s?`,
    (_, { today }) => named(FUTURE, daysFrom(today, today)),
  ),
  ...times(
    `today | tonight | right now | this <part> | (?:so far|earlier|later) today | this very day`,
    isToday,
  ),
  ...times(
    `(?:the )?(?:day )?before yesterday | 2 days ago | (?:the )?other day(?= ?$) | ereyesterday`,
    (_, { today }) => day(today.minus({ days: 2 })),
  ),
  ...times(`yesterday(?: <part>)? | last night | (?:the )?day before today`, yesterday),
  ...times(
    `(?:exactly |precisely )?<n> (?<unit>week|month|year)s? ago (?:today|to the day)
     (?:on )?(?:this|the same|today) (?:very )?(?:day|date) (?:last|1) (?<unit>week|month|year)(?: ago)?
     today last (?<unit>year|month)`,
    ({ n, unit = '' }, { today }) => day(today.minus({ [unit]: amount(n) })),
  ),
  ...times(
    `(?:since|from) (?:the )?(?:start|beginning) of (?:the|this) <period>
     (?:this|current|the current|the present) (?:very |whole |entire |calendar |running )?<period>(?: so far)?
     <period> to date | the <period> so far`,
    thisPeriod,
  ),
  ...times(
    `the <period> (?:that |which )?(?:has )?(?:just )?(?:ended|finished|gone by)`,
    lastPeriod,
  ),
  ...times(
    `<last> <n>(?: of)? <unit> | (?<n>\\d+) <last> (?<unit>hour|day|week|month|year)s
     <last> (?<n>\\d+) (?<unit>h|d|w|y)
     (?:in|within|over|during) (?:the )?(?<n>\\d+) (?<unit>hour|day|week|month)s(?! ago| back| earlier)
     (?:past|trailing|most recent) <unit>(?! (?:month|year)s?) | <last> (?:full )?(?<n>24|48|72) hours
     (?<n>24|36|48|72) hours(?! ago) | rolling <n> <unit>`,
    lastUnits,
  ),
  ...times(`(?<n>\\d+) <unit>(?! ago| back| earlier| before| old| later| plan)`, (words, now) =>
    weakly(lastUnits(words, now)),
  ),
  ...times(`<n> (?:of )?<unit> (?:ago|back|earlier)`, ({ n, unit = '' }, { today }) =>
    ago(amount(n), unit, today),
  ),
  ...times(`recently | lately | as of late | these days | nowadays`, (_, { today }) =>
    named('last_7_days', daysFrom(today.minus({ days: 7 }), today)),
  ),
  ...times(
    `(?<which>last|previous|preceding|prior) (?:calendar |full |whole |complete |entire )?<unit>
     (?<which>past) calendar <unit>`,
    previous,
  ),
  ...times(
    `(?:the |1 |one )?<period> (?:before|prior|earlier)(?: that| this)?`,
    ({ unit = '' }, { today }) => ({
      ...ago(1, unit, today),
      before: unitNamed(unit),
    }),
  ),
  ...times(`(?:the )?<period> before (?:last|the last|that one)`, ({ unit = '' }, { today }) =>
    ago(2, unit, today),
  ),
  ...times(`<n> <period>s? before last`, ({ n, unit = '' }, { today }) =>
    ago(amount(n) + 1, unit, today),
  ),
  // Days of the week: the latest there was.
  ...times(
    `(?<which>last|this|previous) week (?:on )?<weekday> | <weekday> (?:of |in )?(?:the )?(?<which>last|this|previous) week
     a week ago (?:on )?<weekday>`,
    ({ which, weekday = '' }, { today }) => {
      const monday = today.startOf('week').minus({ weeks: which === 'this' ? 0 : 1 })
      return day(monday.plus({ days: weekdayAt(weekday) }))
    },
  ),
  ...times(
    `(?:on )?(?:(?<which>last|this|past|previous|this past) )?(?<!black |cyber |good |easter )<weekday>(?: <part>)?
     (?<=(?:on|last|this|since|from|to|past|until) )(?<weekday>sat|sun|wed)(?: <part>)?`,
    latestWeekday,
  ),
  ...times(`<weekday> before last`, ({ weekday = '' }, now) => {
    const { first } = latestWeekday({ weekday }, now)
    return day(first.minus({ weeks: 1 }))
  }),
  ...times(`(?:the )?weekend before last | (?:2|two) weekends ago`, (_, { today }) =>
    weekend(today, 2),
  ),
  ...times(
    `(?:the )?(?:last|previous|past) weekend | (?:the )?weekend just gone | a weekend ago`,
    (_, { today }) => weekend(today, 1),
  ),
  ...times(
    `(?:this|this past|the|over the) weekend | weekend(?= (?:winners?|best|top|launches|leaders?|leaderboard|ranking|hits?))`,
    (_, { today }) => {
      const saturday = today.minus({ days: (today.weekday + 1) % 7 })
      return daysFrom(saturday, saturday.plus({ days: 1 }))
    },
  ),
  // Months, the weeks and parts of them.
  ...times(`<nth> week (?:of|in) <month><ofyear>`, ({ nth = '', ...words }, now) =>
    weekOf(nth, readMonth(words, now)),
  ),
  ...times(
    `(?<part>early|mid|middle|late|beginning|start|end|first half|second half)(?: of| in)?(?: the)? <month><ofyear>`,
    ({ part = '', ...words }, now) => partOf(part, readMonth(words, now)),
  ),
  ...times(`<month><ofyear> | <year> <month>`, (words, now) =>
    words.year ? readMonth(words, now) : undefined,
  ),
  ...times(`(?:last|past|previous) <month>`, ({ month = '' }, { today }) =>
    latestMonth(month, today.startOf('month')),
  ),
  ...times(
    `<sure> | (?<=(?:in|of|from|for|during|since|until|to|through|and|between|about|around|over|mid|all|did|was|about|how) )(?<month>march|mar|may)
     ^(?<month>march|may)(?=[ ?!.]*$) | (?<month>march|may)(?= (?:best|top|winner|leader|launch|product|number))
     (?<=(?:top|best|winners?|leaders?|launches) (?:\\d+ )?)(?<month>march|may)`,
    readMonth,
  ),
  ...times(
    `(?:on |from )?the <day> (?:day )?(?:of )?(?<which>last|this|the previous|previous) month
     (?<day>\\d{1,2}(?:st|nd|rd|th)) (?:of )?(?<which>last|this|the previous|previous) month`,
    ({ day: dayOfMonth, which }, { today }) => {
      const month = today.startOf('month').minus({ months: which === 'this' ? 0 : 1 })
      return dateOf(month.year, month.month, dayOfMonth)
    },
  ),
  ...times(
    `(?<=\\b${DAYS_OF_MONTH} )(?<day>\\d{1,2}(?:st|nd|rd|th))(?! (?:party|person|gen|one|place|product|most|best|launch|result|app|tool|item|quarter|week|half|of the))`,
    ({ day: dayOfMonth = '' }, { today }) => {
      const months = [0, 1, 2].map((back) => today.startOf('month').minus({ months: back }))
      const dates = months.map(({ year, month }) => dateOf(year, month, dayOfMonth))
      const date = dates.find((found) => found && +found.first <= +today)
      return date && { ...date, repeats: 'month' }
    },
  ),
  // Dates.
  ...times(
    `(?:the )?<day> (?:day )?(?:of )?<month><ofyear> | <month>[ .,]* ?(?:the )?<day>(?! (?:products?|launches|apps))<ofyear>
     <year>[ ,]+<month> (?:the )?<day> | <year>[ ,]+(?:the )?<day> (?:of )?<month>`,
    dayOfYear,
  ),
  ...times(`(?<date>\\d{4}-\\d\\d-\\d\\d)`, ({ date = '' }, { today }) => {
    const parsed = DateTime.fromISO(date, { zone: 'utc' })
    // A day that does not exist is left to the tool, which says so.
    return named(date, daysFrom(parsed.isValid ? parsed : today, parsed.isValid ? parsed : today))
  }),
  ...times(
    `(?<from>\\d{4}-\\d\\d-\\d\\dt[\\d:.]+(?:z|[+-][\\d:]+)) (?:to|until|/|-) (?<until>\\d{4}-\\d\\d-\\d\\dt[\\d:.]+(?:z|[+-][\\d:]+))`,
    ({ from = '', until = '' }, { today }) =>
      named(`${from}/${until}`.toUpperCase(), daysFrom(today, today)),
  ),
  ...times(
    `(?<year>\\d{4})[/.](?<month>\\d{1,2})[/.](?<day>\\d{1,2}) | (?<year>\\d{4})-(?<month>\\d)-(?<day>\\d{1,2})
     (?<!24/7)(?<a>\\d{1,2})(?<mark>[/.-])(?<b>\\d{1,2})[/.-](?<year>\\d{4}|\\d\\d) | (?<![\\d/])(?!24/7|50/50)(?<a>\\d{1,2})(?<mark>/)(?<b>\\d{1,2})(?!/)`,
    numericDate,
  ),
  ...times(
    `(?<year>\\d{4})[-/](?<month>0[1-9]|1[0-2])(?![-/]\\d) | (?<month>0?[1-9]|1[0-2])/(?<year>(?:19|20)\\d\\d)`,
    (words) => whole('month', DateTime.utc(Number(words.year), Number(words.month), 1)),
  ),
  // Weeks, quarters, halves, seasons and years.
  ...times(`(?<year>\\d{4})-w(?<week>\\d\\d) | <year> week (?<week>\\d{1,2})`, isoWeek),
  ...times(
    `(?<!(?:this|last|past|previous|current|next|per|a|of the) )(?:(?:calendar )?week|cw|kw|w) ?(?:number |no |n )?(?<week>\\d{1,2})<ofyear>`,
    isoWeek,
  ),
  ...times(
    `(?:the )?week (?:of|starting|beginning)(?: on)? (?:the )?<month> (?:the )?<day><ofyear>
     (?:the )?week (?:of|starting|beginning)(?: on)? (?:the )?<day> (?:of )?<month><ofyear>`,
    (words, now) => {
      const date = dayOfYear(words, now)
      return date && whole('week', date.first)
    },
  ),
  ...times(
    `<year>[ -]?q(?<nth>[1-4]) | q ?(?<nth>[1-4])<ofyear> | <nth> quarter<ofyear> | quarter (?:number )?(?<nth>[1-4])<ofyear>`,
    (words, now) => partOfYear(3, words, now),
  ),
  ...times(`h(?<nth>[12])<ofyear> | <nth> half<ofyear>`, (words, now) => partOfYear(6, words, now)),
  ...times(
    `(?<=(?:in|over|of|during|this|last|past|since|from) (?:the )?)(?<season>spring|summer|fall|autumn|winter)<ofyear>`,
    seasonOf,
  ),
  ...times(
    `(?<![#$/.-])(?:the year )?<year>(?![-/:%.]?\\d|%)(?! (?:votes|upvotes|users|products|launches|pieces))`,
    ({ year }) => whole('year', DateTime.utc(Number(year), 1, 1)),
  ),
  ...times(
    `(?<=(?:on|at|over|since|last|this|for|during|around|about|of|from|won|to|before|after) )<holiday><ofyear>
     <holiday>[ ,]+(?:of |in )?(?:the )?(?<year>(?:19|20)\\d\\d|last year|this year)
     <holiday>(?= (?:best|top|winners?|launches|leaders?|leaderboard)) | ^<holiday>(?= ?[,:?!]| ?$)`,
    ({ holiday = '', year }, { today }) => holidayIn(holiday, year, today),
  ),
  // What only counts where no other time is named.
  ...times(
    `(?:of|for) the <period> | the <period>(?= ${RANKED}) | (?<=${WON} )the <period>
     (?<unit>dai|week|month|quarter|year)ly(?= (?:\\d+ )?${RANKED}) | (?<=(?:the|your) )(?<unit>dai|week|month)ly(?= ?$)
     (?:currently|at the moment|at present|just now|presently|as of now) | (?<=(?:hot|trending|trend|popular|best|big|winning|leading|top|new|happening|up|on|well) )now`,
    (words, now) => weakly(words.unit ? thisPeriod(words, now) : isToday(words, now)),
  ),
]

function times(forms: string, read: TimePattern['read']): TimePattern[] {
  const alternatives = forms.split(/\n| \| /).map((form) => form.trim())
  return alternatives.filter(Boolean).map((form) => {
    const source = form.replace(/(?<!\(\?)<(\w+)>/g, (group, name: string) => PARTS[name] ?? group)
    return { pattern: new RegExp(`(?<![\\w/])(?:${source})(?!\\w)`, 'g'), read }
  })
}
