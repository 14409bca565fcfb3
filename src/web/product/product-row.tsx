import { MessageSquare } from 'lucide'
import type { ComponentChildren } from 'preact'
import { ALL_TIME, isSample } from '../../ranking/headline.ts'
import type { Product } from '../api/response-types.ts'
import { Icon } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Tile } from '../ui/tile.tsx'
import { formatCount, formatDay, pluralize } from './format.ts'

interface ProductRowProps {
  product: Product
  /** Before the name. */
  rank?: number | undefined
  /** Its rank and votes where they change while it stands, in place of those that it has. */
  live?: { rank: ComponentChildren; votes: ComponentChildren } | undefined
  /** Also its topics, comments and day. */
  isDetailed?: boolean
  /** It is of another service. */
  isForeign?: boolean
  /** Renders its texts, for example with highlighted words. */
  renderText?: ((text: string) => ComponentChildren) | undefined
  /** Before the votes. */
  children?: ComponentChildren
}

/** The content of a list item: one product in a line or three. Its item is positioned, its list a container. */
export function ProductRow(props: ProductRowProps) {
  const { product, rank, live, isDetailed = false, isForeign = false, children } = props
  const { renderText = asItIs } = props
  const { name, tagline, votesCount } = product
  const lines = isDetailed ? 'line-clamp-2 wrap-anywhere' : 'one-line'
  return (
    <div
      class={cx(
        'flex w-full min-w-0 gap-3 @max-2xs:flex-wrap @max-2xs:py-2',
        isDetailed ? 'items-start' : 'items-center',
      )}
    >
      {rank !== undefined && <Rank rank={rank}>{live?.rank}</Rank>}
      <ProductPicture
        product={product}
        isForeign={isForeign}
        class={cx('@max-2xs:hidden', isDetailed ? 'size-11' : 'size-9')}
      />
      <div class="min-w-0 flex-1">
        <p class="font-semibold tracking-tight">
          <ProductLink product={product} isForeign={isForeign} isWide={!isForeign} class={lines}>
            {renderText(name)}
          </ProductLink>
        </p>
        {tagline && (
          <p class={cx('text-muted', lines, !isDetailed && '-mt-0.5 text-sm @max-xs:hidden')}>
            {renderText(tagline)}
          </p>
        )}
        {isDetailed && <Details product={product} renderText={renderText} />}
      </div>
      {children}
      {votesCount !== null && (
        <p class="min-w-12 shrink-0 text-right text-sm text-muted @max-2xs:basis-full @max-2xs:text-left">
          <span key={votesCount} class="text-base font-semibold text-ink tabular-nums">
            {live?.votes ?? formatCount(votesCount)}
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
export function Rank(props: { rank: number; class?: string; children?: ComponentChildren }) {
  const { rank, class: className, children = formatCount(rank) } = props
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
      {children}
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
  return `/?${new URLSearchParams({ timeframe: ALL_TIME, topic })}`
}

function asItIs(text: string): ComponentChildren {
  return text
}

interface ProductLinkProps {
  product: Product
  /** It is of another service: it leads to its own address, where it has one, in a new tab. */
  isForeign?: boolean
  /** The whole of the nearest positioned element is the link. */
  isWide?: boolean
  class?: string
  children?: ComponentChildren
}

/** The name of a product, as a link to its page here. */
export function ProductLink(props: ProductLinkProps) {
  const { product, isForeign = false, isWide = false, children = product.name } = props
  const address = isForeign ? productLink(product) : productHref(product.id)
  if (!address) return <span class={props.class}>{children}</span>
  return (
    <a
      href={address}
      {...(isForeign && { target: '_blank', rel: 'noopener nofollow' })}
      class={cx(
        'hover:underline decoration-from-font underline-offset-4',
        isWide && 'after:absolute after:inset-0 after:rounded-lg',
        props.class,
      )}
    >
      {children}
    </a>
  )
}

export function productHref(id: string): string {
  return `/products/${encodeURIComponent(id)}`
}

/** Where a product stands at its source. Those of the sample lead nowhere. */
export function productLink(product: Product): string | undefined {
  return isSample(product) ? undefined : webUrl(product.url)
}

/** An address, if it is one of the web. */
export function webUrl(url: string | null | undefined): string | undefined {
  if (!url || !URL.canParse(url)) return undefined
  return /^https?:$/.test(new URL(url).protocol) ? url : undefined
}

interface ProductPictureProps {
  product: Product
  /** It is of another service, whose pictures are not shown. */
  isForeign?: boolean
  class?: string
}

/** The picture of a product. Those of the sample are files of this page, named by their ids. */
export function ProductPicture({ product, isForeign = false, ...rest }: ProductPictureProps) {
  if (isForeign) return <Tile name={product.name} {...rest} />
  const glyph = isSample(product) ? `/assets/icons/${product.id}.svg` : undefined
  return <Tile name={product.name} image={product.imageUrl} glyph={glyph} {...rest} />
}

interface SampleBadgeProps {
  /** On a phone it is a part of the text around it. */
  isInline?: boolean
}

/** Says that what is shown is invented, and leads to how to show real launches. */
export function SampleBadge({ isInline = false }: SampleBadgeProps) {
  return (
    <a
      href="/docs/start/own-launches"
      title="Show your own launches"
      class={cx(
        'font-medium text-warn underline-offset-4 hover:underline',
        isInline
          ? 'max-sm:inline-block max-sm:underline sm:inline-flex sm:min-h-6 sm:items-center sm:rounded-full sm:bg-warn-soft sm:px-2.5 sm:text-sm'
          : 'rounded-full bg-warn-soft px-2.5 py-0.5 text-sm',
      )}
    >
      Sample data<span class={isInline ? 'max-lg:sr-only' : ''}>: these votes are simulated.</span>
    </a>
  )
}

interface ChipProps {
  name: string
  href: string
  class?: string
  children?: ComponentChildren
}

/** A link to all of one topic. */
export function Chip({ name, href, class: className, children }: ChipProps) {
  return (
    <a
      href={href}
      class={cx(
        'inline-flex min-h-6 pointer-coarse:min-h-10 max-w-full min-w-0 items-center gap-1 rounded-full bg-sunken px-2.5 text-sm hover:text-accent',
        className,
      )}
    >
      {children ?? <span class="truncate">{name}</span>}
    </a>
  )
}
