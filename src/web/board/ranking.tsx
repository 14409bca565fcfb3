import { useEffect, useRef, useState } from 'preact/hooks'
import { ALL_TIME } from '../../ranking/headline.ts'
import { RequestError, request } from '../api/request.ts'
import type { LaunchesResponse } from '../api/response-types.ts'
import { useQuery } from '../api/use-query.ts'
import { useEntryNumber } from '../browser/history-entry.ts'
import { isOnline } from '../browser/online.ts'
import { addDays, dayIn, spanAround } from '../product/calendar.ts'
import { formatCount, pluralize } from '../product/format.ts'
import { ResponseNotices, ResponseSource } from '../product/response-source.tsx'
import { DEFAULT_TIMEFRAME, TIMEFRAMES, windowNames } from '../product/timeframes.ts'
import { Button, ButtonLink } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { EmptyState, ErrorNotice } from '../ui/notice.tsx'
import { Aside } from './aside.tsx'
import { type BoardParams, boardHref, launchesPath } from './board-params.ts'
import { LaunchList, LaunchListSkeleton } from './launch-list.tsx'
import { atMoment, isReplayed, racing } from './moment.ts'
import type { Race as RaceOfRows } from './race.tsx'
import { TopicRow } from './topics.tsx'
import { PAGE_SIZE, useLaunches } from './use-launches.ts'
import type { BoardPartProps } from './use-live-launches.ts'

/** As many rows more at a time as a slow phone renders without a pause. */
const STEP = 8

/** The launches of a window: loading, loaded, empty, stale or failed. */
export function BoardRanking({ params, span, launches }: BoardPartProps) {
  const { error, reload } = launches
  const answer = usePainted(launches.answer)
  const isCurrent = launches.isCurrent && answer === launches.answer
  const { topic } = params
  const whole = useLaunches(topic ? { ...params, topic: undefined } : undefined)
  // Offline the last known list stays.
  if (error !== undefined && !isCurrent && (isOnline.value || !answer)) {
    return <RankingError params={params} error={error} onRetry={reload} />
  }
  return (
    <>
      <TopicRow params={params} launches={launches} whole={whole} />
      <div class="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]">
        {answer ? (
          // The launches on show stay while others load.
          <div
            aria-busy={!isCurrent}
            class={cx(
              '@container min-w-0 transition-opacity',
              !isCurrent && 'opacity-50 delay-150',
            )}
          >
            {error !== undefined && <ErrorNotice error={error} onRetry={reload} class="mb-4" />}
            <LoadedRanking params={params} span={span} launches={launches} answer={answer} />
          </div>
        ) : (
          <div aria-busy="true" class="@container min-w-0">
            <p role="status" class="sr-only">
              Loading the launches…
            </p>
            <LaunchListSkeleton count={Number(params.limit)} />
          </div>
        )}
        <Aside params={params} span={span} launches={launches} whole={whole} />
      </div>
    </>
  )
}

/** A value once what else has changed with it is on the screen: a press is seen at once, its list a moment later. */
function usePainted<T>(value: T): T {
  const [painted, setPainted] = useState(value)
  useEffect(() => setPainted(value), [value])
  return painted ?? value
}

interface LoadedProps extends BoardPartProps {
  answer: LaunchesResponse
}

function LoadedRanking({ params, span, launches, answer: present }: LoadedProps) {
  const Race = useRace()
  const answer = Race ? present : atMoment(present)
  const { posts, total } = answer
  const { timezone } = params
  const limit = Number(params.limit)
  const [count, setCount] = useEntryNumber('shown', limit)
  const list = {
    histories: new Map(answer.history?.map(({ id, points }) => [id, points])),
    topicHref: (topic: string) => boardHref({ ...params, topic }),
  }
  const shown = posts.slice(0, count)
  const isMore = (launches.isMore && !isReplayed.value) || posts.length > shown.length
  return (
    <>
      <ResponseNotices response={answer} timezone={timezone} />
      <p role="status" class="sr-only">
        <span key={shown.length}>
          {launches.isCurrent &&
            !isReplayed.value &&
            `Showing ${pluralize(shown.length, 'product')}.`}
        </span>
      </p>
      {posts.length === 0 && <EmptyRanking params={params} span={span} />}
      {posts.length > 0 && Race && <Race {...list} products={posts} count={count} />}
      {posts.length > 0 && !Race && (
        <LaunchList {...list} products={shown} movements={launches.movements} />
      )}
      {isMore && count === limit && (
        <Button key={total} class="mt-3 w-full" onClick={() => setCount(limit + 1)}>
          Show all {typeof total === 'number' && formatCount(total)}
        </Button>
      )}
      {isMore && count > limit && (
        <More launches={launches} shown={shown.length} onMore={() => setCount(count + STEP)} />
      )}
      <div class="mt-4">
        <ResponseSource response={answer} timezone={timezone} />
      </div>
    </>
  )
}

