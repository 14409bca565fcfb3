import type { ComponentChildren } from 'preact'
import type { RankingAnswer } from '../api/answers.ts'
import { request } from '../api/request.ts'
import { RequestError } from '../api/request-error.ts'
import { useLoaded } from '../api/use-loaded.ts'
import { ProductCard } from '../product/product-card.tsx'
import { ProductSkeleton } from '../product/product-skeleton.tsx'
import { AnswerNotices, SourceLine } from '../product/provenance.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { cx } from '../ui/cx.ts'
import { Empty } from '../ui/empty.tsx'
import { Failure } from '../ui/failure.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { boardHref, type Choice, rankingPath } from './choice.ts'
import { CsvButton } from './csv-button.tsx'
import { ALL_TIME, DEFAULT_TIMEFRAME, windowInWords } from './timeframes.ts'
import { VotesChart } from './votes-chart.tsx'

/** The ranking of what was chosen, in each of the states that it can be in. */
export function Ranking({ choice }: { choice: Choice }) {
  const path = rankingPath(choice)
  const { data, error, reload } = useLoaded(path, async (signal) => ({
    path,
    answer: await request<RankingAnswer>(path, { signal }),
  }))
  // An answer to another question is shown while this one is asked, and never in place of it.
  const isOwn = data?.path === path
  if (error !== undefined && !isOwn) {
    return <RankingFailure error={error} onRetry={reload} />
  }
  if (!data) return <RankingSkeleton count={Number(choice.limit) || 10} />
  return (
    <div aria-busy={!isOwn} class={cx('transition-opacity', !isOwn && 'opacity-50 delay-150')}>
      {error !== undefined && (
        <div class="mb-4">
          <Failure error={error} onRetry={reload} />
        </div>
      )}
      <Answer answer={data.answer} choice={choice} isOwn={isOwn} />
    </div>
  )
}

interface AnswerProps {
  answer: RankingAnswer
  choice: Choice
  isOwn: boolean
}

function Answer({ answer, choice, isOwn }: AnswerProps) {
  const { posts } = answer
  const { timezone } = choice
  const title = (
    <>
      <span>{windowInWords(answer, timezone)}</span>{' '}
      <span class="font-normal text-muted">{timezone}</span>
    </>
  )
  return (
    <>
      <Head title={title}>
        <CopyButton label="Copy link" text={() => location.origin + boardHref(choice)} />
        <CsvButton path={rankingPath(choice, 'csv')} />
      </Head>
      <AnswerNotices answer={answer} timezone={timezone} />
      <p role="status" class="sr-only">
        {isOwn && shownInWords(posts.length)}
      </p>
      {posts.length === 0 ? (
        <NothingLaunched choice={choice} />
      ) : (
        <Columns chart={<VotesChart products={posts} />}>
          <ol aria-label="Products" class="divide-y divide-line">
            {posts.map((product, index) => (
              <li key={product.id} class="px-4 py-4 sm:px-5">
                <ProductCard
                  product={product}
                  rank={index + 1}
                  timezone={timezone}
                  topicHref={(topic) => boardHref({ ...choice, topic })}
                />
              </li>
            ))}
          </ol>
        </Columns>
      )}
      <div class="mt-4">
        <SourceLine answer={answer} timezone={timezone} />
      </div>
    </>
  )
}

/** Holds the room of an answer, row by row. */
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
        The ranking is loading.
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

function NothingLaunched({ choice }: { choice: Choice }) {
  const { timeframe, topic } = choice
  const other =
    timeframe === DEFAULT_TIMEFRAME
      ? { name: 'Show all time', timeframe: ALL_TIME }
      : { name: 'Show last week', timeframe: DEFAULT_TIMEFRAME }
  return (
    <Empty title={`Nothing was launched in this timeframe${topic ? ' with this topic' : ''}.`}>
      <div class="mt-4 flex flex-wrap justify-center gap-2">
        {topic && (
          <ButtonLink href={boardHref({ ...choice, topic: undefined })}>Show all topics</ButtonLink>
        )}
        <ButtonLink href={boardHref({ ...choice, timeframe: other.timeframe })}>
          {other.name}
        </ButtonLink>
      </div>
    </Empty>
  )
}

interface RankingFailureProps {
  error: unknown
  onRetry: () => void
}

/** To ask again for what makes no sense leads nowhere: there it offers what always has an answer. */
function RankingFailure({ error, onRetry }: RankingFailureProps) {
  const isInvalid = error instanceof RequestError && error.status === 400
  if (!isInvalid) return <Failure error={error} onRetry={onRetry} />
  return <Failure error={error} action={<ButtonLink href="/">Show last week</ButtonLink>} />
}

function shownInWords(count: number): string {
  return count === 1 ? '1 product is shown.' : `${count} products are shown.`
}
