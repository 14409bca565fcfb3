import type { ComponentProps } from 'preact'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { hueOf } from '../../core/monogram.ts'
import type { Product } from '../api/response-types.ts'
import { CompareBox } from '../product/chosen.tsx'
import { formatCount, pluralize } from '../product/format.ts'
import { Chip, ProductLink, ProductPicture, ProductRow, Rank } from '../product/product-row.tsx'
import { ChartCurve, type VotePoint } from '../product/votes-chart.tsx'
import { cx } from '../ui/cx.ts'
import { Skeleton } from '../ui/notice.tsx'
import type { Movement } from './use-live-launches.ts'

export const PODIUM_SIZE = 3
const MOVE_MS = 220
export const LIST = 'grid grid-cols-1 gap-x-3.5 @xl:grid-cols-[minmax(0,1.35fr)_minmax(0,1fr)]'
const HERO =
  'hero card relative grid mb-3 min-h-42.5 p-3.5 @xl:row-span-2 @xl:mb-3.5 @xl:min-h-60 @xl:p-5'
/** Where it is narrow they are the first rows. */
const RUNNER_UP =
  '@max-xl:launch-row @max-xl:nth-2:launch-row-first @xl:card @xl:grid relative @xl:mb-3.5 @xl:min-h-28.25 @xl:p-3.5'
const ROW = 'launch-row relative col-span-full @xl:nth-4:launch-row-first'

export interface ListProps {
  products: readonly Product[]
  topicHref: (topic: string) => string
  /** The votes over time of those that have any, by their ids. */
  histories: ReadonlyMap<string, readonly VotePoint[]>
}

interface LaunchListProps extends ListProps {
  /** What has changed a moment ago, by ids. */
  movements: ReadonlyMap<string, Movement>
}

/** A winner, two runners-up, then rows. They move when ranks do. */
export function LaunchList({ products, topicHref, histories, movements }: LaunchListProps) {
  const list = useRef<HTMLOListElement>(null)
  useMoves(list, products)
  useKeptFocus(list, products)
  return (
    <ol ref={list} tabIndex={-1} aria-label="Products" class={`${LIST} outline-none`}>
      {products.map((product, index) => {
        const { id } = product
        return (
          <Item
            key={id}
            index={index}
            product={product}
            points={histories.get(id)}
            movement={movements.get(id)}
            topicHref={topicHref}
          />
        )
      })}
    </ol>
  )
}

/** Rendered again only if it shows something else: others come and move around it. */
function Item(props: PlaceProps) {
  const { index, product, points, movement, topicHref } = props
  return useMemo(
    () => (
      <li data-key={product.id} style={hueOf(product.name)} class={cx('group', placeClass(index))}>
        <LaunchPlace {...props} />
        <CompareBox product={product} class={boxPlace(index)} />
      </li>
    ),
    [index, product, points, movement, topicHref('')],
  )
}

interface PlaceProps {
  index: number
  product: Product
  points: readonly VotePoint[] | undefined
  movement?: Movement | undefined
  topicHref: (topic: string) => string
  live?: ComponentProps<typeof ProductRow>['live']
}

/** What is at a place of a ranking: the winner, a runner-up, or a row. */
export function LaunchPlace(props: PlaceProps) {
  const { index, product, points, movement, topicHref, live } = props
  if (index === 0) return <Winner {...props} />
  if (index < PODIUM_SIZE) return <RunnerUp {...props} />
  return (
    <ProductRow product={product} rank={index + 1} live={live}>
      <div class="hidden max-w-[30%] min-w-0 @xl:block">
        {product.topics.slice(0, 1).map((topic) => (
          <Topic key={topic} name={topic} href={topicHref(topic)} />
        ))}
      </div>
      <ChartCurve name={product.name} points={points} class="hidden h-6 w-14 @xl:block" />
      <Moved movement={movement} />
    </ProductRow>
  )
}

/** Over the rank of an item. */
function boxPlace(index: number) {
  const inRow = 'left-3.5 top-1/2 -translate-y-1/2'
  if (index === 0) return 'top-3.5 right-3.5'
  return index < PODIUM_SIZE
    ? `${inRow} @xl:top-3.5 @xl:right-3.5 @xl:left-auto @xl:translate-y-0`
    : inRow
}

export function placeClass(index: number) {
  if (index === 0) return HERO
  return index < PODIUM_SIZE ? RUNNER_UP : ROW
}

