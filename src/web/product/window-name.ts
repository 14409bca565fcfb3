import { dayIn, weekOf } from './calendar.ts'
import { dateFormat, formatCount } from './format.ts'

/** A window as the service answers it. */
export interface AnsweredWindow {
  tz?: string | undefined
  window?: { postedAfter: string; postedBefore: string; label: string } | undefined
}

interface WindowName {
  /** What is large: `Week 47`. */
  title: string
  /** The days, where the title does not name them: `November 16–22`. */
  days: string | undefined
  /** Without its surroundings, as in a list of tabs: `Week 47, 2026`. */
  full: string
  /** As one says it: `last week`, `week 47`, `November 20`. */
  spoken: string
  /** Whether it is over. */
  isPast: boolean
}

const SPOKEN: Readonly<Record<string, string>> = {
  today: 'today',
  yesterday: 'yesterday',
  this_week: 'this week',
  last_week: 'last week',
  this_month: 'this month',
  last_month: 'last month',
  this_year: 'this year',
  last_year: 'last year',
}

const ALL_TIME: WindowName = {
  title: 'All time',
  days: undefined,
  full: 'All time',
  spoken: 'all time',
  isPast: false,
}

/** What a window is called. Without one it is all time. */
export function nameWindow({ tz = 'UTC', window }: AnsweredWindow): WindowName {
  if (!window) return ALL_TIME
  const { postedAfter, postedBefore, label } = window
  const first = new Date(postedAfter)
  const last = new Date(Date.parse(postedBefore) - 1)
  const isThisYear = dayIn(tz, first).startsWith(String(new Date().getFullYear()))
  const text = (options: Intl.DateTimeFormatOptions) => rangeText(first, last, tz, options)
  const names = namesOf(label, dayIn(tz, first), text, isThisYear)
  const isOpen = /^(today|this_\w+|last_\d+_days)$/.test(label)
  const isPast = !isOpen && last.getTime() < Date.now()
  return { days: undefined, ...names, spoken: SPOKEN[label] ?? names.spoken, isPast }
}

type Text = (options: Intl.DateTimeFormatOptions) => string

function namesOf(label: string, first: string, text: Text, isThisYear: boolean) {
  const days = text({ day: 'numeric', month: 'long' })
  const dated = text({ day: 'numeric', month: 'long', year: 'numeric' })
  const [kind = ''] = /(?:\d+_)?(?:days?|week|month|year)$/.exec(label) ?? []
  switch (kind.replace(/^\d+_/, '')) {
    case 'days': {
      const title = `Last ${parseInt(kind, 10)} days`
      return { title, days, full: title, spoken: `the ${title.toLowerCase()}` }
    }
    case 'day': {
      const weekday = text({ weekday: 'long', ...(!isThisYear && { year: 'numeric' }) })
      return { title: days, days: weekday, full: dated, spoken: days }
    }
    case 'week': {
      const [year, week] = weekOf(first).split('-W')
      const title = `Week ${formatCount(Number(week))}`
      const spoken = title.toLowerCase()
      return { title, days: isThisYear ? days : dated, full: `${title}, ${year}`, spoken }
    }
    case 'month': {
      const full = text({ month: 'long', year: 'numeric' })
      const title = isThisYear ? text({ month: 'long' }) : full
      return { title, full, spoken: title }
    }
    case 'year': {
      const title = first.slice(0, 4)
      return { title, full: title, spoken: title }
    }
    default: {
      const title = isThisYear ? days : dated
      return { title, full: dated, spoken: title }
    }
  }
}

/** Spaces stand around the dash, which between two numbers needs none. */
export function rangeText(
  first: Date,
  last: Date,
  tz: string,
  options: Intl.DateTimeFormatOptions,
): string {
  const range = dateFormat(tz, options).formatRange(first, last)
  return range.replace(/(\d)\s–\s(?=\d+(?:,|$))/u, '$1–')
}
