import { ChevronUp, MessageSquare } from 'lucide'
import type { Product } from '../api/response-types.ts'
import { formatCount } from '../product/format.ts'
import { WebLink } from '../product/web-link.tsx'
import { Icon } from '../ui/icon.tsx'

const MAX_SHOWN = 10

type ProductSummary = Pick<Product, 'name' | 'tagline' | 'url' | 'votesCount' | 'commentsCount'>

/** The products in a tool's result, which the service's own tools return as `posts` or `hits`. */
export function productsIn(result: unknown): ProductSummary[] {
  if (typeof result !== 'object' || result === null) return []
  const found = 'posts' in result ? result.posts : 'hits' in result ? result.hits : undefined
  if (!Array.isArray(found)) return []
  return found.slice(0, MAX_SHOWN).flatMap((product) => summaryOf(product) ?? [])
}

export function FoundProducts({ products }: { products: readonly ProductSummary[] }) {
  return (
    <ol aria-label="Products found" class="divide-y divide-line">
      {products.map((product, at) => (
        // A tool's products need not have ids, and their order never changes.
        <li key={at} class="flex items-center gap-3 px-3 py-2">
          <span class="w-4 shrink-0 text-right text-xs text-muted tabular-nums" aria-hidden="true">
            {at + 1}
          </span>
          <div class="min-w-0 flex-1">
            <WebLink href={product.url} class="font-medium wrap-anywhere">
              {product.name}
            </WebLink>
            {product.tagline && (
              <p class="truncate text-[13px] leading-5 text-muted">{product.tagline}</p>
            )}
          </div>
          <Count icon={MessageSquare} count={product.commentsCount} unit="comments" isMinor />
          <Count icon={ChevronUp} count={product.votesCount} unit="votes" />
        </li>
      ))}
    </ol>
  )
}

interface CountProps {
  icon: typeof ChevronUp
  count: number | null
  unit: string
  isMinor?: boolean
}

function Count({ icon, count, unit, isMinor = false }: CountProps) {
  if (count === null) return null
  return (
    <span
      class={
        isMinor
          ? 'hidden shrink-0 items-center gap-1 text-xs text-muted tabular-nums sm:flex'
          : 'flex shrink-0 items-center gap-1 text-[13px] font-medium tabular-nums'
      }
    >
      <Icon node={icon} class="size-3.5" />
      {formatCount(count)}
      <span class="sr-only"> {unit}</span>
    </span>
  )
}

function summaryOf(value: unknown): ProductSummary | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const product: Record<string, unknown> = { ...value }
  const { name, url } = product
  if (typeof name !== 'string' || name === '') return undefined
  return {
    name,
    tagline: typeof product.tagline === 'string' ? product.tagline : null,
    url: typeof url === 'string' ? url : null,
    votesCount: countOf(product.votesCount),
    commentsCount: countOf(product.commentsCount),
  }
}

function countOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
