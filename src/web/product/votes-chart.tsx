import { useMemo, useState } from 'preact/hooks'
import { hueOf } from '../../core/monogram.ts'
import type { HistoryResponse } from '../api/response-types.ts'
import { cx } from '../ui/cx.ts'
import {
  dateFormat,
  formatClock,
  formatCount,
  formatDayTime,
  LOCAL_TIMEZONE,
  pluralize,
} from './format.ts'
import { type ChartLine, type ChartPoint, LineChart, votesAt } from './line-chart.tsx'

/** The first day and the morning after it: hardly anything changes later. */
const SHOWN_MS = 36 * 3_600_000
const HOUR_MS = 3_600_000
const TICK_HOURS = 6

type Point = HistoryResponse['points'][number]

interface VotesChartProps {
  history: HistoryResponse
  /** Those of its neighbours, to compare with. */
  others?: readonly HistoryResponse[]
}

/** The votes of a product with what happened to it, and its rank of the day as a stepped line. */
export function VotesChart({ history, others = [] }: VotesChartProps) {
  const { product, gaps, launchDay } = history
  const [read, setRead] = useState<number>()
  const points = earlyPoints(history.points).map((point) => ({ ...point, x: Date.parse(point.at) }))
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return null
  const [from, until] = [first.x, Math.max(first.x + 1, last.x)]
  const own: ChartLine = { name: product.name, points }
  const faint = others.map((other) => ({ ...lineOf(other, from, until), isFaint: true }))
  const end = launchDay && { x: Date.parse(launchDay.at), label: 'end of its day' }
  return (
    <>
      <LineChart
        label="Votes over time"
        readerName={`Read the chart of ${product.name}`}
        lines={[own, ...faint]}
        from={from}
        until={until}
        ticks={hoursBetween(from, until)}
        marks={[
          ...marksOf(points, faint),
          ...(end && end.x < until ? [{ ...end, votes: launchDay.votes }] : []),
        ]}
        gaps={gaps.map((gap) => ({ from: Date.parse(gap.from), until: Date.parse(gap.until) }))}
        stops={points.map(({ x }) => x)}
        reading={(x) => readingOf(points, x)}
        onRead={setRead}
        table={[
          ['Time', 'Votes', 'Rank'],
          ...points
            .filter(
              ({ x }, index) => index === 0 || hourOf(x) !== hourOf(points[index - 1]?.x ?? 0),
            )
            .map(({ x, votes, rank }) => [
              formatDayTime(new Date(x)),
              formatCount(votes),
              rank === null ? '' : `#${formatCount(rank)}`,
            ]),
        ]}
      />
      <RankSteps points={points} name={product.name} from={from} until={until} read={read} />
    </>
  )
}

type RankedPoint = ChartPoint & { rank: number | null }

/** When it first stood best, and when it passed each neighbour for good. */
function marksOf(points: readonly RankedPoint[], others: readonly ChartLine[]) {
  const ranks = points.flatMap(({ rank }) => rank ?? [])
  const best = points.find(({ rank }) => rank !== null && rank === Math.min(...ranks))
  const clock = (x: number) => formatClock(new Date(x))
  const passes = others.flatMap(({ name, points: theirs }) => {
    const behind = points.findLastIndex(({ x, votes }) => votes <= (votesAt(theirs, x) ?? -1))
    const passed = points[behind + 1]
    return behind >= 0 && passed ? [{ ...passed, label: `passed ${name} ${clock(passed.x)}` }] : []
  })
  const first = best && { ...best, label: `${clock(best.x)} #${best.rank}` }
  return [...(first ? [first] : []), ...passes]
}

/** `2:00 PM · 412 votes · #3 · +38 an hour`. */
function readingOf(points: readonly RankedPoint[], x: number): string {
  const point = points.find((one) => one.x === x)
  if (!point) return ''
  const before = votesAt(points, x - HOUR_MS)
  return [
    formatDayTime(new Date(x)),
    pluralize(point.votes, 'vote'),
    point.rank !== null && `#${formatCount(point.rank)}`,
    before !== undefined && `+${formatCount(point.votes - before)} an hour`,
  ]
    .filter(Boolean)
    .join(' · ')
}

function lineOf({ product, points }: HistoryResponse, from: number, until: number): ChartLine {
  const placed = points.map(({ at, votes }) => ({ x: Date.parse(at), votes }))
  return { name: product.name, points: placed.filter(({ x }) => from <= x && x <= until) }
}

/** Those of the first hours; all where there are hardly any. */
function earlyPoints(points: readonly Point[]): readonly Point[] {
  const until = Date.parse(points[0]?.at ?? '') + SHOWN_MS
  const early = points.filter(({ at }) => Date.parse(at) <= until)
  return early.length > 1 ? early : points
}

