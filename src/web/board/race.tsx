import { type Signal, useComputed, useSignal } from '@preact/signals'
import type { ComponentProps } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { hueAngleOf, hueOf } from '../../core/monogram.ts'
import { formatCount } from '../product/format.ts'
import { cx } from '../ui/cx.ts'
import { LaunchPlace, LIST, type ListProps, PODIUM_SIZE, placeClass } from './launch-list.tsx'
import { moment, racing } from './moment.ts'

interface RaceProps extends ListProps {
  /** How many places are shown. */
  count: number
}

/**
 * A ranking while its replay plays. A row stands in the document once and moves by its transform alone, and
 * its rank and votes are written in place: at a step no row is rendered or laid out anew.
 */
export function Race({ products, count, histories, topicHref }: RaceProps) {
  const best = new Map(racing.value?.launches.map(({ id, ranks }) => [id, Math.min(...ranks)]))
  const racers = products.filter(({ id }) => (best.get(id) ?? Infinity) <= count)
  const rows = Math.min(count, racers.length) - PODIUM_SIZE
  const { list, inView } = useInView(rows)
  return (
    <ol aria-label="Products" class={LIST}>
      <Podium products={racers} histories={histories} topicHref={topicHref} />
      {rows > 0 && (
        <li ref={list} class="race col-span-full" style={{ '--rows': rows }}>
          <ol start={PODIUM_SIZE + 1}>
            {racers.map((product) => (
              <Racer
                key={product.id}
                product={product}
                points={histories.get(product.id)}
                inView={inView}
                topicHref={topicHref}
              />
            ))}
          </ol>
        </li>
      )}
    </ol>
  )
}

/** Who stands there is rendered when it changes hands, and fades in. */
function Podium({ products, histories, topicHref }: ListProps) {
  const best = useComputed(() =>
    products
      .map(({ id }) => ({ id, rank: moment.value?.standings.get(id)?.rank ?? Infinity }))
      .filter(({ rank }) => rank <= PODIUM_SIZE)
      .sort((one, other) => one.rank - other.rank)
      .map(({ id }) => id)
      .join(' '),
  )
  const known = new Map(products.map((product) => [product.id, product]))
  return best.value.split(' ').map((id, index) => {
    const product = known.get(id)
    if (!product) return null
    return (
      <li
        key={`${index} ${id}`}
        style={hueOf(product.name)}
        class={cx('fade-in', placeClass(index))}
      >
        <LivePlace
          index={index}
          product={product}
          points={histories.get(id)}
          topicHref={topicHref}
        />
      </li>
    )
  })
}

type PlaceProps = ComponentProps<typeof LaunchPlace>

/** How many comments there were is not known. */
function LivePlace({ product, ...rest }: PlaceProps) {
  const standing = useComputed(() => moment.value?.standings.get(product.id))
  const rank = useComputed(() => formatCount(standing.value?.rank ?? 0))
  const votes = useComputed(() => formatCount(standing.value?.votes ?? 0))
  return (
    <LaunchPlace product={{ ...product, commentsCount: null }} live={{ rank, votes }} {...rest} />
  )
}

/** Places of rows. */
interface InView {
  first: number
  last: number
}

/** Which rows the window shows: the others stand still. */
function useInView(rows: number) {
  const list = useRef<HTMLLIElement>(null)
  const inView = useSignal<InView>({ first: 1, last: rows })
  useLayoutEffect(() => {
    function look() {
      const { top = 0, height = 1 } = list.current?.getBoundingClientRect() ?? {}
      const row = height / rows
      const first = Math.max(1, Math.floor(-top / row))
      inView.value = { first, last: Math.min(rows, Math.ceil((innerHeight - top) / row) + 1) }
    }
    look()
    const stop = new AbortController()
    for (const type of ['scroll', 'resize']) addEventListener(type, look, { signal: stop.signal })
    return () => stop.abort()
  }, [rows])
  return { list, inView }
}

/** Its content is rendered once it comes into view, and laid out while it is in it. */
function Racer({ inView, ...rest }: Omit<PlaceProps, 'index'> & { inView: Signal<InView> }) {
  const { id, name } = rest.product
  const hasEntered = useRef(false)
  const row = useComputed(() => {
    const { first, last } = inView.value
    const place = (moment.value?.standings.get(id)?.rank ?? Infinity) - PODIUM_SIZE
    hasEntered.current ||= first <= place && place <= last
    return Math.min(Math.max(place, first - 1), last + 1)
  })
  const style = useComputed(() => {
    const { first, last } = inView.value
    const isShown = first <= row.value && row.value <= last
    const hidden = isShown ? '' : ';visibility:hidden;content-visibility:hidden'
    return `--hue:${hueAngleOf(name)};translate:0 ${Math.max(row.value - 1, 0)}00%${hidden}`
  })
  const isRendered = useComputed(() => row.value >= 0 && hasEntered.current)
  return (
    <li style={style} class="racer">
      {isRendered.value && <LivePlace index={PODIUM_SIZE} {...rest} />}
    </li>
  )
}
