import { MessageSquare } from 'lucide'
import type { ComponentChildren } from 'preact'
import type { Product } from '../api/response-types.ts'
import { Chip } from '../ui/chip.tsx'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icon.tsx'
import { Monogram } from '../ui/monogram.tsx'
import { formatCount, formatDay } from './format.ts'
import { ProductLink } from './product-link.tsx'

interface ProductRowProps {
  product: Product
  /** Before the name. */
  rank?: number | undefined
  /** The votes of the best are a full bar. */
  maxVotes?: number | undefined
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
  const { product, rank, maxVotes, isDetailed = false, isForeign = false, children } = props
  const { renderText = asItIs } = props
  const { name, tagline, imageUrl, votesCount } = product
  const lines = isDetailed ? 'line-clamp-2 wrap-anywhere' : 'block truncate'
  return (
    <div class={cx('flex w-full min-w-0 gap-3', isDetailed ? 'items-start' : 'items-center')}>
      {rank !== undefined && <Rank rank={rank} class="w-6 text-right text-muted" />}
      <Monogram
        name={name}
        image={isForeign ? null : imageUrl}
        class={isDetailed ? 'size-11 text-2xl' : 'size-9 text-lg'}
      />
      <div class="min-w-0 flex-1">
        <p class="font-semibold tracking-tight">
          <ProductLink product={product} isForeign={isForeign} isWide={!isForeign} class={lines}>
            {renderText(name)}
          </ProductLink>
        </p>
        {tagline && (
          <p class={cx('text-muted', lines, !isDetailed && 'text-sm')}>{renderText(tagline)}</p>
        )}
        {isDetailed && <Details product={product} renderText={renderText} />}
      </div>
      {children}
      {votesCount !== null && (
        <p class="shrink-0 text-right text-sm text-muted">
          <span class="block text-base font-semibold text-ink tabular-nums">
            {formatCount(votesCount)}
          </span>{' '}
          <span class={maxVotes === undefined ? '' : 'sr-only'}>votes</span>
          {maxVotes !== undefined && <Bar part={votesCount / maxVotes} />}
        </p>
      )}
    </div>
  )
}

export function Rank({ rank, class: className }: { rank: number; class?: string }) {
  return (
    <span class={cx('shrink-0 font-semibold tabular-nums', className)}>
      <span class="sr-only">Rank </span>
      {formatCount(rank)}
    </span>
  )
}

function Bar({ part }: { part: number }) {
  return (
    <span class="mt-1 flex h-1 w-14 justify-end overflow-hidden rounded-full bg-sunken sm:w-16">
      <span
        data-bar
        class="rounded-full bg-ink/70"
        style={{ width: `${100 * Math.max(part, 0)}%` }}
      />
    </span>
  )
}

interface DetailsProps {
  product: Product
  renderText: (text: string) => ComponentChildren
}

function Details({ product, renderText }: DetailsProps) {
  const { topics, launchedAt } = product
  return (
    <div class="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
      <span class="relative z-10 flex min-w-0 flex-wrap gap-1.5">
        {topics.slice(0, 4).map((topic) => (
          <Chip key={topic} name={topic} href={topicHref(topic)}>
            <span class="truncate">{renderText(topic)}</span>
          </Chip>
        ))}
      </span>
      <CommentCount product={product} class="inline-flex" />
      {launchedAt && <time dateTime={launchedAt}>{formatDay(new Date(launchedAt))}</time>}
    </div>
  )
}

export function CommentCount({ product, ...props }: { product: Product; class: string }) {
  if (product.commentsCount === null) return null
  return (
    <span class={cx('items-center gap-1 text-sm text-muted tabular-nums', props.class)}>
      <Icon node={MessageSquare} class="size-3.5" />
      {formatCount(product.commentsCount)}
      <span class="sr-only"> comments</span>
    </span>
  )
}

/** The best of a topic, of all time. */
export function topicHref(topic: string): string {
  return `/?${new URLSearchParams({ timeframe: 'all_time', topic })}`
}

function asItIs(text: string): ComponentChildren {
  return text
}
