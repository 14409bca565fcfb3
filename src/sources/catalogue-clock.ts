import type { Product } from '../ranking/product.ts'
import type { SourceResult } from './source.ts'

/** The dates of a catalogue relative to the clock, at one moment. */
interface CatalogueTime {
  /** How far the clock is ahead of the catalogue's dates. */
  readonly shiftMs: number
  /** The first instant in the future, in the catalogue's own dates. */
  readonly untilMs: number
  /** The catalogue's result, with its launches moved to the clock's dates. */
  result(products: Product[]): SourceResult
}

const DAY_MS = 86_400_000

/** The dates of a catalogue. */
interface DatedCatalogue {
  /** The UTC day of the catalogue that is shown as today. Without it dates do not move. */
  readonly today?: string
  readonly readAt?: Date
  readonly isStale?: boolean
}

export function catalogueClock(now: () => Date): (dated: DatedCatalogue) => CatalogueTime {
  return ({ today, readAt, isStale = false }) => {
    const moment = now()
    const ownToday = today === undefined ? undefined : Date.parse(today)
    const shiftMs = ownToday === undefined ? 0 : startOfDay(moment) - ownToday
    return {
      shiftMs,
      untilMs: ownToday === undefined ? Number.POSITIVE_INFINITY : moment.getTime() - shiftMs + 1,
      result: (products) => ({
        products: products.map((product) => moved(product, shiftMs)),
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

function moved(product: Product, shiftMs: number): Product {
  if (shiftMs === 0 || product.launchedAt === null) return product
  const launchedAt = new Date(Date.parse(product.launchedAt) + shiftMs).toISOString()
  return { ...product, launchedAt }
}
