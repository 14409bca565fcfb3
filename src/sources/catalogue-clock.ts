import type { Product } from '../ranking/product.ts'
import type { RequestedWindow, SourceResult } from './source.ts'

/** A catalogue at one moment. Its own dates may differ from those of the clock. */
interface CatalogueTime {
  /** The interval of a window in the catalogue's own dates, without the future; all time by default. */
  interval(window?: RequestedWindow): [from: number, until: number]
  /** Whether a launch in the catalogue's own dates, infinity if unknown, is not in the future. */
  hasLaunched(instant: number): boolean
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
    const shiftMs = today === undefined ? 0 : startOfDay(moment) - Date.parse(today)
    const untilMs = today === undefined ? Infinity : moment.getTime() - shiftMs + 1
    return {
      interval(window) {
        if (!window) return [-Infinity, untilMs]
        const from = Date.parse(window.postedAfter) - shiftMs
        return [from, Math.min(Date.parse(window.postedBefore) - shiftMs, untilMs)]
      },
      hasLaunched: (instant) => instant < untilMs || instant === Infinity,
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
