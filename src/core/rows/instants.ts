import type { CellReader, Report } from './cells.ts'

const INSTANT = 'must be a time, such as 2026-01-31T09:00:00Z, or a date, such as 2026-01-31'
const DOUBT = 'can be read day first or month first: write dates as 2026-01-31'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

const YEAR_FIRST = /^(\d{4})([-/.]) ?(\d{1,2})\2 ?(\d{1,2})\.?$/
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/
const NAMED =
  /^(?:[a-z]{3,9},? )?(?:([a-z]{3,9})\.? (\d{1,2}),?|(\d{1,2})[ -]([a-z]{3,9})\.?,?)[ -](\d{4})$/i
const TIME =
  /(?:T|,? +)(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:\s?([ap])\.?m\.?)?(?: ?(Z|(?:UTC|GMT)?[+-]\d{1,2}(?::?\d\d)?|UTC|GMT)(?: UTC)?)?(?: \([^)]*\))?$/i
/** Seconds or milliseconds since 1970, of the years 2001 to 2286. */
const UNIX = /^(\d{10})(\d{3})?$/

export interface InstantOptions {
  /** The instant at which clocks of the default time zone show a time, given as if it were UTC. */
  fromClock(clockMs: number): number
  /** The name of that zone. */
  timezone: string
  /** Whether Unix time is the usual form. */
  isUnix?: boolean
}

/**
 * Instants in milliseconds. A date, and a time without an offset, are those of the default time zone.
 * Whether 11/03/2026 is in March or November is read from the dates after a 12th in its column.
 */
export function instantReader(options: InstantOptions): CellReader<number> {
  const atClock = clockReader(options)
  const dayFirst = new Set<string>()
  const monthFirst = new Set<string>()
  const assumed = new Set<string>()

  const notice = (first = '', separator = '', second = '') => {
    if (Number(first) > 12) dayFirst.add(separator)
    if (Number(second) > 12) monthFirst.add(separator)
  }

  /** The UTC midnight of a date with its year last; null if its column leaves it in doubt. */
  const yearLast = ([, first, separator = '', second, year]: readonly string[]) => {
    const isDayFirst = dayFirst.has(separator)
    if (isDayFirst === monthFirst.has(separator)) return null
    assumed.add(isDayFirst ? 'was read day first' : 'was read month first')
    return isDayFirst ? midnight(year, second, first) : midnight(year, first, second)
  }

  /** The UTC midnight of a date; undefined if it is none, null while it is in doubt. */
  const dayOf = (text: string, isSettled: boolean) => {
    const parts = YEAR_LAST.exec(text)
    if (!parts) return dateOf(text)
    notice(...parts.slice(1))
    return isSettled ? yearLast(parts) : null
  }

  const parse = (text: string, isSettled: boolean) => {
    const found = TIME.exec(text)
    const date = dayOf(found ? text.slice(0, found.index) : text, isSettled)
    if (typeof date !== 'number') return date
    if (!found) return atClock(date)
    const clockMs = timeOf(found)
    if (clockMs === undefined) return undefined
    const [offset] = found.slice(6)
    if (offset !== undefined) return date + clockMs - offsetOf(offset)
    assumed.add(`has times without an offset, which were read in ${options.timezone}`)
    return atClock(date + clockMs)
  }

  const instantOf = (cell: unknown, isSettled: boolean) => {
    const text = typeof cell === 'number' ? String(cell) : cell
    if (typeof text !== 'string') return undefined
    const [, seconds, rest = '000'] = UNIX.exec(text) ?? []
    if (seconds === undefined) return parse(text, isSettled)
    if (!options.isUnix) assumed.add('was read as seconds or milliseconds since 1970')
    return Number(seconds + rest)
  }

  const settle = (cell: unknown, report: Report) => {
    const instant = instantOf(cell, true)
    if (typeof instant === 'number') return instant
    report(instant === null ? `“${cell}” ${DOUBT}` : INSTANT)
    return null
  }

  return {
    read: (cell, report) => {
      const instant = instantOf(cell, false)
      if (instant === null) return undefined
      return instant ?? settle(cell, report)
    },
    settle,
    notes: () => [...assumed],
  }
}

/** The instant of a time of the default zone. Most days have no other offset, so few are computed. */
function clockReader({ fromClock }: InstantOptions) {
  const starts = new Map<number, number>()
  const startOf = (midnightMs: number) => {
    const known = starts.get(midnightMs)
    if (known !== undefined) return known
    const start = fromClock(midnightMs)
    starts.set(midnightMs, start)
    return start
  }
  return (clockMs: number) => {
    const time = ((clockMs % DAY_MS) + DAY_MS) % DAY_MS
    if (time === 0) return startOf(clockMs)
    const [date, next] = [clockMs - time, clockMs - time + DAY_MS]
    const isPlain = startOf(next) - startOf(date) === DAY_MS
    return isPlain ? startOf(date) + time : fromClock(clockMs)
  }
}

/** The UTC midnight of a date whose form is never in doubt. */
function dateOf(text: string) {
  const [, year, , month, day] = YEAR_FIRST.exec(text) ?? []
  if (year !== undefined) return midnight(year, month, day)
  const [, name, before, after, other, last] = NAMED.exec(text) ?? []
  const at = MONTHS.indexOf((name ?? other ?? '').slice(0, 3).toLowerCase())
  return last === undefined || at < 0 ? undefined : midnight(last, at + 1, before ?? after)
}

type Digits = string | number | undefined

function midnight(year: Digits, month: Digits, day: Digits) {
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day))
  const isSame = new Date(date).getUTCDate() === Number(day) && Number(month) <= 12
  return isSame && Number(year) >= 1000 ? date : undefined
}

function timeOf([, hour, minute, second = '0', fraction = '', half]: readonly string[]) {
  const hours = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour)
  const isClock = hours < 24 && Number(minute) < 60 && Number(second) < 60
  if (!isClock || (half && (Number(hour) > 12 || hour === '0'))) return undefined
  const ms = Number(fraction.slice(0, 3).padEnd(3, '0'))
  return hours * HOUR_MS + Number(minute) * MINUTE_MS + Number(second) * 1000 + ms
}

function offsetOf(text: string) {
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d{1,2}):?(\d\d)?$/.exec(text) ?? []
  const offset = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS
  return sign === '-' ? -offset : offset
}
