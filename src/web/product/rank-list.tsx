import type { Product, ProductResponse } from '../api/response-types.ts'
import { dayIn, spanAround } from './calendar.ts'
import { formatCount } from './format.ts'
import { ProductRow } from './product-row.tsx'
import { datedTimeframe } from './timeframes.ts'
import { nameWindow } from './window-name.ts'

type Ranks = ProductResponse['ranks']
type Rank = NonNullable<Ranks['day']>
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
    <section aria-labelledby="ranks">
      <h2 id="ranks" class="mb-3 text-lg font-semibold tracking-tight">
        Where it stands
      </h2>
      <ul aria-label="Ranks" class="grid gap-4 md:grid-cols-3">
        {known.map(({ kind, rank }) => (
          <li key={kind} class="card flex min-w-0 flex-col gap-3 p-4">
            <RankHead kind={kind} rank={rank} timezone={timezone} />
            <ol class="space-y-1" start={placesOf(rank, product)[0]?.place}>
              {placesOf(rank, product).map(({ place, product: other }) => (
                <li
                  key={other.id}
                  class={
                    other.id === product.id
                      ? 'relative -mx-2 rounded-md bg-accent-soft px-2 py-1'
                      : 'relative -mx-2 rounded-md px-2 py-1 hover:bg-sunken'
                  }
                >
                  <ProductRow product={other} rank={place} />
                </li>
              ))}
            </ol>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface RankHeadProps {
  kind: (typeof KINDS)[number]
  rank: Rank
  timezone: string
}

function RankHead({ kind, rank: { rank, of, window }, timezone }: RankHeadProps) {
  const span = spanAround(dayIn(timezone, new Date(window.postedAfter)), kind)
  const timeframe = datedTimeframe(span)
  const { title, full } = nameWindow({ tz: timezone, window })
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
export function placesOf({ rank, neighbours }: Rank, product: Product) {
  const hasAbove = rank > 1 && neighbours.length > 0
  const ordered = hasAbove
    ? [...neighbours.slice(0, 1), product, ...neighbours.slice(1)]
    : [product, ...neighbours]
  return ordered.map((other, index) => ({
    product: other,
    place: rank + index - (hasAbove ? 1 : 0),
  }))
}
