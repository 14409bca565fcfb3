import { useLiveEvents } from '../api/use-live-events.ts'
import { useRefresh } from '../browser/online.ts'
import { type Span, todayIn } from '../product/calendar.ts'
import { type BoardParams, livePath } from './board-params.ts'
import { useLaunches } from './use-launches.ts'
import { useMovements } from './use-movements.ts'

/** What each part of the board is given. */
export interface BoardPartProps {
  params: BoardParams
  /** Undefined for all time, and for a timeframe that only the service reads. */
  span: Span | undefined
  launches: ReturnType<typeof useLiveLaunches>
}

/**
 * The launches of a window. While it is under way they are loaded again whenever the live board has
 * changed, and from time to time.
 */
export function useLiveLaunches(params: BoardParams, span: Span | undefined) {
  const launches = useLaunches(params)
  const { answer, isCurrent, reload } = launches
  const today = todayIn(params.timezone)
  const isUnderWay = span !== undefined && span.first <= today && today <= span.last
  useRefresh(isUnderWay, reload)
  const isLive = useLiveEvents(isUnderWay ? livePath(params) : '', reload)
  const watched = isUnderWay && isCurrent ? answer?.posts : undefined
  return { ...launches, isUnderWay, isLive, ...useMovements(watched, livePath(params)) }
}
