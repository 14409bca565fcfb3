import { MessageSquare } from 'lucide'
import type { ComponentChildren } from 'preact'
import type { Product } from '../api/response-types.ts'
import { Chip } from '../ui/chip.tsx'
import { Icon } from '../ui/icon.tsx'
import { Monogram } from '../ui/monogram.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { formatCount, formatDay } from './format.ts'
import { isSample, ProductLink } from './product-link.tsx'
import { WebLink } from './web-link.tsx'

interface ProductRowProps {
  product: Product
  /** Also its topics, comments and day. */
  isDetailed?: boolean
  /** It is of another service: it leads to its own address, where it has one. */
  isForeign?: boolean
  /** Before the name. */
  rank?: number | undefined
  /** Renders its texts, for example with highlighted words. */
  renderText?: ((text: string) => ComponentChildren) | undefined
}

/** The content of a list item: one product in a line or three. Its item is positioned. */
export function ProductRow(props: ProductRowProps) {
  const { product, isDetailed = false, isForeign = false, rank, renderText = asItIs } = props
  const { name, tagline, imageUrl, votesCount } = product
  const nameClass = isDetailed ? 'line-clamp-2 wrap-anywhere' : 'block truncate'
  return (
    <div class="flex min-w-0 items-center gap-3">
      {rank !== undefined && (
        <span class="w-7 shrink-0 text-right text-sm font-semibold text-muted tabular-nums">
          <span class="sr-only">Rank </span>
          {formatCount(rank)}
        </span>
      )}
      <Monogram
        name={name}
        image={isForeign ? null : imageUrl}
        class={isDetailed ? 'size-11 text-2xl' : 'size-8 text-base'}
      />
      <div class="min-w-0 flex-1">
        <p class="font-semibold tracking-tight">
          {isForeign ? (
            <WebLink href={isSample(product) ? null : product.url} class={nameClass}>
              {renderText(name)}
            </WebLink>
          ) : (
            <ProductLink product={product} isWide class={nameClass}>
              {renderText(name)}
            </ProductLink>
          )}
        </p>
        {tagline && (
          <p
            class={
              isDetailed ? 'line-clamp-2 text-muted wrap-anywhere' : 'truncate text-sm text-muted'
            }
          >
            {renderText(tagline)}
          </p>
        )}
        {isDetailed && <Details product={product} renderText={renderText} />}
      </div>
      {votesCount !== null && (
        <p class="shrink-0 self-start text-right text-sm text-muted tabular-nums">
          <span class="block text-base font-semibold text-ink">{formatCount(votesCount)}</span>{' '}
          votes
        </p>
      )}
    </div>
  )
}

type DetailsProps = Required<Pick<ProductRowProps, 'product'>> & {
  renderText: (text: string) => ComponentChildren
}

function Details({ product, renderText }: DetailsProps) {
  const { topics, commentsCount, launchedAt } = product
  return (
    <div class="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
      <span class="relative z-10 flex min-w-0 flex-wrap gap-1.5">
        {topics.slice(0, 4).map((topic) => (
          <Chip key={topic} name={topic} href={topicHref(topic)}>
            <span class="truncate">{renderText(topic)}</span>
          </Chip>
        ))}
      </span>
      {commentsCount !== null && (
        <span class="inline-flex items-center gap-1 tabular-nums">
          <Icon node={MessageSquare} class="size-3.5" />
          {formatCount(commentsCount)}
          <span class="sr-only"> comments</span>
        </span>
      )}
      {launchedAt && <time dateTime={launchedAt}>{formatDay(new Date(launchedAt))}</time>}
    </div>
  )
}

/** The best of a topic, of all time. */
export function topicHref(topic: string): string {
  return `/?${new URLSearchParams({ timeframe: 'all_time', topic })}`
}

/** A placeholder for one with details. */
export function ProductRowSkeleton() {
  return (
    <div class="flex h-21 items-center gap-3">
      <Skeleton class="size-11" />
      <div class="flex-1 space-y-2.5">
        <Skeleton class="h-4 w-1/3" />
        <Skeleton class="h-4 w-2/3" />
        <Skeleton class="h-4 w-1/2" />
      </div>
    </div>
  )
}

function asItIs(text: string): ComponentChildren {
  return text
}
