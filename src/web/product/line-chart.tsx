import { useState } from 'preact/hooks'
import { hueAngleOf } from '../../core/monogram.ts'
import { cx } from '../ui/cx.ts'
import { formatCount } from './format.ts'

/** A count at a place of the horizontal axis, which is an instant or an age. */
export interface ChartPoint {
  x: number
  votes: number
}

export interface ChartLine {
  name: string
  /** An angle, if not that of its name. */
  hue?: number
  points: readonly ChartPoint[]
  /** It is only there to compare with. */
  isFaint?: boolean
}

interface LineChartProps {
  /** Names the picture, and the table with the same numbers. */
  label: string
  lines: readonly ChartLine[]
  from: number
  until: number
  ticks: readonly { x: number; label: string }[]
  /** What happened at a point of the first line. */
  marks?: readonly (ChartPoint & { label: string })[]
  gaps?: readonly { from: number; until: number }[]
  /** Where the reader can stop, ascending. */
  stops: readonly number[]
  /** The name of the slider that reads it. */
  readerName: string
  reading: (x: number) => string
  onRead?: (x: number | undefined) => void
  /** The first row is the head. */
  table: readonly (readonly string[])[]
}

/** Votes over time, with an axis. It is read by pointing at it, by arrow keys, and as a table. */
export function LineChart(props: LineChartProps) {
  const { label, lines, from, until, ticks, marks = [], gaps = [], stops, reading, table } = props
  const [stop, setStop] = useState<number>()
  const last = stops.length - 1
  const at = stops[Math.min(stop ?? last, last)] ?? until
  const votes = votesAxis(lines)
  const top = votes.at(-1) ?? 1
  const left = (x: number) => Math.min(100, Math.max(0, (100 * (x - from)) / (until - from)))
  const height = (count: number) => 100 - (100 * count) / top

  function read(next: number | undefined) {
    setStop(next)
    props.onRead?.(next === undefined ? undefined : stops[next])
  }

  return (
    <div class="-mx-1 overflow-x-clip px-1 text-sm text-muted tabular-nums">
      <p class="mb-3 min-h-5 font-medium text-ink">{reading(at)}</p>
      <div class="flex h-80 gap-2">
        <div aria-hidden="true" class="relative mb-7 w-9 text-right">
          {votes.map((count) => (
            <span
              key={count}
              class="absolute right-0 -translate-y-1/2"
              style={{ top: `${height(count)}%` }}
            >
              {formatCount(count)}
            </span>
          ))}
        </div>
        <div class="@container relative min-w-0 flex-1">
          <div role="img" aria-label={label} class="absolute inset-x-0 top-0 bottom-7">
            <svg
              aria-hidden="true"
              viewBox="0 0 100 100"
              preserveAspectRatio="none"
              class="size-full overflow-visible"
            >
              {gaps.map((gap) => (
                <rect
                  key={gap.from}
                  x={left(gap.from)}
                  width={left(gap.until) - left(gap.from)}
                  height="100"
                  class="fill-sunken"
                />
              ))}
              {votes.map((count) => (
                <Stroke key={count} points={`0,${height(count)} 100,${height(count)}`} />
              ))}
              {lines.toReversed().map((line) => (
                <Curve key={line.name} line={line} left={left} height={height} />
              ))}
              {stop !== undefined && <Stroke points={`${left(at)},0 ${left(at)},100`} isStrong />}
            </svg>
            {stop !== undefined &&
              lines.map(({ name, points, hue = hueAngleOf(name) }) => {
                const count = votesAt(points, at)
                if (count === undefined) return null
                return <Dot key={name} hue={hue} left={left(at)} top={height(count)} />
              })}
            {marks.map((mark) => (
              <Mark key={mark.label} {...mark} left={left(mark.x)} top={height(mark.votes)} />
            ))}
          </div>
          <div aria-hidden="true" class="absolute inset-x-0 bottom-0 h-5">
            {ticks.map(({ x, label }, index) => (
              <span
                key={x}
                // The last one would be cut, and where there is little room there are fewer.
                class={cx(
                  'absolute whitespace-nowrap',
                  left(x) < 97 ? '-translate-x-1/2' : '-translate-x-full',
                  (ticks.length - index) % 2 === 0 && '@max-sm:hidden',
                  (ticks.length - index) % 4 !== 1 && '@max-[10rem]:hidden',
                )}
                style={{ left: `${left(x)}%` }}
              >
                {label}
              </span>
            ))}
          </div>
          <input
            type="range"
            aria-label={props.readerName}
            aria-valuetext={reading(at)}
            min={0}
            max={last}
            value={stop ?? last}
            onInput={({ currentTarget }) => read(Number(currentTarget.value))}
            onPointerMove={({ currentTarget, clientX }) => {
              const box = currentTarget.getBoundingClientRect()
              const pointed = from + ((clientX - box.left) / box.width) * (until - from)
              read(nearest(stops, pointed))
            }}
            onPointerLeave={() => read(undefined)}
            class="absolute inset-0 h-full w-full cursor-crosshair touch-pan-y appearance-none rounded-md bg-transparent [&::-moz-range-thumb]:opacity-0 [&::-webkit-slider-thumb]:opacity-0"
          />
        </div>
      </div>
      <HiddenTable label={label} rows={table} />
    </div>
  )
}

