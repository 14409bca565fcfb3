import { isTimezone, OWN_TIMEZONE } from '../product/format.ts'
import { ALL_TIME, DEFAULT_TIMEFRAME, namedTimeframe } from './timeframes.ts'

export const LIMITS = ['3', '5', '10']

/** What the board shows: all of it is in the address, so that a link leads to the same ranking. */
export interface Choice {
  timeframe: string
  timezone: string
  /** As it is in the address: what makes no sense is for the service to say. */
  limit: string
  topic: string | undefined
}

export function choiceOf(query: Record<string, string>): Choice {
  const { timeframe, tz, limit, topic } = query
  return {
    timeframe: timeframe || DEFAULT_TIMEFRAME,
    timezone: tz && isTimezone(tz) ? tz : OWN_TIMEZONE,
    limit: limit || '10',
    topic: topic || undefined,
  }
}

/** The zone that an address names and the browser does not know. */
export function unknownTimezone({ tz }: Record<string, string>): string | undefined {
  return tz && !isTimezone(tz) ? tz : undefined
}

export function boardHref(choice: Choice): string {
  const { timeframe, timezone, limit, topic } = choice
  return `/?${parameters({ timeframe, tz: timezone, limit, topic })}`
}

/** Where the service answers with what was chosen. */
export function rankingPath(choice: Choice, format?: 'csv'): string {
  const { timeframe, timezone, limit, topic } = choice
  return namedTimeframe(timeframe)?.timeframe === ALL_TIME
    ? `/api/top?${parameters({ limit, topic, format })}`
    : `/api/top-range?${parameters({ timeframe, tz: timezone, limit, topic, format })}`
}

function parameters(values: Record<string, string | undefined>): string {
  const present = Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : []))
  // A slash is allowed there, and `tz=Asia/Tokyo` is easier to read.
  return new URLSearchParams(present).toString().replaceAll('%2F', '/')
}
