import type { Product } from '../product/product.ts'
import type { SourceResult } from './source.ts'

/** How the dates of a catalogue stand to the clock at one moment. */
interface CatalogueTime {
  /** How far the clock is ahead of the catalogue. */
  readonly shiftMs: number
  /** The first instant that is still to come, in the catalogue's own dates. */
  readonly untilMs: number
  /** The catalogue's answer, its launches on the clock's dates. */
  reading(products: Product[]): SourceResult
}

const DAY_MS = 86_400_000

/** The launches of one time, and how they stand to the clock. */
interface DatedCatalogue {
  /** Its UTC day that is today by the clock; without it no date moves. */
  readonly today?: string
  readonly readAt?: Date
  readonly isStale?: boolean
}

export function catalogueClock(now: () => Date): (dated: DatedCatalogue) => CatalogueTime {
  const move = createMover()

  return ({ today, readAt, isStale = false }) => {
    const moment = now()
    const ownToday = today === undefined ? undefined : Date.parse(today)
    const shiftMs = ownToday === undefined ? 0 : startOfDay(moment) - ownToday
    return {
      shiftMs,
      untilMs: ownToday === undefined ? Number.POSITIVE_INFINITY : moment.getTime() - shiftMs + 1,
      reading: (products) => ({
        products: products.map((product) => move(product, shiftMs)),
        source: 'catalogue',
        asOf: (readAt ?? moment).toISOString(),
        stale: isStale,
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
