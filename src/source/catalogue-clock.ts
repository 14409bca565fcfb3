import type { Product } from '../product/product.ts'
import type { Reading } from './source.ts'

/** How the dates of a catalogue stand to the clock at one moment. */
export interface CatalogueTime {
  /** How far the clock is ahead of the catalogue. */
  readonly shiftMs: number
  /** The first instant that is still to come, in the catalogue's own dates. */
  readonly untilMs: number
  /** The catalogue's answer, its launches on the clock's dates. */
  reading(products: Product[]): Reading
}

const DAY_MS = 86_400_000

/** `today` is the UTC day of the catalogue that is today by the clock; without it no date moves. */
export function catalogueClock(today: string | undefined, now: () => Date): () => CatalogueTime {
  const ownToday = today === undefined ? undefined : Date.parse(today)
  const move = createMover()

  return () => {
    const moment = now()
    const shiftMs = ownToday === undefined ? 0 : startOfDay(moment) - ownToday
    return {
      shiftMs,
      untilMs: ownToday === undefined ? Number.POSITIVE_INFINITY : moment.getTime() - shiftMs + 1,
      reading: (products) => ({
        products: products.map((product) => move(product, shiftMs)),
        source: 'catalogue',
        asOf: moment.toISOString(),
        stale: false,
      }),
    }
  }
}

function startOfDay(instant: Date) {
  return Math.floor(instant.getTime() / DAY_MS) * DAY_MS
}

/** Moved products are kept until the shift changes: the same few are asked for all day. */
function createMover() {
  let keptShiftMs = 0
  let kept = new Map<Product, Product>()

  return (product: Product, shiftMs: number): Product => {
    if (shiftMs === 0 || product.launchedAt === null) return product
    if (shiftMs !== keptShiftMs) {
      keptShiftMs = shiftMs
      kept = new Map()
    }
    const known = kept.get(product)
    if (known) return known
    const launchedAt = new Date(Date.parse(product.launchedAt) + shiftMs).toISOString()
    const moved = { ...product, launchedAt }
    kept.set(product, moved)
    return moved
  }
}
