import { ChevronUp, MessageSquare } from 'lucide'
import type { ComponentChildren } from 'preact'
import type { Product } from '../api/response-types.ts'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icon.tsx'
import { formatCount, formatInstant } from './format.ts'
import { WebLink } from './web-link.tsx'

interface ProductCardProps {
  product: Product
  rank?: number | undefined
  /** For the time of the launch. Defaults to the visitor's zone. */
  timezone?: string | undefined
  topicHref?: ((topic: string) => string) | undefined
  /** Renders its texts, for example with highlighted words. */
  renderText?: ((text: string) => ComponentChildren) | undefined
}

/** The content of a list item: one launch. */
export function ProductCard(props: ProductCardProps) {
  const { product, rank, timezone, topicHref = bestOfTopic, renderText = asItIs } = props
  const { name, tagline, url, topics } = product
  return (
    <div class="flex min-w-0 gap-3 sm:gap-4">
      {rank !== undefined && <Rank rank={rank} />}
      <div class="grid min-w-0 flex-1 grid-cols-[minmax(0,1fr)_auto] gap-x-4 gap-y-2">
        <div>
          <p class="leading-6 font-semibold tracking-tight wrap-anywhere">
            <WebLink href={url}>{renderText(name)}</WebLink>
          </p>
          {tagline && (
            <p class="text-sm leading-6 text-muted wrap-anywhere">{renderText(tagline)}</p>
          )}
        </div>
        <Votes count={product.votesCount} />
        <div class="col-span-2 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-[13px] text-muted">
          {topics.length > 0 && (
            <p class="flex min-w-0 flex-wrap gap-1.5">
              <span class="sr-only">Topics: </span>
              {topics.map((topic) => (
                <a
                  key={topic}
                  href={topicHref(topic)}
                  class="min-w-0 rounded-full bg-sunken px-2.5 py-0.5 text-xs leading-5 text-muted transition-colors wrap-anywhere hover:bg-accent-soft hover:text-accent"
                >
                  {renderText(topic)}
                </a>
              ))}
            </p>
          )}
          <Facts product={product} timezone={timezone} />
        </div>
      </div>
    </div>
  )
}

function Rank({ rank }: { rank: number }) {
  return (
    <span
      class={cx(
        'w-5 shrink-0 leading-6 font-medium tabular-nums',
        rank <= 3 ? 'text-accent' : 'text-muted',
      )}
    >
      <span class="sr-only">Rank </span>
      {rank}
    </span>
  )
}

function Facts({ product, timezone }: { product: Product; timezone: string | undefined }) {
  const { commentsCount, launchedAt } = product
  return (
    <>
      {commentsCount !== null && (
        <span class="inline-flex items-center gap-1 tabular-nums">
          <Icon node={MessageSquare} class="size-3.5" />
          {formatCount(commentsCount)}
          <span class="sr-only"> comments</span>
        </span>
      )}
      {launchedAt && (
        <span>
          <span class="sr-only">Launched </span>
          <time dateTime={launchedAt} class="tabular-nums">
            {formatInstant(launchedAt, timezone)}
          </time>
        </span>
      )}
    </>
  )
}

function Votes({ count }: { count: number | null }) {
  if (count === null) return <span />
  return (
    <p class="flex h-12 min-w-15 self-start flex-col items-center justify-center rounded-md border border-line px-2 text-sm leading-4 font-semibold tabular-nums">
      <Icon node={ChevronUp} class="size-4 text-accent" />
      {formatCount(count)}
      <span class="sr-only"> votes</span>
    </p>
  )
}

function bestOfTopic(topic: string): string {
  return `/?${new URLSearchParams({ timeframe: 'all_time', limit: '10', topic })}`
}

function asItIs(text: string): ComponentChildren {
  return text
}
