import { ChevronUp } from 'lucide'
import type { Product } from '../api/response-types.ts'
import { formatCount } from '../product/format.ts'
import { WebLink } from '../product/web-link.tsx'
import { Icon } from '../ui/icon.tsx'

interface ProductListProps {
  products: readonly Product[]
  href?: ((id: string) => string) | undefined
}

/** The products that a tool has found. */
export function ProductList({ products }: ProductListProps) {
  return (
    <ol aria-label="Products found" class="divide-y divide-line">
      {products.map((product, at) => (
        <li key={at} class="flex items-center gap-3 py-2">
          <div class="min-w-0 flex-1">
            <WebLink href={product.url} class="font-medium wrap-anywhere">
              {product.name}
            </WebLink>
            {product.tagline && <p class="truncate text-sm text-muted">{product.tagline}</p>}
          </div>
          {product.votesCount !== null && (
            <span class="flex items-center gap-1 text-sm tabular-nums">
              <Icon node={ChevronUp} class="size-3.5" />
              {formatCount(product.votesCount)}
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
