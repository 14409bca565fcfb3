import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import type { Product } from '../api/response-types.ts'
import { formatCount } from '../product/format.ts'
import { ProductLink } from '../product/product-link.tsx'
import { CommentCount, ProductRow, Rank } from '../product/product-row.tsx'
import { Sparkline } from '../product/sparkline.tsx'
import type { VotePoint } from '../product/vote-lines.ts'
import { Chip } from '../ui/chip.tsx'
import { Monogram } from '../ui/monogram.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const PODIUM_SIZE = 3
const MOVE_MS = 150
const LIST = 'grid grid-cols-1 gap-x-4 sm:grid-cols-3'
const CARD = 'card relative mb-3 flex min-h-38 flex-col p-4 hover:bg-sunken/40 sm:mb-4 sm:min-h-48'
/** The rows after the podium share one card: the fourth item begins it, and the last one ends it. */
const ROW =
  'relative col-span-full flex min-h-15 items-center border-x border-b border-x-[light-dark(transparent,var(--color-line))] border-b-line bg-surface px-3 shadow-card hover:bg-[color-mix(in_oklab,var(--color-surface),var(--color-sunken)_45%)] sm:px-4 nth-4:rounded-t-lg nth-4:border-t nth-4:border-t-[light-dark(transparent,var(--color-line))] last:rounded-b-lg last:border-b-[light-dark(transparent,var(--color-line))]'

interface LaunchListProps {
  products: readonly Product[]
  topicHref: (topic: string) => string
  /** The votes at each rank of the window before, and what that window is called. */
  before?: { votes: readonly (number | null)[]; name: string } | undefined
  /** The votes over time of those that have any, by their ids. */
  histories?: ReadonlyMap<string, readonly VotePoint[]> | undefined
}

/** A podium of cards, then rows. They move when ranks do. */
export function LaunchList({ products, topicHref, before, histories }: LaunchListProps) {
  const list = useRef<HTMLOListElement>(null)
  useMoves(list, products)
  useKeptFocus(list, products)
  const maxVotes = Math.max(1, ...products.map(({ votesCount }) => votesCount ?? 0))
  return (
    <ol ref={list} aria-label="Products" class={LIST}>
      {products.map((product, index) => {
        const rank = index + 1
        const topics = product.topics
          .slice(0, 2)
          // Above the link that covers the whole item.
          .map((topic) => (
            <Chip key={topic} name={topic} href={topicHref(topic)} class="relative z-10" />
          ))
        return (
          <li key={product.id} data-key={product.id} class={placeClass(index)}>
            {index < PODIUM_SIZE ? (
              <PodiumCard product={product} rank={rank}>
                {(before && changeOf(product, before.votes[index], rank, before.name)) ?? topics}
              </PodiumCard>
            ) : (
              <ProductRow product={product} rank={rank} maxVotes={maxVotes}>
                <div class="hidden max-w-[38%] min-w-0 gap-1.5 md:flex lg:max-w-[34%]">
                  {topics}
                </div>
                <Sparkline points={histories?.get(product.id) ?? []} />
                <CommentCount product={product} class="hidden w-12 shrink-0 justify-end sm:flex" />
              </ProductRow>
            )}
          </li>
        )
      })}
    </ol>
  )
}

function placeClass(index: number) {
  return index < PODIUM_SIZE ? CARD : ROW
}

interface PodiumCardProps {
  product: Product
  rank: number
  children: ComponentChildren
}

function PodiumCard({ product, rank, children }: PodiumCardProps) {
  const { name, tagline, imageUrl, votesCount } = product
  return (
    <>
      <div class="grid grid-cols-[auto_auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2.5">
        <Monogram name={name} image={imageUrl} class="size-11 text-2xl sm:size-12" />
        <Rank rank={rank} class="text-2xl sm:self-start" />
        <p class="text-lg font-semibold tracking-tight sm:col-span-full sm:row-start-2">
          <ProductLink
            product={product}
            isWide
            class="line-clamp-2 wrap-anywhere sm:line-clamp-1"
          />
        </p>
        {votesCount !== null && (
          <p class="text-right leading-5 sm:col-start-4 sm:self-start">
            <span class="block text-lg font-semibold tabular-nums">{formatCount(votesCount)}</span>
            <span class="text-sm text-muted"> votes</span>
          </p>
        )}
      </div>
      {tagline && (
        <p class="line-clamp-2 text-sm max-sm:mt-2 text-muted wrap-anywhere">{tagline}</p>
      )}
      <div class="mt-auto flex items-center gap-2 pt-2 text-sm text-muted">{children}</div>
    </>
  )
}

/** A placeholder of the same size. */
export function LaunchListSkeleton({ count }: { count: number }) {
  return (
    <div class={LIST}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} class={placeClass(index)}>
          <Skeleton class={index < PODIUM_SIZE ? 'size-12' : 'ml-9 size-9'} />
          <Skeleton class={index < PODIUM_SIZE ? 'mt-3 h-5 w-1/2' : 'ml-3 h-4 w-1/2'} />
        </div>
      ))}
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

type List = { current: HTMLElement | null }

/** Slides what has changed its place since the last time to where it is now. */
function useMoves(list: List, products: readonly Product[]) {
  const places = useRef(new Map<string, { x: number; y: number }>())
  useLayoutEffect(() => {
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches
    const items = list.current?.querySelectorAll<HTMLElement>('[data-key]') ?? []
    const before = places.current
    places.current = new Map()
    for (const item of items) {
      const { key = '' } = item.dataset
      const place = { x: item.offsetLeft, y: item.offsetTop }
      const { x, y } = before.get(key) ?? place
      places.current.set(key, place)
      if (isStill || (x === place.x && y === place.y)) continue
      const from = `translate(${x - place.x}px, ${y - place.y}px)`
      item.animate([{ transform: from }, { transform: 'none' }], MOVE_MS)
    }
  }, [products])
}

/** An item that moves in the document loses the focus: it gets it back. */
function useKeptFocus(list: List, products: readonly Product[]) {
  const focused = list.current?.querySelector<HTMLElement>(':focus')
  const key = focused?.closest<HTMLElement>('[data-key]')?.dataset.key
  useLayoutEffect(() => {
    if (!focused || focused === document.activeElement) return
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[data-key]') ?? [])]
    // Between the podium and the rows its content is another.
    const link = items.find(({ dataset }) => dataset.key === key)?.querySelector('a')
    const target = focused.isConnected ? focused : link
    target?.focus({ preventScroll: true })
  }, [products])
}
