import { asList, asRecord } from '../../core/json.ts'
import { hueAngleOf } from '../../core/monogram.ts'
import type { Product } from '../api/response-types.ts'
import { Table } from '../ui/table.tsx'
import { formatCount, formatDayTime } from './format.ts'
import { type ChartLine, LineChart, votesAt } from './line-chart.tsx'
import { ProductLink, ProductPicture } from './product-row.tsx'

const TICK_HOURS = 6
/** Between the hues of two lines. */
const HUE_STEP = 45

/** A product, and what the service says of it. */
export interface Compared {
  product: Product
  details: unknown
}

export interface ComparisonProps {
  compared: readonly Compared[]
  /** They are of another service. */
  isForeign?: boolean
}

/** Products beside each other: one chart by hours since launch, one table. */
export function Comparison({ compared, isForeign = false }: ComparisonProps) {
  const lines = distinct(compared.map(lineOf).filter(({ points }) => points.length > 1))
  return (
    <>
      {lines.length > 0 && <Curves lines={lines} />}
      <Figures compared={compared} isForeign={isForeign} />
    </>
  )
}

function Curves({ lines }: { lines: readonly DistinctLine[] }) {
  const until = Math.max(...lines.map(({ points }) => points.at(-1)?.x ?? 1))
  const hours = Array.from({ length: until + 1 }, (_, hour) => hour)
  const counts = (hour: number) =>
    lines.map(({ name, points }) => {
      const votes = (points.at(-1)?.x ?? 0) < hour - 1 ? undefined : votesAt(points, hour)
      return { name, text: votes === undefined ? '' : formatCount(votes) }
    })
  return (
    <section aria-label="Votes by hours since launch" class="card p-4 sm:p-5">
      <ul class="mb-2 flex flex-wrap gap-x-4 text-sm">
        {lines.map(({ name, hue }) => (
          <li key={name} class="inline-flex min-w-0 items-center gap-1.5">
            <span
              aria-hidden="true"
              style={{ '--hue': hue }}
              class="curve size-2.5 shrink-0 rounded-full bg-current"
            />
            <span class="truncate">{name}</span>
          </li>
        ))}
      </ul>
      <LineChart
        label="Votes over time"
        readerName="Read the chart by hours since launch"
        lines={lines}
        from={0}
        until={until}
        ticks={hours
          .filter((hour) => hour % TICK_HOURS === 0)
          .map((hour) => ({ x: hour, label: `${hour} h` }))}
        stops={hours}
        reading={(hour) => {
          const read = counts(hour).filter(({ text }) => text !== '')
          return [`${hour} h`, ...read.map(({ name, text }) => `${name} ${text}`)].join(' · ')
        }}
        table={[
          ['Hours', ...lines.map(({ name }) => name)],
          ...hours.map((hour) => [String(hour), ...counts(hour).map(({ text }) => text)]),
        ]}
      />
    </section>
  )
}

function lineOf({ product, details }: Compared): ChartLine {
  const counts = asList(asRecord(details).votesByHour)
  const points = counts.flatMap((votes, x) => (typeof votes === 'number' ? { x, votes } : []))
  return { name: product.name, points }
}

type DistinctLine = ChartLine & { hue: number }

/** Two names may have one hue, two lines may not. */
function distinct(lines: readonly ChartLine[]): DistinctLine[] {
  const taken: number[] = []
  return lines.map((line) => {
    let hue = hueAngleOf(line.name)
    while (taken.some((other) => Math.abs(other - hue) < HUE_STEP - 10))
      hue = (hue + HUE_STEP) % 360
    taken.push(hue)
    return { ...line, hue }
  })
}

function Figures({ compared, isForeign }: Required<ComparisonProps>) {
  const count = (value: number | null) => (value === null ? '–' : formatCount(value))
  const rankIn =
    (unit: string) =>
    ({ details }: Compared) => {
      const { rank } = asRecord(asRecord(asRecord(details).ranks)[unit])
      return typeof rank === 'number' ? `#${formatCount(rank)}` : '–'
    }
  const rows: Figure[] = [
    ['Votes', ({ product }) => count(product.votesCount)],
    ['Comments', ({ product }) => count(product.commentsCount)],
    ['Rank of its day', rankIn('day')],
    ['Rank of its week', rankIn('week')],
    ['Rank of its month', rankIn('month')],
    [
      'Launched',
      ({ product }) => (product.launchedAt ? formatDayTime(new Date(product.launchedAt)) : '–'),
    ],
    ['Topics', ({ product }) => product.topics.join(', ')],
  ]
  const columns = compared.map((one) => ({
    name: one.product.name,
    head: (
      <span class="flex flex-col gap-1 text-base text-ink">
        <ProductPicture product={one.product} isForeign={isForeign} class="size-10" />
        <ProductLink product={one.product} isForeign={isForeign} class="wrap-anywhere" />
      </span>
    ),
    cell: ([, textOf]: Figure) => textOf(one),
    class: 'min-w-32 tabular-nums text-base',
  }))
  const names = { name: 'Figure', cell: ([name]: Figure) => name, class: 'text-muted' }
  return (
    <Table label="Figures" columns={[names, ...columns]} rows={rows} keyOf={([name]) => name} />
  )
}

type Figure = readonly [name: string, textOf: (one: Compared) => string]