interface CurveProps {
  line: ChartLine
  left: (x: number) => number
  height: (votes: number) => number
}

function Curve({
  line: { name, points, isFaint = false, hue = hueAngleOf(name) },
  left,
  height,
}: CurveProps) {
  const path = points
    .map(({ x, votes }) => `${left(x).toFixed(2)},${height(votes).toFixed(2)}`)
    .join(' ')
  const [first, last] = [points[0], points.at(-1)]
  if (!first || !last) return null
  return (
    <g class={cx('curve', isFaint && 'opacity-45')} style={{ '--hue': hue }}>
      {!isFaint && (
        <polygon
          points={`${left(first.x)},100 ${path} ${left(last.x)},100`}
          class="fill-current opacity-10"
        />
      )}
      <polyline
        points={path}
        class="fill-none stroke-current"
        stroke-width={isFaint ? 1.5 : 2.5}
        stroke-linejoin="round"
        vector-effect="non-scaling-stroke"
      />
    </g>
  )
}

function Stroke({ points, isStrong = false }: { points: string; isStrong?: boolean }) {
  return (
    <polyline
      points={points}
      class={cx('fill-none', isStrong ? 'stroke-muted' : 'stroke-line')}
      stroke-width="1"
      vector-effect="non-scaling-stroke"
    />
  )
}

interface PlaceProps {
  /** In percent. */
  left: number
  top: number
}

function Dot({ hue, left, top }: PlaceProps & { hue: number }) {
  return (
    <span
      aria-hidden="true"
      class="curve absolute size-2.5 -translate-1/2 rounded-full bg-current ring-2 ring-surface"
      style={{ '--hue': hue, left: `${left}%`, top: `${top}%` }}
    />
  )
}

/** A dot with its words on the side where there is room. */
function Mark({ label, left, top }: PlaceProps & { label: string }) {
  return (
    <span
      class="absolute size-2 -translate-1/2 rounded-full bg-ink ring-2 ring-surface"
      style={{ left: `${left}%`, top: `${top}%` }}
    >
      <span
        class={cx(
          'absolute max-w-40 truncate rounded bg-surface/80 px-1 text-ink',
          left < 50 ? 'top-1 left-2' : 'right-2 bottom-1',
        )}
      >
        {label}
      </span>
    </span>
  )
}

function HiddenTable({
  label,
  rows: [head = [], ...rows],
}: {
  label: string
  rows: LineChartProps['table']
}) {
  return (
    // A table is as wide as its words, whatever it is told.
    <div class="sr-only">
      <table aria-label={label}>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...cells]) => (
            <tr key={first}>
              <th scope="row">{first}</th>
              {cells.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Round numbers from 0 to above the most votes, at most six. */
function votesAxis(lines: readonly ChartLine[]): number[] {
  const most = Math.max(1, ...lines.flatMap(({ points }) => points.map(({ votes }) => votes)))
  const power = 10 ** Math.floor(Math.log10(most / 5))
  const step = Math.max(
    1,
    [1, 2, 5, 10].map((of) => of * power).find((of) => of * 5 >= most) ?? most,
  )
  return Array.from({ length: Math.ceil(most / step) + 1 }, (_, index) => index * step)
}

/** The last count at a place, or before it. */
export function votesAt(points: readonly ChartPoint[], x: number): number | undefined {
  return points.findLast((point) => point.x <= x)?.votes
}

function nearest(stops: readonly number[], x: number): number {
  const distances = stops.map((stop) => Math.abs(stop - x))
  return distances.indexOf(Math.min(...distances))
}