/** Round hours of the reader's day; days where there are many. */
function hoursBetween(from: number, until: number) {
  const every = Math.max(1, Math.ceil((until - from) / (8 * TICK_HOURS * HOUR_MS)))
  const hour = dateFormat(LOCAL_TIMEZONE, { hour: 'numeric' })
  const day = dateFormat(LOCAL_TIMEZONE, { month: 'short', day: 'numeric' })
  const whole = Math.ceil(from / HOUR_MS)
  const hours = Array.from(
    { length: Math.max(0, Math.floor(until / HOUR_MS) - whole + 1) },
    (_, index) => whole + index,
  )
  const round = hours.filter((at) => hourOf(at * HOUR_MS) % TICK_HOURS === 0)
  return round
    .filter((_at, index) => index % every === 0)
    .map((at) => {
      const instant = new Date(at * HOUR_MS)
      return {
        x: at * HOUR_MS,
        label: (every > 1 || hourOf(at * HOUR_MS) === 0 ? day : hour).format(instant),
      }
    })
}

/** The hour of the reader's day. */
function hourOf(instant: number): number {
  const format = dateFormat(LOCAL_TIMEZONE, { hour: 'numeric', hourCycle: 'h23' })
  return Number(format.formatToParts(instant).find(({ type }) => type === 'hour')?.value)
}

interface RankStepsProps {
  points: readonly RankedPoint[]
  name: string
  from: number
  until: number
  read: number | undefined
}

/** A rank holds until the next one is read. The best is on top. */
function RankSteps({ points, name, from, until, read }: RankStepsProps) {
  const ranked = points.flatMap(({ x, rank }) => (rank === null ? [] : { x, rank }))
  if (ranked.length < 2) return null
  const worst = Math.max(2, ...ranked.map(({ rank }) => rank))
  const left = (x: number) => ((100 * (x - from)) / (until - from)).toFixed(2)
  const top = (rank: number) => (8 + (84 * (rank - 1)) / (worst - 1)).toFixed(2)
  const corners = ranked.flatMap(({ x, rank }, index) => {
    const before = ranked[index - 1]?.rank ?? rank
    return [`${left(x)},${top(before)}`, `${left(x)},${top(rank)}`]
  })
  return (
    <div class="mt-4 flex h-14 gap-2 text-sm text-muted tabular-nums">
      <div aria-hidden="true" class="flex w-9 flex-col justify-between text-right leading-none">
        <span>#1</span>
        <span>#{formatCount(worst)}</span>
      </div>
      <div role="img" aria-label="Rank over time" style={hueOf(name)} class="curve min-w-0 flex-1">
        <svg
          aria-hidden="true"
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          class="size-full overflow-visible"
        >
          {read !== undefined && (
            <path
              d={`M${left(read)},0V100`}
              class="stroke-muted"
              vector-effect="non-scaling-stroke"
            />
          )}
          <polyline
            points={corners.join(' ')}
            class="fill-none stroke-current"
            stroke-width="2"
            stroke-linejoin="round"
            vector-effect="non-scaling-stroke"
          />
        </svg>
      </div>
    </div>
  )
}

export interface VotePoint {
  /** ISO 8601. */
  at: string
  votes: number
}

interface CurveProps {
  /** Its hue is that of this name. */
  name: string
  points: readonly VotePoint[] | undefined
  class?: string
}

/**
 * The votes of the first hours at a glance; the page of the product has them as numbers. Without points
 * its place is empty, so that nothing moves once they are loaded.
 */
export function ChartCurve({ name, points, class: className = '' }: CurveProps) {
  const line = useMemo(() => voteLine(points ?? []), [points])
  return (
    <span data-curve style={hueOf(name)} class={cx('curve block shrink-0', className)}>
      {line && (
        <svg
          aria-hidden="true"
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          class="size-full overflow-visible"
        >
          <polygon points={`0,100 ${line} 100,100`} class="fill-current opacity-12" />
          <polyline
            points={line}
            class="fill-none stroke-current"
            stroke-width="2"
            stroke-linejoin="round"
            vector-effect="non-scaling-stroke"
          />
        </svg>
      )}
    </span>
  )
}

/** The points of an SVG line that fills a box of 100 by 100; empty where there is none to draw. */
function voteLine(all: readonly VotePoint[]): string {
  const end = Date.parse(all[0]?.at ?? '') + SHOWN_MS
  const points = all.filter(({ at }) => Date.parse(at) <= end)
  if (points.length < 2) return ''
  const instants = points.map(({ at }) => Date.parse(at))
  const from = Math.min(...instants)
  const length = Math.max(1, Math.max(...instants) - from)
  const most = Math.max(1, ...points.map(({ votes }) => votes))
  return points
    .map(({ at, votes }) => {
      const x = (100 * (Date.parse(at) - from)) / length
      return `${x.toFixed(2)},${(100 - (100 * votes) / most).toFixed(2)}`
    })
    .join(' ')
}
