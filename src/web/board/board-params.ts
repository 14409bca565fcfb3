import { isTimezone, LOCAL_TIMEZONE } from '../product/format.ts'
import { ALL_TIME, DEFAULT_TIMEFRAME, namedTimeframe } from './timeframes.ts'

export const LIMITS = ['3', '5', '10']

/** The query parameters of the board, so that a link always leads to the same ranking. */
export interface BoardParams {
  timeframe: string
  timezone: string
  /** Not validated: the service answers with an error that explains what is wrong. */
  limit: string
  topic: string | undefined
}

export function parseBoardParams(query: Record<string, string>): BoardParams {
  const { timeframe, tz, limit, topic } = query
  return {
    timeframe: timeframe || DEFAULT_TIMEFRAME,
    timezone: tz && isTimezone(tz) ? tz : LOCAL_TIMEZONE,
    limit: limit || '10',
    topic: topic || undefined,
  }
}

/** The time zone in the query if the browser does not know it. */
export function unknownTimezone({ tz }: Record<string, string>): string | undefined {
  return tz && !isTimezone(tz) ? tz : undefined
}

export function boardHref(params: BoardParams): string {
  const { timeframe, timezone, limit, topic } = params
  return `/?${queryString({ timeframe, tz: timezone, limit, topic })}`
}

/** The path of the service's route for these parameters. */
export function rankingPath(params: BoardParams, format?: 'csv'): string {
  const { timeframe, timezone, limit, topic } = params
  return namedTimeframe(timeframe)?.timeframe === ALL_TIME
    ? `/api/top?${queryString({ limit, topic, format })}`
    : `/api/top-range?${queryString({ timeframe, tz: timezone, limit, topic, format })}`
}

function queryString(values: Record<string, string | undefined>): string {
  const present = Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : []))
  // Slashes need no escape in a query, and `tz=Asia/Tokyo` is easier to read.
  return new URLSearchParams(present).toString().replaceAll('%2F', '/')
}
