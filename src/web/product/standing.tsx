import type { Product, ProductResponse } from '../api/response-types.ts'
import { formatCount, pluralize } from './format.ts'
import { Rank } from './product-row.tsx'
import { placesOf } from './rank-list.tsx'
import { nameWindow } from './window-name.ts'

/** `#2 today: 5 votes behind Kite, 5 ahead of Boat`. */
export function Standing({ answer }: { answer: ProductResponse }) {
  const { product, tz, ranks } = answer
  const { day } = ranks
  if (!day) return null
  const { spoken } = nameWindow({ tz, window: day.window })
  const isToday = Date.parse(day.window.postedBefore) > Date.now()
  const places = placesOf(day, product)
  const above = places.find(({ place }) => place === day.rank - 1)?.product
  const below = places.find(({ place }) => place === day.rank + 1)?.product
  const margins = [
    above && marginOf(product, above, 'behind'),
    below && marginOf(product, below, 'ahead of'),
  ].filter(Boolean)
  return (
    <p class="flex flex-wrap items-center gap-x-2.5 gap-y-1">
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
