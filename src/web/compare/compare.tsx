import { useLocation } from 'preact-iso'
import { hueAngleOf } from '../../core/monogram.ts'
import { request } from '../api/request.ts'
import type { HistoryResponse, ProductResponse } from '../api/response-types.ts'
import { useQuery } from '../api/use-query.ts'
import { formatCount, formatDayTime, LOCAL_TIMEZONE } from '../product/format.ts'
import { type ChartLine, LineChart, votesAt } from '../product/line-chart.tsx'
import { PictureLink } from '../product/product-page.tsx'
import { ProductLink, ProductPicture } from '../product/product-row.tsx'
import { useHistories } from '../product/votes-over-time.tsx'
import { ButtonLink } from '../ui/button.tsx'
import { EmptyState, ErrorNotice, Skeleton } from '../ui/notice.tsx'
import { Page } from '../ui/page.tsx'
import { Table } from '../ui/table.tsx'

const MAX_COMPARED = 4
const HOUR_MS = 3_600_000
/** Hardly any votes come later. */
const MAX_HOURS = 48
const TICK_HOURS = 6
/** Between the hues of two lines. */
const HUE_STEP = 45

/** Up to four products beside each other: one chart by hours since launch, one table. */
export function Compare() {
  const { query } = useLocation()
  const ids = [...new Set((query.ids ?? '').split(',').filter(Boolean))].slice(0, MAX_COMPARED)
  const { data, error, reload } = useQuery(ids.join(','), (signal) =>
    Promise.all(
      ids.map((id) => {
        const path = `/api/products/${encodeURIComponent(id)}`
        return request<ProductResponse>(`${path}?${new URLSearchParams({ tz: LOCAL_TIMEZONE })}`, {
          signal,
        })
      }),
    ),
  )
  const histories = useHistories(data ? ids : [])
  const names = data?.map(({ product }) => product.name.slice(0, 60)).join(', ')
  return (
    <Page title={names ?? 'Compare'}>
      {ids.length === 0 && (
        <EmptyState title="Choose launches to compare.">
          <p class="mt-2 text-muted">
            Point at a launch on the board and press c, or tick its box.
          </p>
          <ButtonLink href="/" class="mt-4">
            Board
          </ButtonLink>
        </EmptyState>
      )}
      {error !== undefined && <ErrorNotice error={error} onRetry={reload} />}
      {!data && ids.length > 0 && error === undefined && <Skeleton class="h-107" />}
      {data && (
        <div class="space-y-6">
          {!histories && <Skeleton class="h-107" />}
          {histories && histories.length > 0 && <Curves histories={histories} />}
          <Figures answers={data} />
          <PictureLink href={`/share/compare.png?ids=${ids.map(encodeURIComponent).join(',')}`} />
        </div>
      )}
    </Page>
  )
}

function Curves({ histories }: { histories: readonly HistoryResponse[] }) {
  const lines = distinct(histories.map(lineOf))
  const until = Math.max(1, ...lines.flatMap(({ points }) => points.map(({ x }) => Math.ceil(x))))
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

function lineOf({ product, points }: HistoryResponse): ChartLine {
  const since = Date.parse(product.launchedAt ?? points[0]?.at ?? '')
  const placed = points.map(({ at, votes }) => ({ x: (Date.parse(at) - since) / HOUR_MS, votes }))
  return { name: product.name, points: placed.filter(({ x }) => x <= MAX_HOURS) }
}

/** Two names may have one hue, two lines may not. */
function distinct(lines: readonly ChartLine[]): (ChartLine & { hue: number })[] {
  const taken: number[] = []
  return lines.map((line) => {
    let hue = hueAngleOf(line.name)
    while (taken.some((other) => Math.abs(other - hue) < HUE_STEP - 10))
      hue = (hue + HUE_STEP) % 360
    taken.push(hue)
    return { ...line, hue }
  })
}

function Figures({ answers }: { answers: readonly ProductResponse[] }) {
  const rankIn = (rank: ProductResponse['ranks']['day']) =>
    rank ? `#${formatCount(rank.rank)}` : '–'
  const count = (value: number | null | undefined) =>
    typeof value === 'number' ? formatCount(value) : '–'
  const rows: Figure[] = [
    ['Votes', ({ product }) => count(product.votesCount)],
    ['Comments', ({ product }) => count(product.commentsCount)],
    ['Rank of its day', ({ ranks }) => rankIn(ranks.day)],
    ['Rank of its week', ({ ranks }) => rankIn(ranks.week)],
    ['Rank of its month', ({ ranks }) => rankIn(ranks.month)],
    [
      'Launched',
      ({ product }) => (product.launchedAt ? formatDayTime(new Date(product.launchedAt)) : '–'),
    ],
    ['Topics', ({ product }) => product.topics.join(', ')],
  ]
  const columns = answers.map((answer) => ({
    name: answer.product.name,
    head: (
      <span class="flex flex-col gap-1 text-base text-ink">
        <ProductPicture product={answer.product} class="size-10" />
        <ProductLink product={answer.product} class="wrap-anywhere" />
      </span>
    ),
    cell: ([, textOf]: Figure) => textOf(answer),
    class: 'min-w-32 tabular-nums text-base',
  }))
  const names = { name: 'Figure', cell: ([name]: Figure) => name, class: 'text-muted' }
  return (
    <Table label="Figures" columns={[names, ...columns]} rows={rows} keyOf={([name]) => name} />
  )
}

type Figure = readonly [name: string, textOf: (answer: ProductResponse) => string]
