import { MessageSquare } from 'lucide'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Product } from '../api/response-types.ts'
import { formatCount } from '../product/format.ts'
import { ProductLink } from '../product/product-link.tsx'
import { Chip } from '../ui/chip.tsx'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/icon.tsx'
import { Monogram } from '../ui/monogram.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const PODIUM_SIZE = 3
const MOVE_MS = 150
const LIST = 'grid grid-cols-1 gap-x-4 sm:grid-cols-3'
const CARD = 'card relative mb-3 flex min-h-45 flex-col p-4 sm:mb-4 sm:min-h-48'
const ROW =
  'relative col-span-full flex min-h-15 items-center gap-3 border-x border-b border-x-[light-dark(transparent,var(--color-line))] border-b-line bg-surface px-3 shadow-card sm:px-4'

const FIRST_ROW = 'rounded-t-lg border-t border-t-[light-dark(transparent,var(--color-line))]'
const LAST_ROW = 'rounded-b-lg border-b-[light-dark(transparent,var(--color-line))]'

interface LaunchListProps {
  products: readonly Product[]
  topicHref: (topic: string) => string
  /** The votes at each rank of the window before, and what that window is called. */
  before?: { votes: readonly (number | null)[]; name: string } | undefined
}

/** A podium of cards, then rows. They move when ranks do. */
export function LaunchList({ products, topicHref, before }: LaunchListProps) {
  const list = useRef<HTMLOListElement>(null)
  useMoves(list, products)
  const maxVotes = Math.max(1, ...products.map(({ votesCount }) => votesCount ?? 0))
  return (
    <ol ref={list} aria-label="Products" class={LIST}>
      {products.map((product, index) =>
        index < PODIUM_SIZE ? (
          <li key={product.id} data-key={product.id} class={cx(CARD, 'hover:bg-sunken/40')}>
            <PodiumCard product={product} rank={index + 1} topicHref={topicHref}>
              {before && changeOf(product, before.votes[index], index + 1, before.name)}
            </PodiumCard>
          </li>
        ) : (
          <li
            key={product.id}
            data-key={product.id}
            class={cx(
              ROW,
              'hover:bg-[color-mix(in_oklab,var(--color-surface),var(--color-sunken)_45%)]',
              index === PODIUM_SIZE && FIRST_ROW,
              index === products.length - 1 && LAST_ROW,
            )}
          >
            <Row product={product} rank={index + 1} maxVotes={maxVotes} topicHref={topicHref} />
          </li>
        ),
      )}
    </ol>
  )
}

interface PlacedProps {
  product: Product
  rank: number
  topicHref: (topic: string) => string
}

function PodiumCard({
  product,
  rank,
  topicHref,
  children,
}: PlacedProps & { children?: string | undefined }) {
  const { name, tagline, imageUrl, topics, votesCount } = product
  return (
    <>
      <div class="flex items-start gap-3">
        <Monogram name={name} image={imageUrl} class="size-11 text-2xl sm:size-12" />
        <span class="text-2xl font-semibold tabular-nums">
          <span class="sr-only">Rank </span>
          {rank}
        </span>
        {votesCount !== null && (
          <p class="ml-auto text-right leading-5">
            <span class="block text-lg font-semibold tabular-nums">{formatCount(votesCount)}</span>
            <span class="text-sm text-muted"> votes</span>
          </p>
        )}
      </div>
      <p class="mt-2.5 min-w-0 text-lg font-semibold tracking-tight">
        <ProductLink product={product} isWide class="line-clamp-1 wrap-anywhere" />
      </p>
      {tagline && <p class="line-clamp-2 text-sm text-muted wrap-anywhere">{tagline}</p>}
      <div class="mt-auto flex items-center gap-2 pt-2 text-sm text-muted">
        {children ?? <Topics topics={topics.slice(0, 2)} topicHref={topicHref} />}
      </div>
    </>
  )
}

