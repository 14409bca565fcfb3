import { useEffect, useRef, useState } from 'preact/hooks'
import { requestHistory } from '../api/history.ts'
import { request } from '../api/request.ts'
import { RequestError } from '../api/request-error.ts'
import type { HistoriesResponse, LaunchesResponse } from '../api/response-types.ts'
import { useQuery } from '../api/use-query.ts'
import { useRefresh } from '../browser/refresh.ts'
import { adjacentSpan, type Span } from '../product/calendar.ts'
import { formatCount, pluralize } from '../product/format.ts'
import { ResponseNotices, ResponseSource } from '../product/response-source.tsx'
import { ALL_TIME, DEFAULT_TIMEFRAME, datedTimeframe, windowNames } from '../product/timeframes.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Aside } from './aside.tsx'
import { type BoardParams, boardHref, historyPath, launchesPath } from './board-params.ts'
import { LaunchList, LaunchListSkeleton } from './launch-list.tsx'
import type { BoardPartProps } from './use-live-launches.ts'

/** The launches of a window: loading, loaded, empty, stale or failed. */
export function Ranking({ params, span, launches }: BoardPartProps) {
  const { answer, isCurrent, error, reload } = launches
  if (error !== undefined && !isCurrent) return <RankingError error={error} onRetry={reload} />
  return (
    <div class={COLUMNS}>
      {answer ? (
        // The launches of before stay while others load.
        <div
          aria-busy={!isCurrent}
          class={cx('min-w-0 transition-opacity', !isCurrent && 'opacity-50 delay-150')}
        >
          {error !== undefined && <ErrorNotice error={error} onRetry={reload} class="mb-4" />}
          <LoadedRanking params={params} span={span} launches={launches} answer={answer} />
        </div>
      ) : (
        <div aria-busy="true" class="min-w-0">
          <p role="status" class="sr-only">
            Loading the launches…
          </p>
          <LaunchListSkeleton count={Number(params.limit)} />
        </div>
      )}
      <Aside params={params} span={span} launches={launches} />
    </div>
  )
}

const COLUMNS = 'grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]'

interface LoadedProps extends BoardPartProps {
  answer: LaunchesResponse
}

function LoadedRanking({ params, span, launches, answer }: LoadedProps) {
  const { posts, total } = answer
  const { timezone, limit } = params
  const [expanded, setExpanded] = useState('')
  const before = useBefore(params, span)
  const histories = useHistories(params)
  const address = boardHref(params)
  const isAll = expanded === address
  const shown = isAll ? posts : posts.slice(0, Number(limit))
  const isMore = launches.isMore || posts.length > shown.length
  return (
    <>
      <ResponseNotices response={answer} timezone={timezone} />
      <p role="status" class="sr-only">
        {launches.isCurrent && `Showing ${pluralize(shown.length, 'product')}.`}
      </p>
      {posts.length === 0 ? (
        <EmptyRanking params={params} />
      ) : (
        <LaunchList
          products={shown}
          before={before}
          histories={histories}
          topicHref={(topic) => boardHref({ ...params, topic })}
        />
      )}
      {isMore && !isAll && (
        <Button class="mt-3 w-full" onClick={() => setExpanded(address)}>
          Show all {typeof total === 'number' && formatCount(total)}
        </Button>
      )}
      {isAll && launches.isMore && <More onReached={launches.loadMore} count={posts.length} />}
      <div class="mt-4">
        <ResponseSource response={answer} timezone={timezone} />
      </div>
    </>
  )
}

/** Loads more as the reader comes near. */
function More({ onReached, count }: { onReached: () => void; count: number }) {
  const end = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && onReached(), {
      rootMargin: '100%',
    })
    if (end.current) observer.observe(end.current)
    return () => observer.disconnect()
  }, [count])
  return (
    <p ref={end} class="py-4 text-center text-sm text-muted">
      Loading more…
    </p>
  )
}

/** The votes over time of the first ten, where they are recorded. */
function useHistories(params: BoardParams) {
  const path = historyPath(params)
  const { data, isCurrent, reload } = useQuery(path, (signal) =>
    requestHistory<HistoriesResponse>(path, signal),
  )
  useRefresh(data !== undefined, reload)
  if (!data || !isCurrent) return undefined
  return new Map(data.histories.map(({ id, points }) => [id, points]))
}

/** The votes at the first ranks of the window before, once they are known. */
function useBefore(params: BoardParams, span: Span | undefined) {
  const previous = span && adjacentSpan(span, -1)
  const timeframe = previous ? datedTimeframe(previous) : ''
  const path = timeframe && launchesPath({ ...params, timeframe }, 3)
  const { data, isCurrent } = useQuery(path, (signal) =>
    request<LaunchesResponse>(path, { signal }),
  )
  if (!data || !isCurrent) return undefined
  const { title } = windowNames(timeframe, previous)
  const name = title.startsWith('Week') ? title.toLowerCase() : title
  return { votes: data.posts.map(({ votesCount }) => votesCount), name }
}

function EmptyRanking({ params }: { params: BoardParams }) {
  const { timeframe, topic } = params
  const other =
    timeframe === DEFAULT_TIMEFRAME
      ? { name: 'Show all time', timeframe: ALL_TIME }
      : { name: 'Show last week', timeframe: DEFAULT_TIMEFRAME }
  return (
    <EmptyState title={`Nothing was launched in this timeframe${topic ? ' with this topic' : ''}.`}>
      <div class="mt-4 flex flex-wrap justify-center gap-2">
        {topic && (
          <ButtonLink href={boardHref({ ...params, topic: undefined })}>Show all topics</ButtonLink>
        )}
        <ButtonLink href={boardHref({ ...params, timeframe: other.timeframe })}>
          {other.name}
        </ButtonLink>
      </div>
    </EmptyState>
  )
}

/** Retrying what the service does not understand is pointless: it offers another window instead. */
function RankingError({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const isInvalid = error instanceof RequestError && error.status === 400
  if (!isInvalid) return <ErrorNotice error={error} onRetry={onRetry} />
  return <ErrorNotice error={error} action={<ButtonLink href="/">Show last week</ButtonLink>} />
}
