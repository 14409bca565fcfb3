import { useEffect, useState } from 'preact/hooks'
import { credentials } from '../api/access-token.ts'
import type { BoardEvent } from '../api/response-types.ts'
import { useRefresh } from '../browser/refresh.ts'
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

/**
 * Reads a stream of the live board while the page is seen: a browser has only few connections to a
 * host. It sends no token, so that a service that requires one is not asked.
 */
function useLiveRanking(path: string, onMembers: () => void) {
  const [shown, setShown] = useState<BoardEvent>()

  useEffect(() => {
    if (path === '' || credentials().authorization) return
    let stream: EventSource | undefined
    let ranking: BoardEvent | undefined

    function receive({ data }: MessageEvent<string>) {
      const before = ranking
      ranking = JSON.parse(data)
      setShown(ranking)
      // Those that came or went were, or are, among the others.
      if (before && idsOf(before) !== idsOf(ranking)) onMembers()
    }

    function listen() {
      stream?.close()
      if (document.visibilityState !== 'visible') return
      stream = new EventSource(path)
      stream.addEventListener('ranking', receive)
      // It reconnects by itself. What it missed, it gets; meanwhile what is loaded may be newer.
      stream.addEventListener('error', () => setShown(undefined))
      stream.addEventListener('open', () => setShown(ranking))
    }

    listen()
    document.addEventListener('visibilitychange', listen)
    return () => {
      document.removeEventListener('visibilitychange', listen)
      stream?.close()
      setShown(undefined)
    }
  }, [path, onMembers])

  return shown
}

function idsOf(ranking: BoardEvent | undefined): string {
  return (ranking?.posts ?? [])
    .map(({ id }) => id)
    .sort()
    .join()
}