function Row({ product, rank, maxVotes, topicHref }: PlacedProps & { maxVotes: number }) {
  const { name, tagline, imageUrl, topics, votesCount, commentsCount } = product
  return (
    <>
      <span class="w-6 shrink-0 text-right font-semibold text-muted tabular-nums">
        <span class="sr-only">Rank </span>
        {rank}
      </span>
      <Monogram name={name} image={imageUrl} class="size-9 text-lg" />
      <div class="min-w-0 flex-1">
        <p class="font-semibold tracking-tight">
          <ProductLink product={product} isWide class="block truncate" />
        </p>
        {tagline && <p class="truncate text-sm text-muted">{tagline}</p>}
      </div>
      <div class="hidden max-w-[38%] min-w-0 gap-1.5 md:flex lg:max-w-[34%]">
        <Topics topics={topics.slice(0, 2)} topicHref={topicHref} />
      </div>
      {commentsCount !== null && (
        <span class="hidden w-12 shrink-0 items-center justify-end gap-1 text-sm text-muted tabular-nums sm:flex">
          <Icon node={MessageSquare} class="size-3.5" />
          {formatCount(commentsCount)}
          <span class="sr-only"> comments</span>
        </span>
      )}
      {votesCount !== null && (
        <div class="w-14 shrink-0 text-right font-semibold tabular-nums sm:w-16">
          {formatCount(votesCount)}
          <span class="sr-only"> votes</span>
          <span class="mt-1 flex h-1 justify-end overflow-hidden rounded-full bg-sunken">
            <span
              data-bar
              class="rounded-full bg-ink/70"
              style={{ width: `${(100 * Math.max(votesCount, 0)) / maxVotes}%` }}
            />
          </span>
        </div>
      )}
    </>
  )
}

/** Above the link that covers the whole row. */
function Topics({
  topics,
  topicHref,
}: {
  topics: readonly string[]
  topicHref: (topic: string) => string
}) {
  return (
    <>
      {topics.map((topic) => (
        <Chip key={topic} name={topic} href={topicHref(topic)} class="relative z-10" />
      ))}
    </>
  )
}

/** A placeholder of the same size. */
export function LaunchListSkeleton({ count }: { count: number }) {
  return (
    <div class={LIST}>
      {Array.from({ length: count }, (_, index) =>
        index < PODIUM_SIZE ? (
          <div key={index} class={CARD}>
            <Skeleton class="size-12" />
            <Skeleton class="mt-3 h-5 w-1/2" />
            <Skeleton class="mt-2 h-4 w-5/6" />
          </div>
        ) : (
          <div
            key={index}
            class={cx(ROW, index === PODIUM_SIZE && FIRST_ROW, index === count - 1 && LAST_ROW)}
          >
            <Skeleton class="ml-9 size-9" />
            <Skeleton class="h-4 w-1/2" />
          </div>
        ),
      )}
    </div>
  )
}

function changeOf(
  { votesCount }: Product,
  votes: number | null | undefined,
  rank: number,
  name: string,
) {
  if (votesCount === null || votes === null || votes === undefined) return undefined
  const difference = votesCount - votes
  const amount =
    difference === 0
      ? 'As many'
      : `${formatCount(Math.abs(difference))} ${difference > 0 ? 'more' : 'fewer'}`
  return `${amount} than #${rank} of ${name}`
}

/** Slides what has changed its place since the last time to where it is now. */
function useMoves(list: { current: HTMLElement | null }, products: readonly Product[]) {
  const tops = useRef(new Map<string, number>())
  useLayoutEffect(() => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    const items = list.current?.querySelectorAll<HTMLElement>('[data-key]') ?? []
    const before = tops.current
    tops.current = new Map()
    for (const item of items) {
      const { key = '' } = item.dataset
      const move = (before.get(key) ?? item.offsetTop) - item.offsetTop
      tops.current.set(key, item.offsetTop)
      if (move === 0 || isStill) continue
      item.animate([{ transform: `translateY(${move}px)` }, { transform: 'none' }], MOVE_MS)
    }
  }, [products])
}
