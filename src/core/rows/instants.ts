import { DAY_MS, HOUR_MS, MINUTE_MS } from '../durations.ts'
import { type CellRule, fail, type SheetColumn } from './cells.ts'

const INSTANT = 'must be a time, such as 2026-01-31T09:00:00Z, or a date, such as 2026-01-31'
/** A spreadsheet counts days from 1900 or from 1904. */
const SERIAL = /^\d{5}(\.\d+)?$/
const SERIAL_DATE =
  'must be a date, such as 2026-01-31, not the number of a day: format the column as dates'
const DOUBT = 'can be read day first or month first: write dates as 2026-01-31'
/** Of this many times, as xlsx2csv writes 15:30. */
const MORNINGS = 'has no time after 12:59: AM and PM may be lost'
const MANY_TIMES = 20

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

const YEAR_FIRST = /^(\d{4})([-/.]) ?(\d{1,2})\2 ?(\d{1,2})\.?$/
const COMPACT = /^(\d{4})(\d\d)(\d\d)$/
const YEAR_LAST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/
const NAMED =
  /^(?:[a-z]{3,9},? )?(?:([a-z]{3,9})\.? {1,2}(\d{1,2}),?|(\d{1,2})[ -]([a-z]{3,9})\.?,?)[ -](\d{4})$/i
/** With the year last, as C writes a time, and git and Twitter with an offset. */
const YEAR_AT_END =
  /^(\w{3} \w{3} {1,2}\d{1,2}) ([\d:]{8}(?: UTC| [+-]\d{4})?) (\d{4})( [+-]\d{4})?$/
const TIME =
  /(?:T|,? +)(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:\s?([ap])\.?m\.?)?(?: ?(Z|(?:UTC|GMT)?[+-]\d{1,2}(?::?\d\d)?|UTC|GMT)(?: [A-Z]{3,5}|\[[^\]]*\])?)?(?: \([^)]*\))?$/i
/** Seconds, or thousandths, millionths or billionths of them since 1970, of the years 2001 to 2286. */
const UNIX = /^(\d{10})(?:\.?(\d{3})(?:\d{3}){0,2})?(?:\.\d*)?$/
/** Other calendars write other years. */
const [MIN_YEAR, MAX_YEAR] = [1970, 2199]

/**
 * Instants in milliseconds. A date, and a time without an offset, are those of the time zone.
 * Whether 11/03/2026 is in March or November is read from the dates after a 12th in its column.
 */
export const instantReader: CellRule<number> = (column) => {
  const { notes, timezone, isUnix = false } = column
  const fromClock = cachedClock(column)
  const dayFirst = new Set<string>()
  const monthFirst = new Set<string>()

  const see = ([, first, separator = '', second]: readonly string[]) => {
    if (Number(first) > 12) dayFirst.add(separator)
    if (Number(second) > 12) monthFirst.add(separator)
  }

  /** The UTC midnight of a date with its year last; null if its column leaves it in doubt. */
  const yearLast = ([, first, separator = '', second, year]: readonly string[]) => {
    const isDayFirst = dayFirst.has(separator)
    if (isDayFirst === monthFirst.has(separator)) return null
    notes.add(isDayFirst ? 'was read day first' : 'was read month first')
    return isDayFirst ? midnight(year, second, first) : midnight(year, first, second)
  }

  const found = { days: false, instants: false }
  const seeKind = (kind: keyof typeof found) => {
    found[kind] = true
    if (!found.days || !found.instants) return
    notes.add(`has days beside times, which were read in ${timezone}`)
  }

  let mornings = 0
  const seeHour = ([, hour, , , , half]: readonly string[]) => {
    if (half !== undefined || Number(hour) === 0 || Number(hour) > 12) mornings = -Infinity
    mornings += 1
    if (mornings === MANY_TIMES) notes.add(MORNINGS)
    else if (mornings < 0) notes.delete(MORNINGS)
  }

  const atTime = (date: number | undefined, time: readonly string[] | null) => {
    if (date === undefined) return undefined
    if (!time) {
      seeKind('days')
      return fromClock(date)
    }
    const clockMs = timeOf(time)
    if (clockMs === undefined) return undefined
    const [offset] = time.slice(6)
    if (offset !== undefined) {
      seeKind('instants')
      return date + clockMs - offsetOf(offset)
    }
    seeHour(time)
    notes.add(`has times without an offset, which were read in ${timezone}`)
    return fromClock(date + clockMs)
  }

  const unixOf = (text: string) => {
    const [, seconds, milliseconds = '000'] = UNIX.exec(text) ?? []
    if (seconds === undefined) return undefined
    if (!isUnix) notes.add('was read as Unix time')
    return Number(seconds + milliseconds)
  }

  /** The instant that a text is, or what is wrong with it. */
  const instantOf = (text: string, isSeen: boolean) => {
    if (SERIAL.test(text)) return SERIAL_DATE
    const plain = text.replace(YEAR_AT_END, '$1 $3 $2$4')
    const time = TIME.exec(plain)
    const day = time ? plain.slice(0, time.index) : plain
    const parts = YEAR_LAST.exec(day)
    if (!parts) return atTime(dateOf(day), time) ?? INSTANT
    see(parts)
    if (!isSeen) return undefined
    const date = yearLast(parts)
    return date === null ? `“${text}” ${DOUBT}` : (atTime(date, time) ?? INSTANT)
  }

  return (cell, report, isSeen) => {
    const text = typeof cell === 'number' ? String(cell) : cell
    if (typeof text !== 'string') return fail(report, INSTANT)
    const instant = unixOf(text) ?? instantOf(text, isSeen)
    return typeof instant === 'string' ? fail(report, instant) : instant
  }
}

/** The instants of times of a zone. Most days have no other offset, so few are computed. */
function cachedClock({ fromClock }: Pick<SheetColumn, 'fromClock'>) {
  const starts = new Map<number, number>()
  const startOf = (midnightMs: number) => {
    const start = starts.get(midnightMs) ?? fromClock(midnightMs)
    starts.set(midnightMs, start)
    return start
  }
  return (clockMs: number) => {
    const time = ((clockMs % DAY_MS) + DAY_MS) % DAY_MS
    const date = clockMs - time
    if (time === 0) return startOf(date)
    const isPlain = startOf(date + DAY_MS) - startOf(date) === DAY_MS
    return isPlain ? startOf(date) + time : fromClock(clockMs)
  }
}

/** The UTC midnight of a date whose form is never in doubt. */
function dateOf(text: string) {
  const [, year, , month, day] = YEAR_FIRST.exec(text) ?? []
  if (year !== undefined) return midnight(year, month, day)
  const [compact, ...parts] = COMPACT.exec(text) ?? []
  if (compact !== undefined) return midnight(...parts)
  const [, name, before, after, other, last] = NAMED.exec(text) ?? []
  const word = (name ?? other ?? '').toLowerCase()
  // November in Finnish.
  const at = word.startsWith('marras') ? -1 : MONTHS.indexOf(word.slice(0, 3))
  return last === undefined || at < 0 ? undefined : midnight(last, at + 1, before ?? after)
}

type Digits = string | number | undefined

function midnight(year?: Digits, month?: Digits, day?: Digits) {
  const date = Date.UTC(Number(year), Number(month) - 1, Number(day))
  const isSame = new Date(date).getUTCDate() === Number(day) && Number(month) <= 12
  return isSame && MIN_YEAR <= Number(year) && Number(year) <= MAX_YEAR ? date : undefined
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
