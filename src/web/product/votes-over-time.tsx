import type { HistoryResponse, Product } from '../api/response-types.ts'
import { requestHistory, useQuery } from '../api/use-query.ts'
import { Skeleton } from '../ui/notice.tsx'
import { PageSection } from '../ui/page.tsx'
import { formatClock, formatCount, formatDayTime } from './format.ts'
import { VotesChart } from './votes-chart.tsx'

const GAPS: Record<HistoryResponse['gaps'][number]['reason'], string> = {
  'not-running': 'the service was not running',
  'source-failed': 'the source did not respond',
  'source-stalled': 'the source’s counts did not change',
  'budget-spent': 'the source’s limit of requests was reached',
  'clock-changed': 'the clock was changed',
}

interface VotesOverTimeProps {
  id: string
  version: string
  /** Those above and below it on its day. */
  neighbours: readonly Product[]
}

function historyPath(id: string): string {
  return `/api/products/${encodeURIComponent(id)}/history`
}

/** The votes of a product over time. Where the service keeps no history, there is nothing. */
export function VotesOverTime({ id, version, neighbours }: VotesOverTimeProps) {
  const path = historyPath(id)
  const { data, isCurrent, error } = useQuery(`${path} ${version}`, (signal) =>
    requestHistory<HistoryResponse>(path, signal),
  )
  const history = data?.product.id === id ? data : undefined
  const others = useHistories(history ? neighbours.map((other) => other.id) : [])
  if (isCurrent && !data) return null
  return (
    <PageSection title="Votes over time" isBusy={!history && error === undefined}>
      <div class="card p-4 sm:p-5">
        {error !== undefined && !history && (
          <p class="text-muted">The vote history is unavailable right now.</p>
        )}
        {history && <Votes history={history} others={others ?? []} />}
        {!history && error === undefined && <Skeleton class="h-107" />}
      </div>
    </PageSection>
  )
}

/** Those of several products, as far as they can be read; undefined while they are. */
function useHistories(ids: readonly string[]): readonly HistoryResponse[] | undefined {
  const { data, isCurrent } = useQuery(ids.join(' '), (signal) =>
    Promise.all(
      ids.map((id) =>
        requestHistory<HistoryResponse>(historyPath(id), signal).catch(() => undefined),
      ),
    ),
  )
  return isCurrent && data ? data.flatMap((history) => history ?? []) : undefined
}

interface VotesProps {
  history: HistoryResponse
  others: readonly HistoryResponse[]
}

function Votes({ history, others }: VotesProps) {
  if (history.points.length < 2) return <NothingYet {...history} />
  return (
    <figure>
      <VotesChart history={history} others={others} />
      <figcaption class="mt-3 text-sm text-muted">{sentencesOf(history).join(' ')}</figcaption>
    </figure>
  )
}

/** A line from the launch to the present, before anything is recorded. */
function NothingYet({ product, points, note }: HistoryResponse) {
  const since = points[0]?.at
  const { launchedAt } = product
  return (
    <>
      <p>
        {since
          ? `Recording since ${formatClock(new Date(since))}.`
          : (note ?? 'Nothing is recorded yet.')}
      </p>
      <div aria-hidden="true" class="mt-6 mb-1 border-t-2 border-dotted border-edge" />
      <p class="flex justify-between text-sm text-muted">
        <span>{launchedAt && formatDayTime(new Date(launchedAt))}</span>
        <span>now</span>
      </p>
    </>
  )
}

/** What the chart shows, in words. */
function sentencesOf({ bestRank, percentile, gaps, note }: HistoryResponse) {
  const reasons = [...new Set(gaps.map(({ reason }) => GAPS[reason]))]
  return [
    percentile !== null && `It beat ${percentile}% of launches at the same age.`,
    bestRank &&
      `It took #${formatCount(bestRank.rank)} on ${formatDayTime(new Date(bestRank.at)).replace(', ', ' at ')}.`,
    reasons.length > 0 && `The shaded times have no votes: ${reasons.join(', ')}.`,
    note,
  ].filter(Boolean)
}
