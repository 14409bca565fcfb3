import { MessageSquare } from 'lucide'
import type { ComponentChildren } from 'preact'
import type { Product } from '../api/response-types.ts'
import { Chip } from '../ui/chip.tsx'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icon.tsx'
import { formatCount, formatDay, pluralize } from './format.ts'
import { ProductLink } from './product-link.tsx'
import { ProductPicture } from './product-picture.tsx'

interface ProductRowProps {
  product: Product
  /** Before the name. */
  rank?: number | undefined
  /** Also its topics, comments and day. */
  isDetailed?: boolean
  /** It is of another service. */
  isForeign?: boolean
  /** Renders its texts, for example with highlighted words. */
  renderText?: ((text: string) => ComponentChildren) | undefined
  /** Before the votes. */
  children?: ComponentChildren
}

/** The content of a list item: one product in a line or three. Its item is positioned. */
export function ProductRow(props: ProductRowProps) {
  const { product, rank, isDetailed = false, isForeign = false, children } = props
  const { renderText = asItIs } = props
  const { name, tagline, votesCount } = product
  const lines = isDetailed ? 'line-clamp-2 wrap-anywhere' : 'block truncate'
  return (
    <div class={cx('flex w-full min-w-0 gap-3', isDetailed ? 'items-start' : 'items-center')}>
      {rank !== undefined && <Rank rank={rank} />}
      <ProductPicture
        product={product}
        isForeign={isForeign}
        class={isDetailed ? 'size-11' : 'size-9'}
      />
      <div class="min-w-0 flex-1">
        <p class="font-semibold tracking-tight">
          <ProductLink product={product} isForeign={isForeign} isWide={!isForeign} class={lines}>
            {renderText(name)}
          </ProductLink>
        </p>
        {tagline && (
          <p class={cx('text-muted', lines, !isDetailed && '-mt-0.5 text-sm')}>
            {renderText(tagline)}
          </p>
        )}
        {isDetailed && <Details product={product} renderText={renderText} />}
      </div>
      {children}
      {votesCount !== null && (
        <p class="min-w-12 shrink-0 text-right text-sm text-muted">
          <span class="text-base font-semibold text-ink tabular-nums">
            {formatCount(votesCount)}
          </span>{' '}
          <span class={isDetailed ? 'block' : 'sr-only'}>
            {votesCount === 1 ? 'vote' : 'votes'}
          </span>
        </p>
      )}
    </div>
  )
}

/** The first three have medals. */
export function Rank({ rank, class: className }: { rank: number; class?: string }) {
  const isMedal = rank <= 3
  return (
    <span
      data-rank={rank}
      class={cx(
        'inline-flex w-7.5 shrink-0 items-center justify-center font-semibold tabular-nums',
        isMedal ? 'medal h-7.5 rounded-full' : 'text-muted',
        className,
      )}
    >
      <span class="sr-only">Rank </span>
      {formatCount(rank)}
    </span>
  )
}

interface DetailsProps {
  product: Product
  renderText: (text: string) => ComponentChildren
}

function Details({ product, renderText }: DetailsProps) {
  const { topics, launchedAt, commentsCount } = product
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
          {pluralize(commentsCount, 'comment')}
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

function asItIs(text: string): ComponentChildren {
  return text
}
