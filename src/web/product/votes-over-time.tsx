import { requestHistory } from '../api/history.ts'
import type { HistoryResponse } from '../api/response-types.ts'
import { useQuery } from '../api/use-query.ts'
import { cx } from '../ui/cx.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { type Column, Table } from '../ui/table.tsx'
import { formatCount, formatInstant, pluralize } from './format.ts'
import { percentAt, scaleOf, voteLines } from './vote-lines.ts'

const CHART_MS = 14 * 86_400_000

/** More rows say nothing more. */
const MAX_ROWS = 24

const GAPS: Record<HistoryResponse['gaps'][number]['reason'], string> = {
  'not-running': 'the service was not running',
  'source-failed': 'the source did not respond',
  'budget-spent': 'the source’s budget was needed for readers',
  'clock-changed': 'the clock was changed',
}

/** The votes of a product over time. Where the service keeps no history, there is nothing. */
export function VotesOverTime({ id }: { id: string }) {
  const path = `/api/products/${encodeURIComponent(id)}/history`
  const { data, isCurrent, error } = useQuery(path, (signal) =>
    requestHistory<HistoryResponse>(path, signal),
  )
  if (isCurrent && !data) return null
  return (
    <section aria-labelledby="votes" aria-busy={!isCurrent && error === undefined}>
      <h2 id="votes" class="mb-3 text-lg font-semibold tracking-tight">
        Votes over time
      </h2>
      <div class="card p-4 sm:p-5">
        {error !== undefined && <p class="text-muted">They cannot be read at the moment.</p>}
        {error === undefined &&
          (data && isCurrent ? <Votes {...data} /> : <Skeleton class="h-75" />)}
      </div>
    </section>
  )
}

function Votes(history: HistoryResponse) {
  const { points, note } = history
  if (points.length < 2) return <p class="text-muted">{note ?? 'Too few are recorded so far.'}</p>
  return (
    <>
      <figure>
        <Chart {...history} />
        <figcaption class="mt-3 text-sm text-muted">{sentencesOf(history).join(' ')}</figcaption>
      </figure>
      <Disclosure summary="As numbers" class="mt-3">
        <Numbers {...history} />
      </Disclosure>
    </>
  )
}

function Chart({ points, gaps, launchDay, launchWeek }: HistoryResponse) {
  const shown = earlyPoints(points)
  const scale = scaleOf(shown)
  const percent = (at: string) => Math.min(100, Math.max(0, percentAt(at, scale)))
  const ends = [launchDay, launchWeek].flatMap((end) => (end ? [percent(end.at)] : []))
  return (
    <div role="img" aria-label="Votes over time" class="text-sm text-muted tabular-nums">
      <p class="mb-1">{pluralize(scale.max, 'vote')}</p>
      <svg
        aria-hidden="true"
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        class="h-40 w-full overflow-visible border-b border-l border-edge"
      >
        {gaps.map(({ from, until }) => {
          const width = percent(until) - percent(from)
          return (
            <rect key={from} x={percent(from)} width={width} height="100" class="fill-sunken" />
          )
        })}
        {ends.map((x) => (
          <Line key={x} points={`${x},0 ${x},100`} dashes="4 4" class="stroke-edge" />
        ))}
        {voteLines(shown, gaps, scale).map((line) => (
          <Line key={line} points={line} class="stroke-ink stroke-2" />
        ))}
      </svg>
      <p class="mt-1 flex justify-between gap-4">
        <span>{formatInstant(scale.from)}</span>
        <span class="text-right">{formatInstant(scale.until)}</span>
      </p>
    </div>
  )
}

interface LineProps {
  points: string
  dashes?: string
  class: string
}

function Line({ points, dashes, class: className }: LineProps) {
  return (
    <polyline
      points={points}
      class={cx('fill-none', className)}
      stroke-dasharray={dashes}
      stroke-linejoin="round"
      vector-effect="non-scaling-stroke"
    />
  )
}

/** Those of the first two weeks, after which little changes; all where there are hardly any. */
function earlyPoints(points: HistoryResponse['points']) {
  const until = Date.parse(points[0]?.at ?? '') + CHART_MS
  const early = points.filter(({ at }) => Date.parse(at) <= until)
  return early.length > 1 ? early : points
}

/** What the chart shows, in words. */
function sentencesOf({ launchDay, launchWeek, bestRank, percentile, gaps, note }: HistoryResponse) {
  const reasons = [...new Set(gaps.map(({ reason }) => GAPS[reason]))]
  const ends = [
    launchDay && `${pluralize(launchDay.votes, 'vote')} at the end of launch day`,
    launchWeek && `${pluralize(launchWeek.votes, 'vote')} at the end of the seventh day`,
  ].filter(Boolean)
  return [
    ends.length > 0 && `${ends.join(' and ')} (dashed).`,
    bestRank &&
      `Best rank of its day: ${formatCount(bestRank.rank)}, first at ${formatInstant(bestRank.at)}.`,
    percentile !== null && `More votes than ${percentile}% of earlier launches at its age.`,
    reasons.length > 0 && `Nothing was recorded in the shaded times: ${reasons.join(', ')}.`,
    note,
  ].filter(Boolean)
}

function Numbers({ points }: HistoryResponse) {
  const step = Math.ceil(points.length / MAX_ROWS)
  const last = points.length - 1
  const rows = points.filter((_point, index) => (last - index) % step === 0)
  return <Table label="Votes over time" columns={COLUMNS} rows={rows} keyOf={({ at }) => at} />
}

const COLUMNS: readonly Column<HistoryResponse['points'][number]>[] = [
  { name: 'Time', cell: ({ at }) => formatInstant(at) },
  { name: 'Votes', class: 'tabular-nums', cell: ({ votes }) => formatCount(votes) },
  { name: 'Comments', class: 'tabular-nums', cell: ({ comments }) => countOrNone(comments) },
  { name: 'Rank of its day', class: 'tabular-nums', cell: ({ rank }) => countOrNone(rank) },
]

function countOrNone(count: number | null) {
  return count === null ? '–' : formatCount(count)
}
