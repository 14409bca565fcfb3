import { useEffect, useRef, useState } from 'preact/hooks'
import { request } from '../api/request.ts'
import type { LaunchesResponse } from '../api/response-types.ts'
import { useQuery } from '../api/use-query.ts'
import { type BoardParams, launchesPath } from './board-params.ts'

const PAGE_SIZE = 50
/** As many as are loaded unasked, to count days and topics. A live source has a budget to keep. */
const UNASKED = 500

interface Loaded {
  path: string
  /** How many were wanted. */
  count: number
  answer: LaunchesResponse
}

/**
 * The launches of a timeframe, best first: the first page, then as many as are wanted. Without a
 * timeframe there are none.
 */
export function useLaunches(params: BoardParams | undefined) {
  const path = params ? launchesPath(params, PAGE_SIZE) : ''
  const [wanted, setWanted] = useState({ path, count: PAGE_SIZE })
  const count = wanted.path === path ? wanted.count : PAGE_SIZE

  const loaded = useRef<Loaded>(undefined)

  const { data, error, reload } = useQuery(path && `${count} ${path}`, async (signal) => {
    const { current: earlier } = loaded
    // More are added to those that are there; the same number is loaded again.
    const isPart = earlier?.path === path && earlier.count < count
    const answer = await loadLaunches(path, count, signal, isPart ? earlier.answer : undefined)
    loaded.current = { path, count, answer }
    return loaded.current
  })
  const isCurrent = data?.path === path
  const answer = data?.answer
  const isMore = Boolean(isCurrent && answer?.nextCursor)

  useEffect(() => {
    if (isMore && answer?.source === 'catalogue' && count < UNASKED) {
      setWanted({ path, count: UNASKED })
    }
  }, [isMore, path])

  return {
    answer,
    /** Whether the answer is one to these parameters; an earlier one stays while another loads. */
    isCurrent,
    error,
    reload,
    isMore,
    loadMore: () => setWanted({ path, count: (answer?.posts.length ?? 0) + UNASKED }),
  }
}

async function loadLaunches(
  path: string,
  count: number,
  signal: AbortSignal,
  earlier?: LaunchesResponse,
): Promise<LaunchesResponse> {
  let answer = earlier ?? (await request<LaunchesResponse>(path, { signal }))
  while (answer.nextCursor && answer.posts.length < count) {
    const query = new URLSearchParams({ cursor: answer.nextCursor })
    const next = await request<LaunchesResponse>(`${path}&${query}`, { signal })
    // On a live board a product may have moved from one page to the next.
    const posts = new Map([...answer.posts, ...next.posts].map((post) => [post.id, post]))
    answer = { ...answer, posts: [...posts.values()], nextCursor: next.nextCursor ?? null }
  }
  return answer
}
