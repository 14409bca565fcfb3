import type { Product, ProductResponse } from '../api/response-types.ts'
import { cx } from '../ui/cx.ts'
import { PageSection } from '../ui/page.tsx'
import { spanAround } from './calendar.ts'
import { formatCount, pluralize } from './format.ts'
import { ProductRow, Rank } from './product-row.tsx'
import { datedTimeframe, nameWindow } from './timeframes.ts'

type Ranks = ProductResponse['ranks']
type RankIn = NonNullable<Ranks['day']>
const KINDS = ['day', 'week', 'month'] as const

interface RankListProps {
  ranks: Ranks
  product: Product
  timezone: string
}

/** Where a product stands in its day, its week and its month, between which others. */
export function RankList({ ranks, product, timezone }: RankListProps) {
  const known = KINDS.flatMap((kind) => (ranks[kind] ? [{ kind, rank: ranks[kind] }] : []))
  if (known.length === 0) return null
  return (
    <PageSection title="Where it ranks">
      <ul aria-label="Ranks" class="grid gap-4 md:grid-cols-3">
        {known.map(({ kind, rank }) => (
          <li key={kind} class="card flex min-w-0 flex-col gap-3 p-4">
            <RankHead kind={kind} rank={rank} timezone={timezone} />
            <ol class="@container -mx-2 space-y-1" start={placesOf(rank, product)[0]?.place}>
              {placesOf(rank, product).map(({ place, product: other }) => (
                <li key={other.id} class={besideOthers(other.id === product.id)}>
                  <ProductRow product={{ ...other, tagline: null }} rank={place} />
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ul>
    </PageSection>
  )
}

/** The row of a product among others, where it is marked. */
export function besideOthers(isOwn: boolean): string {
  return cx('relative rounded-md px-2 py-1', isOwn ? 'bg-accent-soft' : 'hover:bg-sunken')
}

interface RankHeadProps {
  kind: (typeof KINDS)[number]
  rank: RankIn
  timezone: string
}

function RankHead({ kind, rank: { rank, of, window }, timezone }: RankHeadProps) {
  const span = spanAround(window.from, kind)
  const timeframe = datedTimeframe(span)
  const { title, full } = nameWindow(window)
  const isThisYear = span.first.startsWith(String(new Date().getFullYear()))
  return (
    <p class="text-sm text-muted">
      <span class="block text-2xl font-semibold text-ink tabular-nums">#{formatCount(rank)}</span>
      {of !== null && `of ${formatCount(of)} `}
      {kind === 'day' ? 'on ' : 'in '}
      <a
        href={`/?${new URLSearchParams({ timeframe, tz: timezone })}`}
        class="font-medium text-accent underline-offset-4 hover:underline"
      >
        {isThisYear ? title : full}
      </a>
    </p>
  )
}

/** The product between its neighbours, who come in ranking order, with their places. */
export function placesOf({ rank, neighbours }: RankIn, product: Product) {
  const hasAbove = rank > 1 && neighbours.length > 0
  const ordered = hasAbove
    ? [...neighbours.slice(0, 1), product, ...neighbours.slice(1)]
    : [product, ...neighbours]
  return ordered.map((other, index) => ({
    product: other,
    place: rank + index - (hasAbove ? 1 : 0),
  }))
}

/** `#2 today: 5 votes behind Kite, 5 ahead of Boat`. */
export function Standing({ answer }: { answer: ProductResponse }) {
  const { product, ranks } = answer
  const { day } = ranks
  if (!day) return null
  const { spoken } = nameWindow(day.window)
  const isToday = Date.parse(day.window.postedBefore) > Date.now()
  const places = placesOf(day, product)
  const above = places.find(({ place }) => place === day.rank - 1)?.product
  const below = places.find(({ place }) => place === day.rank + 1)?.product
  const margins = [
    above && marginOf(product, above, 'behind'),
    below && marginOf(product, below, 'ahead of'),
  ].filter(Boolean)
  return (
    <p key={margins.join()} class="flex flex-wrap items-center gap-x-2.5 gap-y-1">
      {day.rank <= 3 && (
        <span aria-hidden="true">
          <Rank rank={day.rank} />
        </span>
      )}
      <span class="font-semibold">
        #{formatCount(day.rank)} {isToday ? 'today' : `on ${spoken}`}
      </span>
      {margins.length > 0 && <span class="text-muted">{margins.join(', ')}</span>}
    </p>
  )
}

function marginOf(product: Product, other: Product, relation: string): string | undefined {
  if (product.votesCount === null || other.votesCount === null) return undefined
  const difference = Math.abs(product.votesCount - other.votesCount)
  const name = other.name.slice(0, 60)
  return difference === 0
    ? `level with ${name}`
    : `${pluralize(difference, 'vote')} ${relation} ${name}`
}
