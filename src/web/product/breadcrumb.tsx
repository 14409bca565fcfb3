import { ChevronLeft, ChevronRight } from 'lucide'
import type { ComponentChildren } from 'preact'
import type { Product, ProductResponse } from '../api/response-types.ts'
import { Icon } from '../ui/button.tsx'
import { spanAround } from './calendar.ts'
import { productHref } from './product-row.tsx'
import { placesOf } from './rank-list.tsx'
import { datedTimeframe, nameWindow } from './timeframes.ts'

const WAY =
  'inline-flex items-center whitespace-nowrap pointer-coarse:min-h-11 hover:text-ink hover:underline'

/** The way to a product from the board and its week, and to those beside it by rank. */
export function Breadcrumb({ answer }: { answer: ProductResponse }) {
  const { product, ranks, tz } = answer
  const { week } = ranks
  const places = week ? placesOf(week, product) : []
  const beside = (step: number) => places.find(({ place }) => place === (week?.rank ?? 0) + step)
  const [above, below] = [beside(-1), beside(1)]
  const timeframe = week && datedTimeframe(spanAround(week.window.from, 'week'))

  return (
    <div class="-mt-3 mb-3 flex items-center justify-between gap-4 text-sm text-muted">
      <nav aria-label="Breadcrumb" class="min-w-0">
        <ol class="flex items-center gap-2">
          <li>
            <a href="/" class={WAY}>
              Board
            </a>
          </li>
          {week && timeframe && (
            <li class="before:mr-2 before:content-['›']">
              <a href={`/?${new URLSearchParams({ timeframe, tz })}`} class={WAY}>
                {nameWindow(week.window).title}
              </a>
            </li>
          )}
          <li
            aria-current="page"
            class="truncate text-ink before:mr-2 before:text-muted before:content-['›']"
          >
            {product.name}
          </li>
        </ol>
      </nav>
      <p class="flex shrink-0 gap-1">
        {above && (
          <Beside rel="prev" {...above}>
            <Icon node={ChevronLeft} />#{above.place}
          </Beside>
        )}
        {below && (
          <Beside rel="next" {...below}>
            #{below.place}
            <Icon node={ChevronRight} />
          </Beside>
        )}
      </p>
    </div>
  )
}

interface BesideProps {
  rel: 'prev' | 'next'
  place: number
  product: Product
  children: ComponentChildren
}

function Beside({ rel, place, product, children }: BesideProps) {
  return (
    <a
      href={productHref(product.id)}
      rel={rel}
      aria-label={`#${place}: ${product.name}`}
      title={product.name}
      class="inline-flex min-h-8 items-center gap-0.5 rounded-md px-1.5 tabular-nums hover:bg-sunken hover:text-ink pointer-coarse:min-h-11"
    >
      {children}
    </a>
  )
}
