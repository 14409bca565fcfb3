import { useEffect, useRef, useState } from 'preact/hooks'
import { credentials } from '../api/access-token.ts'
import type { BoardEvent, LaunchesResponse } from '../api/response-types.ts'
import { useRefresh } from '../browser/refresh.ts'
import { type Span, todayIn } from '../product/calendar.ts'
import { type BoardParams, livePath } from './board-params.ts'
import { useLaunches } from './use-launches.ts'

/** What each part of the board is given. */
export interface BoardPartProps {
  params: BoardParams
  /** Undefined for all time, and for a timeframe that only the service reads. */
  span: Span | undefined
  launches: ReturnType<typeof useLiveLaunches>
}

/** The first launches of a window, as the live board has them. */
type LiveRanking = Pick<LaunchesResponse, 'posts' | 'asOf' | 'stale'>

/**
 * The launches of a window. While it is under way, the live board tells what changes among the first
 * ones, and the others are loaded again from time to time; so are all of them where there is no stream.
 */
export function useLiveLaunches(params: BoardParams, span: Span | undefined) {
  const launches = useLaunches(params)
  const { answer, isCurrent, reload } = launches
  const today = todayIn(params.timezone)
  const isUnderWay = span !== undefined && span.first <= today && today <= span.last

  useRefresh(isUnderWay, reload)
  const live = useLiveRanking(isUnderWay ? livePath(params) : '', reload)
  const current = answer && isCurrent && live ? withFirst(answer, live) : answer
  const changedAt = useChange(isUnderWay && isCurrent ? current : undefined)
  return { ...launches, answer: current, changedAt }
}

/** When the content of an answer last changed. */
function useChange(answer: LaunchesResponse | undefined) {
  const last = useRef<{ content: string; at: Date }>(undefined)
  if (!answer) return undefined
  const content = JSON.stringify(answer.posts.map(({ id, votesCount }) => [id, votesCount]))
  if (last.current?.content !== content) last.current = { content, at: new Date(answer.asOf) }
  return last.current.at
}

function withFirst(answer: LaunchesResponse, { posts, asOf, stale }: LiveRanking) {
  const first = new Set(posts.map(({ id }) => id))
  const others = answer.posts.filter(({ id }) => !first.has(id))
  return { ...answer, posts: [...posts, ...others], asOf, stale: stale || answer.stale }
}

/**
 * Reads a stream of the live board while the page is seen: a browser has only few connections to a
 * host. It sends no token, so that a service that requires one is not asked.
 */
function useLiveRanking(path: string, onMembers: () => void): LiveRanking | undefined {
  const [shown, setShown] = useState<LiveRanking>()

  useEffect(() => {
    if (path === '' || credentials().authorization) return
    let stream: EventSource | undefined
    let ranking: LiveRanking | undefined

    function receive({ data }: MessageEvent<string>) {
      const next: BoardEvent = JSON.parse(data)
      const before = ranking
      ranking = next
      setShown(next)
      // Those that came or went were, or are, among the others.
      if (before && idsOf(before) !== idsOf(next)) onMembers()
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

function idsOf({ posts }: LiveRanking): string {
  return posts
    .map(({ id }) => id)
    .sort()
    .join()
}
