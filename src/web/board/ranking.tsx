import type { ComponentChildren } from 'preact'
import { request } from '../api/request.ts'
import { RequestError } from '../api/request-error.ts'
import type { RankingResponse } from '../api/response-types.ts'
import { useQuery } from '../api/use-query.ts'
import { pluralize } from '../product/format.ts'
import { ProductCard } from '../product/product-card.tsx'
import { ProductSkeleton } from '../product/product-skeleton.tsx'
import { ResponseNotices, ResponseSource } from '../product/response-source.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { cx } from '../ui/cx.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { type BoardParams, boardHref, rankingPath } from './board-params.ts'
import { CsvButton } from './csv-button.tsx'
import { ALL_TIME, DEFAULT_TIMEFRAME, formatWindow } from './timeframes.ts'
import { VotesChart } from './votes-chart.tsx'

/** The ranking for the parameters: loading, loaded, empty or failed. */
export function Ranking({ params }: { params: BoardParams }) {
  const path = rankingPath(params)
  const { data, error, reload } = useQuery(path, async (signal) => ({
    path,
    response: await request<RankingResponse>(path, { signal }),
  }))
  // The previous ranking stays visible while another one loads, but not if that fails.
  const isCurrent = data?.path === path
  if (error !== undefined && !isCurrent) {
    return <RankingError error={error} onRetry={reload} />
  }
  if (!data) return <RankingSkeleton count={Number(params.limit) || 10} />
  return (
    <div
      aria-busy={!isCurrent}
      class={cx('transition-opacity', !isCurrent && 'opacity-50 delay-150')}
    >
      {error !== undefined && (
        <div class="mb-4">
          <ErrorNotice error={error} onRetry={reload} />
        </div>
      )}
      <LoadedRanking response={data.response} params={params} isCurrent={isCurrent} />
    </div>
  )
}

interface LoadedRankingProps {
  response: RankingResponse
  params: BoardParams
  isCurrent: boolean
}

function LoadedRanking({ response, params, isCurrent }: LoadedRankingProps) {
  const { posts } = response
  const { timezone } = params
  const title = (
    <>
      <span>{formatWindow(response, timezone)}</span>{' '}
      <span class="font-normal text-muted">{timezone}</span>
    </>
  )
  return (
    <>
      <Head title={title}>
        <CopyButton label="Copy link" text={() => location.origin + boardHref(params)} />
        <CsvButton path={rankingPath(params, 'csv')} />
      </Head>
      <ResponseNotices response={response} timezone={timezone} />
      <p role="status" class="sr-only">
        {isCurrent && `Showing ${pluralize(posts.length, 'product')}.`}
      </p>
      {posts.length === 0 ? (
        <EmptyRanking params={params} />
      ) : (
        <Columns chart={<VotesChart products={posts} />}>
          <ol aria-label="Products" class="divide-y divide-line">
            {posts.map((product, index) => (
              <li key={product.id} class="px-4 py-4 sm:px-5">
                <ProductCard
                  product={product}
                  rank={index + 1}
                  timezone={timezone}
                  topicHref={(topic) => boardHref({ ...params, topic })}
                />
              </li>
            ))}
          </ol>
        </Columns>
      )}
      <div class="mt-4">
        <ResponseSource response={response} timezone={timezone} />
      </div>
    </>
  )
}

/** A placeholder with `count` rows. */
function RankingSkeleton({ count }: { count: number }) {
  const rows = Array.from({ length: Math.min(Math.max(count, 1), 10) }, (_, index) => index)
  const title = (
    <>
      <span class="sr-only">Loading…</span>
      <Skeleton class="my-0.5 h-5 w-64 max-w-full" />
    </>
  )
  const chart = rows.map((row) => <Skeleton key={row} class="mb-3 h-8" />)
  return (
    <div aria-busy="true">
      <p role="status" class="sr-only">
        Loading the ranking…
      </p>
      <Head title={title}>
        <Skeleton class="h-9 w-28" />
        <Skeleton class="h-9 w-20" />
      </Head>
      <Columns chart={chart}>
        {rows.map((row) => (
          <div key={row} class="border-b border-line px-4 py-4 last:border-0 sm:px-5">
            <ProductSkeleton />
          </div>
        ))}
      </Columns>
    </div>
  )
}

function Head({ title, children }: { title: ComponentChildren; children: ComponentChildren }) {
  return (
    <div class="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <h2 class="flex flex-wrap gap-x-2 font-medium tabular-nums">{title}</h2>
      <div class="flex flex-wrap gap-2">{children}</div>
    </div>
  )
}

function Columns({ chart, children }: { chart: ComponentChildren; children: ComponentChildren }) {
  return (
    <div class="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Card>{children}</Card>
      <Card class="p-5 lg:sticky lg:top-20">
        <h3 class="mb-4 text-sm font-medium">Votes</h3>
        {chart}
      </Card>
    </div>
  )
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

interface RankingErrorProps {
  error: unknown
  onRetry: () => void
}

/** Retrying invalid parameters is pointless: it offers the default timeframe instead. */
function RankingError({ error, onRetry }: RankingErrorProps) {
  const isInvalid = error instanceof RequestError && error.status === 400
  if (!isInvalid) return <ErrorNotice error={error} onRetry={onRetry} />
  return <ErrorNotice error={error} action={<ButtonLink href="/">Show last week</ButtonLink>} />
}
