import type { DateTime } from 'luxon'
import { ORDINALS } from '../normalise/numbers.ts'
import type { Captures } from './patterns.ts'
import { parseUnit } from './timeframe.ts'

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const WEEKDAYS = 'mon tue wed thu fri sat sun'.split(' ')

export type Values = ReturnType<typeof valuesOf>

/** The captures of a match as numbers and units; those of no capture are not to be used. */
export function valuesOf(text: Captures, today: DateTime) {
  const unit = parseUnit(text.unit)
  const number = /\d/.test(text.n ?? '') ? Number(text.n) : 1
  // A fortnight counts as two weeks.
  const count = text.unit?.startsWith('f') ? 2 * number : number
  return {
    unit,
    count,
    length: { [unit]: count },
    period: parseUnit(text.period),
    year: yearOf(text.year, today),
    month: placeIn(MONTHS, text.month),
    weekday: placeIn(WEEKDAYS, text.anyday ?? text.weekday),
    day: numberOf(text.day),
    nth: numberOf(text.nth),
    isLast: /^(?:last|final|closing)$/.test(text.nth ?? ''),
    text,
  }
}

/** The place from 1, by the first three letters; 0 if there is none. */
function placeIn(names: readonly string[], name = ''): number {
  return names.indexOf(name.slice(0, 3)) + 1
}

/** "3", "3rd", "third", "q3"; otherwise NaN. */
export function numberOf(text = ''): number {
  const ordinal = ORDINALS.indexOf(text)
  return ordinal > 0 ? ordinal : Number.parseInt(text.replace(/^[qh]/, ''), 10)
}

/** "2026", "26", "this", "last", "a" or "2" years ago. */
export function yearOf(year: string | undefined, today: DateTime): number | undefined {
  if (!year) return undefined
  if (year === 'this') return today.year
  if (year.length < 2 || !/\d/.test(year)) return today.year - (Number(year) || 1)
  return Number(year) + (year.length === 2 ? 2000 : 0)
}
