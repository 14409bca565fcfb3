import type { DateTime } from 'luxon'
import { words } from '../wording/words.ts'

const YEAR = '(19|20)\\d\\d'

/** A year by its number or seen from today, for phrases: what `readYear` reads. */
export const WHICH_YEAR = `(?<year>${YEAR}|last_year|this_year|the_previous_year)`

/** The same behind the name of a part of it, where it may be missing. */
export const OF_YEAR = `([.]?,?(_(of|in|from))?(_the_year)?_${WHICH_YEAR})?`

export function readYear(year: string, today: DateTime): number {
  if (/\d/.test(year)) return Number(year)
  return year.startsWith('this') ? today.year : today.year - 1
}

/** The number that an ordinal up to the fifth stands for, or 0. */
export function ordinalOf(nth: string): number {
  return words('first second third fourth fifth').indexOf(nth) + 1 || Number.parseInt(nth, 10) || 0
}
