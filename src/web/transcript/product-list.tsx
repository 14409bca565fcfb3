import { ChevronUp } from 'lucide'
import type { Product } from '../api/response-types.ts'
import { formatCount } from '../product/format.ts'
import { WebLink } from '../product/web-link.tsx'
import { Icon } from '../ui/icon.tsx'
import { Monogram } from '../ui/monogram.tsx'

interface ProductListProps {
  products: readonly Product[]
  /** The place of a product in this page. Without it a product links to its own address. */
  href?: ((id: string) => string) | undefined
}

/** The products that a tool has found. */
export function ProductList({ products, href }: ProductListProps) {
  return (
    <ol aria-label="Products found" class="card divide-y divide-line overflow-hidden">
      {products.map((product, at) => {
        const { id, name, tagline, votesCount } = product
        return (
          // A tool's products need not have ids, and their order never changes.
          <li key={at} class="relative flex items-center gap-3 px-4 py-3 hover:bg-sunken">
            <Monogram name={name} image={href && product.imageUrl} />
            <div class="min-w-0 flex-1">
              {href && id !== '' ? (
                <a href={href(id)} class="font-semibold wrap-anywhere after:absolute after:inset-0">
                  {name}
                </a>
              ) : (
                <WebLink href={product.url} class="font-semibold wrap-anywhere">
                  {name}
                </WebLink>
              )}
              {tagline && <p class="truncate text-sm text-muted">{tagline}</p>}
            </div>
            {votesCount !== null && (
              <span class="flex shrink-0 items-center gap-0.5 text-sm font-medium tabular-nums">
                <Icon node={ChevronUp} />
                {formatCount(votesCount)}
                <span class="sr-only"> votes</span>
              </span>
            )}
          </li>
        )
      })}
    </ol>
  )
}
