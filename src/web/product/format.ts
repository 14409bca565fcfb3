// Numbers, dates and times as text. They stand in English sentences: as the reader's English writes them.

const READER = new Intl.DateTimeFormat().resolvedOptions()
const LOCALE = /^en\b/.test(READER.locale) ? READER.locale : 'en-US'
// With commas: English voices read the spaces and points of en-ZA or en-DE as the end of a number.
const COUNT = new Intl.NumberFormat((1_000).toLocaleString(LOCALE) === '1,000' ? LOCALE : 'en')
const INSTANT: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' }
const DAY_TIME: Intl.DateTimeFormatOptions = {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
}
const DAY: Intl.DateTimeFormatOptions = { dateStyle: 'medium' }
const CLOCK: Intl.DateTimeFormatOptions = { timeStyle: 'short' }

/** The visitor's time zone. */
export const LOCAL_TIMEZONE = knownTimezone(READER.timeZone)

const formatters = new Map<string, Intl.DateTimeFormat>()

export function formatCount(count: number): string {
  return COUNT.format(count)
}

/** `1 row` or `3,000 rows`. */
export function pluralize(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`
}

/** `Nov 22, 2026, 1:00 AM` in the zone; of an ISO 8601 string or milliseconds. */
export function formatInstant(at: string | number, timezone = LOCAL_TIMEZONE): string {
  return dateFormat(timezone, INSTANT).format(new Date(at))
}

/** `Nov 22, 1:00 AM` where the visitor is. */
export function formatDayTime(at: Date): string {
  return dateFormat(LOCAL_TIMEZONE, DAY_TIME).format(at)
}

/** `Nov 22, 2026` where the visitor is. */
export function formatDay(at: Date): string {
  return dateFormat(LOCAL_TIMEZONE, DAY).format(at)
}

/** `9:25 AM` in the zone. */
export function formatClock(at: Date, timezone = LOCAL_TIMEZONE): string {
  return dateFormat(timezone, CLOCK).format(at)
}

/** Cached: creating one takes longer than formatting a hundred dates. */
export function dateFormat(timezone: string, options: Intl.DateTimeFormatOptions) {
  const key = `${timezone} ${Object.entries(options).join()}`
  const known = formatters.get(key)
  if (known) return known
  const format = new Intl.DateTimeFormat(LOCALE, {
    ...options,
    timeZone: knownTimezone(timezone),
  })
  formatters.set(key, format)
  return format
}

export function isBrowserTimezone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/** `New York` for `America/New_York`. */
export function cityOf(timezone: string): string {
  return timezone.split('/').at(-1)?.replaceAll('_', ' ') ?? timezone
}

function knownTimezone(name: string | undefined): string {
  return name && isBrowserTimezone(name) ? name : 'UTC'
}