function Winner({ product, points, movement, topicHref, live }: PlaceProps) {
  const { name, tagline, topics, votesCount, commentsCount } = product
  return (
    <div class="flex min-w-0 flex-col">
      <Rank rank={1} class="absolute top-3.5 right-3.5" />
      <div class="flex gap-4 pr-9 @max-2xs:flex-col @max-2xs:gap-2 @max-2xs:pr-0">
        <ProductPicture product={product} class="size-14 @xl:size-16" />
        <div class="min-w-0">
          <p class="text-lg font-semibold tracking-tight @xl:text-2xl">
            <ProductLink product={product} isWide class="line-clamp-3 wrap-anywhere" />
          </p>
          {tagline && (
            <p class="line-clamp-2 text-sm text-muted wrap-anywhere @xl:text-base">{tagline}</p>
          )}
          <p class="mt-2 hidden flex-wrap gap-1.5 overflow-hidden @xl:flex @xl:max-h-6">
            {topics.slice(0, 3).map((topic) => (
              <Topic key={topic} name={topic} href={topicHref(topic)} />
            ))}
          </p>
        </div>
      </div>
      <div class="mt-auto flex items-end justify-between gap-6">
        {votesCount !== null && (
          <p class="text-sm text-muted">
            <span
              key={live ? '' : votesCount}
              class="flex items-center gap-2 text-2xl font-semibold tracking-tight text-ink tabular-nums @xl:text-3xl"
            >
              {live?.votes ?? formatCount(votesCount)} <Moved movement={movement} />
            </span>
            {votesCount === 1 ? 'vote' : 'votes'}
            {commentsCount !== null && ` · ${pluralize(commentsCount, 'comment')}`}
          </p>
        )}
        <ChartCurve
          name={name}
          points={points}
          class="h-12 w-2/5 @max-2xs:hidden @xl:h-15 @xl:w-[45%]"
        />
      </div>
    </div>
  )
}

function RunnerUp({ index, product, points, movement, live }: PlaceProps) {
  const { name, tagline, votesCount } = product
  return (
    <div class="flex w-full min-w-0 items-center gap-3 @max-2xs:flex-wrap @max-2xs:py-2 @xl:grid @xl:grid-cols-[auto_minmax(0,1fr)] @xl:items-start @xl:gap-y-0">
      <Rank rank={index + 1} class="@xl:absolute @xl:top-3.5 @xl:right-3.5" />
      <ProductPicture product={product} class="size-9 @max-2xs:hidden @xl:size-12" />
      <div class="min-w-0 flex-1 @xl:pr-8">
        <p class="font-semibold tracking-tight @xl:text-lg">
          <ProductLink product={product} isWide class="one-line" />
        </p>
        {tagline && <p class="-mt-0.5 truncate text-sm text-muted @max-xs:hidden">{tagline}</p>}
      </div>
      <div class="contents @xl:col-span-2 @xl:flex @xl:items-end @xl:justify-between @xl:gap-4 @xl:self-end">
        {votesCount !== null && (
          <p class="flex min-w-12 shrink-0 items-baseline justify-end gap-1.5 text-sm text-muted @max-2xs:basis-full @max-2xs:justify-start @max-2xs:pl-10.5">
            <span
              key={live ? '' : votesCount}
              class="font-semibold text-base text-ink tabular-nums @xl:text-lg"
            >
              {live?.votes ?? formatCount(votesCount)}
            </span>
            <span class="@max-xl:sr-only">{votesCount === 1 ? 'vote' : 'votes'}</span>
            <Moved movement={movement} />
          </p>
        )}
        <ChartCurve name={name} points={points} class="hidden h-7 w-2/5 @xl:block" />
      </div>
    </div>
  )
}

/** Above the link that covers the whole item. */
function Topic({ name, href }: { name: string; href: string }) {
  return <Chip name={name} href={href} class="relative z-10 text-muted" />
}

/** What a product gained a moment ago, and how many places it has climbed. */
function Moved({ movement }: { movement: Movement | undefined }) {
  if (!movement) return null
  const { gained, climbed } = movement
  return (
    <span key={`${climbed} ${gained}`} class="shrink-0 text-sm font-medium text-good tabular-nums">
      {climbed > 0 && <span title={`Up ${climbed} in the last minute`}>▲{climbed}</span>}
      {gained > 0 && <span class="ml-1">+{formatCount(gained)}</span>}
    </span>
  )
}

/** A placeholder of the same size, which is seen where loading takes a while. */
export function LaunchListSkeleton({ count }: { count: number }) {
  return (
    <div class={cx(LIST, 'appear-late')}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index} class={placeClass(index)}>
          <Skeleton class={index < PODIUM_SIZE ? 'size-12' : 'ml-10 size-9'} />
          <Skeleton class={index < PODIUM_SIZE ? 'mt-3 h-5 w-1/2' : 'ml-3 h-4 w-1/2'} />
        </div>
      ))}
    </div>
  )
}

type List = { current: HTMLElement | null }

/** Slides rows that have changed their place to where they are now; on the podium they fade in. */
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
      slide(item, x === place.x ? y - place.y : undefined)
    }
  }, [products])
}

/** A row slides; between the columns of the podium an item fades in. */
function slide(item: HTMLElement, distance: number | undefined) {
  const timing = { duration: MOVE_MS, easing: 'ease-out' }
  if (distance === undefined || !item.matches(':nth-child(n+4)')) {
    item.animate([{ opacity: 0 }, {}], timing)
    return
  }
  // Added to a move that has not ended: in a replay they follow one another.
  const from = { transform: `translateY(${distance}px)` }
  item.animate([from, { transform: 'none' }], { ...timing, composite: 'add' })
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