/** How a replay that plays is shown, once it is loaded. */
function useRace(): typeof RaceOfRows | undefined {
  const [loaded, setLoaded] = useState<typeof RaceOfRows>()
  const isRacing = racing.value !== undefined
  useEffect(() => {
    // Without it the rows move as they do when one drags the slider.
    if (isRacing) import('./race.tsx').then(({ Race }) => setLoaded(() => Race)).catch(() => {})
  }, [isRacing])
  return isRacing ? loaded : undefined
}

interface MoreProps {
  launches: BoardPartProps['launches']
  shown: number
  onMore: () => void
}

/** Shows more, and loads more, as the reader comes near. */
function More({ launches, shown, onMore }: MoreProps) {
  const end = useRef<HTMLParagraphElement>(null)
  const loaded = launches.answer?.posts.length ?? 0
  useEffect(() => {
    const controller = new AbortController()
    // What is loaded is shown at once, in steps.
    if (loaded > shown) {
      const timer = setTimeout(onMore)
      return () => clearTimeout(timer)
    }
    async function reach() {
      // What cannot be loaded is asked for again when the reader comes near again.
      await launches.loadMore(controller.signal).catch(() => {})
      if (!controller.signal.aborted) onMore()
    }
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void reach(), {
      rootMargin: '150%',
    })
    if (end.current) observer.observe(end.current)
    return () => {
      observer.disconnect()
      controller.abort()
    }
  }, [shown, loaded])
  return (
    <p ref={end} class="py-4 text-center text-sm text-muted">
      Loading more…
    </p>
  )
}

function EmptyRanking({ params, span }: Omit<BoardPartProps, 'launches'>) {
  const { timeframe, topic } = params
  const other =
    timeframe === DEFAULT_TIMEFRAME
      ? { name: 'Show all time', timeframe: ALL_TIME }
      : { name: 'Show last week', timeframe: DEFAULT_TIMEFRAME }
  return (
    <EmptyState
      title={
        topic ? `Nothing in ${topic} launched in this period.` : 'Nothing launched in this period.'
      }
    >
      <div class="mt-4 flex flex-wrap justify-center gap-2">
        {topic && (
          <ButtonLink href={boardHref({ ...params, topic: undefined })}>Show all topics</ButtonLink>
        )}
        {span?.kind === 'day' && <NearestDay params={params} day={span.first} />}
        <ButtonLink href={boardHref({ ...params, timeframe: other.timeframe })}>
          {other.name}
        </ButtonLink>
      </div>
    </EmptyState>
  )
}

/** How far it looks for a day with launches, in days before and after. */
const REACHES = [7, 90, 5_000]

/** A link to the nearest day with launches, once it is known. */
function NearestDay({ params, day }: { params: BoardParams; day: string }) {
  const { data } = useQuery(boardHref({ ...params, timeframe: day }), async (signal) => {
    for (const reach of REACHES) {
      const timeframe = `${addDays(day, -reach)}/${addDays(day, reach)}`
      const path = launchesPath({ ...params, timeframe }, PAGE_SIZE)
      const { posts } = await request<LaunchesResponse>(path, { signal })
      const days = posts.flatMap(({ launchedAt }) =>
        launchedAt ? [dayIn(params.timezone, new Date(launchedAt))] : [],
      )
      const distance = (other: string) => Math.abs(Date.parse(other) - Date.parse(day))
      const [nearest] = days.sort((one, other) => distance(one) - distance(other))
      if (nearest) return nearest
    }
    return undefined
  })
  if (!data) return null
  const { title } = windowNames(data, spanAround(data, 'day'))
  return <ButtonLink href={boardHref({ ...params, timeframe: data })}>Show {title}</ButtonLink>
}

interface RankingErrorProps {
  params: BoardParams
  error: unknown
  onRetry: () => void
}

/** Retrying what the service does not understand is pointless: it offers the windows that there are. */
function RankingError({ params, error, onRetry }: RankingErrorProps) {
  const isInvalid = error instanceof RequestError && error.status === 400
  if (!isOnline.value) return <EmptyState title="These launches were not loaded yet." />
  if (!isInvalid) return <ErrorNotice error={error} onRetry={onRetry} />
  const { timeframe } = params
  if (!/timeframe/.test(error.message)) {
    return <ErrorNotice error={error} action={<ButtonLink href="/">Show last week</ButtonLink>} />
  }
  return (
    <EmptyState title={`“${timeframe.slice(0, 60)}” is not a timeframe. Choose one of these.`}>
      <div class="mt-4 flex flex-wrap justify-center gap-2">
        {TIMEFRAMES.map(({ name, timeframe: other }) => (
          <ButtonLink key={other} href={boardHref({ ...params, timeframe: other })}>
            {name}
          </ButtonLink>
        ))}
      </div>
    </EmptyState>
  )
}
