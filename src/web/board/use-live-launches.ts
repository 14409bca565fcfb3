import { useCallback, useRef, useState } from 'preact/hooks'
import type { BoardEvent } from '../api/response-types.ts'
import { useLiveEvents } from '../api/use-live-events.ts'
import { useRefresh } from '../browser/online.ts'
import { type Span, todayIn } from '../product/calendar.ts'
import { type BoardParams, livePath } from './board-params.ts'
import { useLaunches, withFirst } from './use-launches.ts'
import { useMovements } from './use-movements.ts'

/** What each part of the board is given. */
export interface BoardPartProps {
  params: BoardParams
  /** Undefined for all time, and for a timeframe that only the service reads. */
  span: Span | undefined
  launches: ReturnType<typeof useLiveLaunches>
}

/**
 * The launches of a window. While it is under way, the live board sends its first ones whenever they
 * change, and the others are loaded again from time to time; so are all of them where there is no stream.
 */
export function useLiveLaunches(params: BoardParams, span: Span | undefined) {
  const launches = useLaunches(params)
  const { answer, isCurrent, reload } = launches
  const today = todayIn(params.timezone)
  const isUnderWay = span !== undefined && span.first <= today && today <= span.last

  useRefresh(isUnderWay, reload)
  const live = useLiveRanking(isUnderWay ? livePath(params) : '', reload)
  const current = answer && isCurrent && live ? withFirst(answer, live) : answer
  const watched = isUnderWay && isCurrent ? current?.posts : undefined
  const movement = useMovements(watched, livePath(params))
  return { ...launches, answer: current, isUnderWay, isLive: live !== undefined, ...movement }
}

/** The first launches as the live board has them; the others are loaded again when these change. */
function useLiveRanking(path: string, onMembers: () => void) {
  const [shown, setShown] = useState<{ path: string; ranking: BoardEvent | undefined }>()
  const members = useRef('')
  const receive = useCallback(
    (ranking: BoardEvent | undefined) => {
      setShown({ path, ranking })
      if (!ranking) return
      const ids = idsOf(ranking)
      // Those that came or went were, or are, among the others.
      if (members.current.startsWith(`${path} `) && members.current !== `${path} ${ids}`)
        onMembers()
      members.current = `${path} ${ids}`
    },
    [path, onMembers],
  )
  useLiveEvents(path, receive)
  return shown?.path === path ? shown.ranking : undefined
}

function idsOf({ posts }: BoardEvent): string {
  return posts
    .map(({ id }) => id)
    .sort()
    .join()
}
