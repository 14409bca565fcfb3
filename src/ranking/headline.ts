import { DAY_MS } from '../core/durations.ts'
import type { Product } from './product.ts'

// What stands above a ranking: how its window is called, and who leads. Both the first HTML and the page
// say it, so it depends on neither.

/** The timeframe without bounds. */
export const ALL_TIME = 'all_time'

/** A window as the service answers it. Its days are not the browser's to find, whose time zones may be older. */
export interface AnsweredWindow {
  from: string
  to: string
  postedBefore: string
  label: string
}

type DateFormat = (options: Intl.DateTimeFormatOptions) => Intl.DateTimeFormat

function english(options: Intl.DateTimeFormatOptions) {
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' })
}

/** The ISO 8601 week of a day, such as `2026-W47`. Its year is that of the week's Thursday. */
export function weekOf(day: string): string {
  const weekday = new Date(day).getUTCDay() || 7
  const thursday = new Date(Date.parse(day) + (4 - weekday) * DAY_MS)
  const year = thursday.toISOString().slice(0, 4)
  const week = Math.floor((thursday.getTime() - Date.parse(`${year}-01-01`)) / DAY_MS / 7) + 1
  return `${year}-W${String(week).padStart(2, '0')}`
}

export interface WindowName {
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

const ALL_TIME_NAME: WindowName = {
  title: 'All time',
  days: undefined,
  full: 'All time',
  spoken: 'all time',
  isPast: false,
}

/** What a window is called. Without one it is all time. */
export function windowName(
  window: AnsweredWindow | undefined,
  format: DateFormat = english,
): WindowName {
  if (!window) return ALL_TIME_NAME
  const { from, to, postedBefore, label } = window
  const isThisYear = from.startsWith(String(new Date().getFullYear()))
  const text = (options: Intl.DateTimeFormatOptions) => rangeText(from, to, format(options))
  const names = namesOf(label, from, text, isThisYear)
  const isOpen = /^(today|this_\w+|last_\d+_days)$/.test(label)
  const isPast = !isOpen && Date.parse(postedBefore) <= Date.now()
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
      const title = isThisYear ? days : dated
      return { title, days: text({ weekday: 'long' }), full: dated, spoken: title }
    }
    case 'week': {
      const [year, week] = weekOf(first).split('-W')
      const title = `Week ${Number(week)}`
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
function rangeText(first: string, last: string, format: Intl.DateTimeFormat): string {
  const range = format.formatRange(new Date(first), new Date(last))
  return range.replace(/(\d)\s–\s(?=\d+(?:,|$))/u, '$1–')
}

const MAX_NAME = 80

type Count = (count: number) => string
type Ranked = Pick<Product, 'name' | 'votesCount'>

/** Who is first: a name, what it does, and for a lead over whom; nothing where nobody has votes. */
export function leaderOf(
  [first, second]: readonly Ranked[],
  isPast: boolean,
  count: Count = (votes) => votes.toLocaleString('en-US'),
): { name: string; says: string; rival?: string } | undefined {
  if (!first?.votesCount) return undefined
  const name = first.name.slice(0, MAX_NAME)
  const rival = second?.name.slice(0, MAX_NAME)
  const ahead = second?.votesCount == null ? undefined : first.votesCount - second.votesCount
  if (isPast) {
    const votes = `${count(first.votesCount)} ${first.votesCount === 1 ? 'vote' : 'votes'}`
    return { name, says: `won with ${votes}${ahead && ahead > 0 ? `, ${count(ahead)} ahead` : ''}` }
  }
  if (ahead === undefined || ahead < 0 || !rival) return { name, says: 'is first' }
  if (ahead === 0) return { name, says: `and ${rival} are level` }
  return { name, says: `leads, ${count(ahead)} ahead`, rival }
}

/** The launches that the service invents where it has no data have ids like this. */
export function isSample({ id }: { id: string }): boolean {
  return /^sample-\d+$/.test(id)
}
