import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { HistoryResponse } from '../api/response-types.ts'
import { cx } from '../ui/cx.ts'
import { hueOf } from '../ui/tile.tsx'
import { formatCount, formatDayTime, pluralize } from './format.ts'

/** The first day and the morning after it: hardly anything changes later. */
const SHOWN_MS = 36 * 3_600_000

type Point = HistoryResponse['points'][number]

/** The votes as an area and the rank of the day as a stepped line, which are read on hover and focus. */
export function VotesChart({ history }: { history: HistoryResponse }) {
  const { product, gaps, launchDay } = history
  const points = earlyPoints(history.points)
  const [at, setAt] = useState<number>()
  const last = points.length - 1
  const read = points[Math.min(at ?? last, last)]
  if (!read) return null
  const scale = scaleOf(points)
  const percent = (instant: string) => percentAt(instant, scale)
  const line = voteLine(points, scale)
  const ranks = points.flatMap(({ rank }) => rank ?? [])
  const worst = Math.max(2, ...ranks)

  return (
    <div style={hueOf(product.name)} class="text-sm text-muted tabular-nums">
      <p class="mb-2 flex flex-wrap gap-x-2">
        <span class="font-medium text-ink">{readingOf(read)}</span>
        {at === undefined && 'Point at the chart to read it.'}
      </p>
      <div class="relative">
        <Plot label="Votes over time" class="h-36">
          {gaps.map(({ from, until }) => (
            <rect
              key={from}
              x={percent(from)}
              width={percent(until) - percent(from)}
              height="100"
              class="fill-sunken"
            />
          ))}
          <polygon points={`0,100 ${line} 100,100`} class="fill-current opacity-12" />
          <Line points={line} />
          {launchDay && (
            <Line points={vertical(percent(launchDay.at))} dashes="4 4" class="text-edge" />
          )}
          {at !== undefined && <Reading x={percent(read.at)} />}
        </Plot>
        {ranks.length > 1 && (
          <>
            <p class="mt-3 mb-1 flex justify-between">
              <span>#1</span>
              <span>Rank that day</span>
            </p>
            <Plot label="Rank over time" class="h-14">
              <Line points={stepsOf(points, worst, percent)} />
              {at !== undefined && <Reading x={percent(read.at)} />}
            </Plot>
          </>
        )}
        <input
          type="range"
          aria-label={`Read the chart of ${product.name}`}
          aria-valuetext={readingOf(read)}
          min={0}
          max={last}
          value={at ?? last}
          onInput={({ currentTarget }) => setAt(Number(currentTarget.value))}
          onPointerMove={({ currentTarget, clientX }) => {
            const { left, width } = currentTarget.getBoundingClientRect()
            const instant = scale.from + ((clientX - left) / width) * (scale.until - scale.from)
            setAt(nearest(points, instant))
          }}
          onPointerLeave={() => setAt(undefined)}
          class="absolute inset-0 h-full w-full cursor-crosshair appearance-none rounded-md bg-transparent [&::-moz-range-thumb]:opacity-0 [&::-webkit-slider-thumb]:opacity-0"
        />
      </div>
      <p class="mt-1 flex justify-between gap-4">
        <span>{formatDayTime(new Date(scale.from))}</span>
        {launchDay && <span>Dashed: the end of its first day</span>}
        <span class="text-right">{formatDayTime(new Date(scale.until))}</span>
      </p>
    </div>
  )
}

interface PlotProps {
  label: string
  class: string
  children: ComponentChildren
}

function Plot({ label, class: className, children }: PlotProps) {
  return (
    <div role="img" aria-label={label} class={cx('curve', className)}>
      <svg
        aria-hidden="true"
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        class="size-full overflow-visible border-b border-edge"
      >
        {children}
      </svg>
    </div>
  )
}

function Line({
  points,
  dashes,
  class: className,
}: {
  points: string
  dashes?: string
  class?: string
}) {
  return (
    <polyline
      points={points}
      class={cx('fill-none stroke-current', className)}
      stroke-width={dashes || className ? 1 : 2}
      stroke-dasharray={dashes}
      stroke-linejoin="round"
      vector-effect="non-scaling-stroke"
    />
  )
}

function Reading({ x }: { x: number }) {
  return <Line points={vertical(x)} class="text-muted opacity-60" />
}

function vertical(x: number): string {
  return `${x},0 ${x},100`
}

/** `2:00 PM · 412 votes · #3`. */
function readingOf({ at, votes, rank }: Point): string {
  const place = rank === null ? '' : ` · #${formatCount(rank)}`
  return `${formatDayTime(new Date(at))} · ${pluralize(votes, 'vote')}${place}`
}

/** Those of the first hours; all where there are hardly any. */
function earlyPoints(points: readonly Point[]): readonly Point[] {
  const until = Date.parse(points[0]?.at ?? '') + SHOWN_MS
  const early = points.filter(({ at }) => Date.parse(at) <= until)
  return early.length > 1 ? early : points
}

/** A rank holds until the next one is read. The best is on top. */
function stepsOf(points: readonly Point[], worst: number, percent: (at: string) => number): string {
  let before: number | undefined
  const corners: string[] = []
  for (const { at, rank } of points) {
    if (rank === null) continue
    const x = percent(at).toFixed(2)
    const y = (8 + (84 * (rank - 1)) / (worst - 1)).toFixed(2)
    if (before !== undefined && before !== rank) {
      corners.push(`${x},${(8 + (84 * (before - 1)) / (worst - 1)).toFixed(2)}`)
    }
    corners.push(`${x},${y}`)
    before = rank
  }
  return corners.join(' ')
}

function nearest(points: readonly Point[], instant: number): number {
  const distances = points.map(({ at }) => Math.abs(Date.parse(at) - instant))
  return distances.indexOf(Math.min(...distances))
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
export function ChartCurve({ name, points = [], class: className = '' }: CurveProps) {
  const until = Date.parse(points[0]?.at ?? '') + SHOWN_MS
  const shown = points.filter(({ at }) => Date.parse(at) <= until)
  const line = voteLine(shown)
  return (
    <span data-curve style={hueOf(name)} class={cx('curve block shrink-0', className)}>
      {shown.length > 1 && (
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

export interface VotePoint {
  /** ISO 8601. */
  at: string
  votes: number
}

interface Scale {
  from: number
  until: number
  /** The votes at the upper edge. */
  max: number
}

/** The scale on which all points are within the box. */
function scaleOf(points: readonly VotePoint[]): Scale {
  const instants = points.map(({ at }) => Date.parse(at))
  const from = Math.min(...instants)
  const until = Math.max(from + 1, ...instants)
  return { from, until, max: Math.max(1, ...points.map(({ votes }) => votes)) }
}

/** How far to the right an instant is, in percent, within the box. */
function percentAt(at: string, { from, until }: Scale): number {
  return Math.min(100, Math.max(0, (100 * (Date.parse(at) - from)) / (until - from)))
}

/** The points of an SVG line in a box of 100 by 100. */
function voteLine(points: readonly VotePoint[], scale = scaleOf(points)): string {
  return points
    .map((point) => {
      const y = 100 - (100 * point.votes) / scale.max
      return `${percentAt(point.at, scale).toFixed(2)},${y.toFixed(2)}`
    })
    .join(' ')
}
