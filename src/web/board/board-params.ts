import { ALL_TIME } from '../../ranking/headline.ts'
import { isBrowserTimezone, LOCAL_TIMEZONE } from '../product/format.ts'
import { DEFAULT_TIMEFRAME, namedTimeframe } from '../product/timeframes.ts'

export const LIMITS = ['3', '5', '10'] as const

/** The query parameters of the board, so that a link always leads to the same ranking. */
export interface BoardParams {
  /** Not validated: the service explains what is wrong with it. */
  timeframe: string
  timezone: string
  /** How many products are shown at first. */
  limit: string
  topic: string | undefined
}

export function parseBoardParams(query: Record<string, string>): BoardParams {
  const { timeframe, tz, limit, topic } = query
  return {
    timeframe: timeframe || DEFAULT_TIMEFRAME,
    timezone: tz && isBrowserTimezone(tz) ? tz : LOCAL_TIMEZONE,
    limit: limit && isLimit(limit) ? limit : '10',
    topic: topic?.trim() || undefined,
  }
}

/** What is wrong with the address, in sentences. The board shows what is nearest. */
export function paramIssues({ tz, limit }: Record<string, string>): string[] {
  return [
    tz && !isBrowserTimezone(tz)
      ? `This browser does not know the time zone “${tz.slice(0, 60)}”. Times are shown for ${LOCAL_TIMEZONE}.`
      : '',
    limit && !isLimit(limit)
      ? `“${limit.slice(0, 60)}” is not a number from 1 to 10. Ten are shown.`
      : '',
  ].filter(Boolean)
}

export function boardHref({ timeframe, timezone, limit, topic }: BoardParams): string {
  return `/?${queryString({ timeframe, tz: timezone, limit, topic })}`
}

/** The path of the board for a frame. Without a theme it has that of its reader. */
export function embedHref({ timeframe, timezone, limit, topic }: BoardParams, theme: string) {
  return `/embed?${queryString({ timeframe, tz: timezone, limit, topic, theme })}`
}

/** The path of the service's route for these launches, with their votes over time where they are kept. */
export function launchesPath(params: BoardParams, limit: number): string {
  const { timezone, topic } = params
  const timeframe = isAllTime(params) ? 'all' : params.timeframe
  const query = { timeframe, tz: timezone, topic, limit: String(limit), include: 'history' }
  return `/api/launches?${queryString(query)}`
}

/** The path of the service's route for the votes and ranks of these launches, step by step. */
export function replayPath({ timeframe, timezone, topic }: BoardParams): string {
  return `/api/replay?${queryString({ timeframe, tz: timezone, topic })}`
}

/** The path of the picture of these launches, as they stand or stood at a moment. */
export function picturePath({ timeframe, timezone, topic }: BoardParams, at: string | undefined) {
  return `/share/board.png?${queryString({ timeframe, tz: timezone, topic, at })}`
}

/** The path of the feed of these launches. */
export function feedPath({ timeframe, timezone, topic }: BoardParams): string {
  return `/feed.atom?${queryString({ timeframe, tz: timezone, topic })}`
}

function isAllTime({ timeframe }: BoardParams): boolean {
  return namedTimeframe(timeframe)?.timeframe === ALL_TIME
}

function isLimit(text: string): boolean {
  return /^([1-9]|10)$/.test(text)
}

function queryString(values: Record<string, string | undefined>): string {
  const present = Object.entries(values).flatMap(([name, value]) => (value ? [[name, value]] : []))
  // Slashes need no escape in a query, and `tz=Asia/Tokyo` is easier to read.
  return new URLSearchParams(present).toString().replaceAll('%2F', '/')
}
