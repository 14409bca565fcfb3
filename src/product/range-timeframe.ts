import { DateTime } from 'luxon'
import { dayTimeframe } from './dated-timeframe.ts'
import type { Clock, Stretch } from './stretch.ts'
import { timeframeRefusal } from './timeframe-refusal.ts'

const TIME = /([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?/
const OFFSET = /z|[+-]([01]\d|2[0-3]):?[0-5]\d/
const INSTANT = new RegExp(`^\\d{4}-\\d\\d-\\d\\dt${TIME.source}(${OFFSET.source})$`)

/** From one day to the end of another, or from one instant to another. */
export function rangeTimeframe(text: string, clock: Clock): Stretch | undefined {
  const [first, last, ...more] = split(text).map((end) => readEnd(end.trim(), clock))
  if (!first || !last || first.label !== last.label || more.length > 0) return undefined
  if (last.from < first.from) throw timeframeRefusal(text, 'ends before it starts')

  const timeframe = `${first.timeframe}/${last.timeframe}`
  return { timeframe, label: 'range', from: first.from, until: last.until }
}

function split(text: string): string[] {
  if (text.startsWith('from:')) return text.slice('from:'.length).split(' to:')
  return text.split(/\/|\.\./)
}

function readEnd(text: string, clock: Clock): Stretch | undefined {
  return dayTimeframe(text, clock) ?? readInstant(text)
}

function readInstant(text: string): Stretch | undefined {
  // An unescaped plus in a URL arrives as a space.
  const iso = text.replace(/ (?=\d\d:?\d\d$)/, '+')
  if (!INSTANT.test(iso)) return undefined

  const instant = DateTime.fromISO(iso, { zone: 'utc' })
  if (!instant.isValid) throw timeframeRefusal(text, 'names a day that does not exist')
  const timeframe = instant.toISO({ suppressMilliseconds: true })
  const at = instant.toMillis()
  return { timeframe, label: 'instant', from: at, until: at }
}
