// Numbers, dates and times as text, in English like the rest of the page.

const COUNT = new Intl.NumberFormat('en')
const INSTANT: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' }
const DAY: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }
const CLOCK: Intl.DateTimeFormatOptions = { timeStyle: 'medium' }

/** The visitor's time zone. */
export const LOCAL_TIMEZONE = knownTimezone(new Intl.DateTimeFormat().resolvedOptions().timeZone)

const formatters = new Map<string, Intl.DateTimeFormat>()

export function formatCount(count: number): string {
  return COUNT.format(count)
}

/** `1 row` or `3,000 rows`. */
export function pluralize(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}

/** `22 Nov 2026, 01:00` in the zone; of an ISO 8601 string or milliseconds. */
export function formatInstant(at: string | number, timezone = LOCAL_TIMEZONE): string {
  return dateFormat(timezone, INSTANT).format(new Date(at))
}

/** `22 Nov 2026` in the visitor's zone. */
export function formatDay(at: Date): string {
  return dateFormat(LOCAL_TIMEZONE, DAY).format(at)
}

/** `09:25:12` in the visitor's zone. */
export function formatClock(at: Date): string {
  return dateFormat(LOCAL_TIMEZONE, CLOCK).format(at)
}

/** Cached: creating one takes longer than formatting a hundred dates. */
export function dateFormat(timezone: string, options: Intl.DateTimeFormatOptions) {
  const key = `${timezone} ${Object.entries(options).join()}`
  const known = formatters.get(key)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-GB', { ...options, timeZone: knownTimezone(timezone) })
  formatters.set(key, format)
  return format
}

export function isTimezone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

function knownTimezone(name: string | undefined): string {
  return name && isTimezone(name) ? name : 'UTC'
}
