// How numbers, instants and time zones are written. The page is in English, and so are they.

const COUNT = new Intl.NumberFormat('en')
const INSTANT: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' }
const DAY: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }
const CLOCK: Intl.DateTimeFormatOptions = { timeStyle: 'medium' }

/** The time zone of whoever looks at the page. */
export const OWN_TIMEZONE = knownTimezone(new Intl.DateTimeFormat().resolvedOptions().timeZone)

const formatters = new Map<string, Intl.DateTimeFormat>()

export function formatCount(count: number): string {
  return COUNT.format(count)
}

/** `22 Nov 2026, 01:00`, as clocks in that zone show it; of an ISO 8601 string or milliseconds. */
export function formatInstant(at: string | number, timezone = OWN_TIMEZONE): string {
  return dateFormat(timezone, INSTANT).format(new Date(at))
}

/** `22 Nov 2026`, for whoever looks. */
export function formatDay(at: Date): string {
  return dateFormat(OWN_TIMEZONE, DAY).format(at)
}

/** `09:25:12`, for whoever looks. */
export function formatClock(at: Date): string {
  return dateFormat(OWN_TIMEZONE, CLOCK).format(at)
}

/** Kept, since each costs more to make than a hundred dates to write. */
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
