import { useState } from 'preact/hooks'
import { request } from '../api/request.ts'
import type { LaunchesResponse, Product } from '../api/response-types.ts'
import { createAnswers, useAnswer } from '../api/use-query.ts'
import { type BoardParams, launchesPath } from './board-params.ts'

/** As many as one answer has. */
export const PAGE_SIZE = 100

export const launchAnswers = createAnswers<LaunchesResponse>()
/** The answer that came with the document. It is for the zone of the service, where none was chosen. */
const first = readFirstAnswer()

/** Where more pages than the first were read. */
const longAnswers = createAnswers<LaunchesResponse>()

/** The path of the first page of a ranking. */
export function firstPagePath(params: BoardParams): string {
  return launchesPath(params, PAGE_SIZE)
}

/** The launches of a timeframe, best first, page by page. Without a timeframe there are none. */
export function useLaunches(params: BoardParams | undefined) {
  const path = params ? firstPagePath(params) : ''
  const { data: loaded, isCurrent, error, reload } = useAnswer(launchAnswers, path)
  const data =
    loaded ?? (first && withoutZone(first.path) === withoutZone(path) ? first.answer : undefined)
  const [, update] = useState({})
  const long = isCurrent ? longAnswers.known(path) : undefined
  const answer = data && long ? withFirst(long, data) : data
  const nextCursor = isCurrent ? answer?.nextCursor : undefined

  async function loadMore(signal: AbortSignal) {
    if (!answer || !nextCursor) return
    const query = new URLSearchParams({ cursor: nextCursor })
    const next = await request<LaunchesResponse>(`${path}&${query}`, { signal })
    longAnswers.put(path, {
      ...withFirst(next, answer),
      history: [...(answer.history ?? []), ...(next.history ?? [])],
    })
    update({})
  }

  return {
    answer,
    /** Whether the answer is one to these parameters; an earlier one stays while another loads. */
    isCurrent,
    error,
    reload,
    isMore: Boolean(nextCursor),
    loadMore,
  }
}

function readFirstAnswer() {
  const element = document.querySelector<HTMLScriptElement>('#answer')
  const path = element?.dataset.path
  if (!element || path === undefined) return undefined
  const answer: LaunchesResponse = JSON.parse(element.text)
  launchAnswers.begin(path, answer)
  return { path, answer }
}

function withoutZone(path: string): string {
  return path.replace(/&tz=[^&]*/, '')
}

/** Whatever is first stands first, once: a product may have moved from one page to the next. */
function withFirst(
  answer: LaunchesResponse,
  first: { posts: Product[]; asOf: string; stale: boolean },
): LaunchesResponse {
  const ids = new Set(first.posts.map(({ id }) => id))
  const posts = [...first.posts, ...answer.posts.filter(({ id }) => !ids.has(id))]
  return { ...answer, posts, asOf: first.asOf, stale: first.stale || answer.stale }
}
