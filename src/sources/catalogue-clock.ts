import { DAY_MS } from '../ranking/calendar.ts'
import type { TimeSpan } from '../ranking/leaderboard.ts'
import type { Product } from '../ranking/product.ts'
import type { RequestedWindow, SourceResult } from './source.ts'

/** A catalogue at one moment. Its own dates may differ from those of the clock. */
interface CatalogueTime {
  /** A window in the catalogue's own dates, without the future; nothing if it is unbounded. */
  span(window?: RequestedWindow): TimeSpan | undefined
  hasLaunched(product: Product): boolean
  /** The catalogue's result, with its launches moved to the clock's dates. */
  result(products: Product[]): SourceResult
}

/** The dates of a catalogue. */
interface DatedCatalogue {
  /** The UTC day of the catalogue that is shown as today. Without it dates do not move. */
  readonly today?: string
  readonly readAt?: Date
  readonly isStale?: boolean
}

export function catalogueClock(now: () => Date): (dated: DatedCatalogue) => CatalogueTime {
  return ({ today, readAt = now(), isStale = false }) => {
    const moment = readAt.getTime()
    const shiftMs =
      today === undefined ? 0 : Math.floor(moment / DAY_MS) * DAY_MS - Date.parse(today)
    const untilMs = today === undefined ? Infinity : moment - shiftMs + 1
    return {
      span(window) {
        if (!window) return untilMs === Infinity ? undefined : { from: -Infinity, until: untilMs }
        const from = Date.parse(window.postedAfter) - shiftMs
        return { from, until: Math.min(Date.parse(window.postedBefore) - shiftMs, untilMs) }
      },
      hasLaunched: ({ launchedAt }) => launchedAt === null || Date.parse(launchedAt) < untilMs,
      result: (products) => ({
        products: products.map((product) => moved(product, shiftMs)),
        source: 'catalogue',
        asOf: readAt.toISOString(),
        stale: isStale,
      }),
    }
  }
}

function moved(product: Product, shiftMs: number): Product {
  if (shiftMs === 0 || product.launchedAt === null) return product
  const launchedAt = new Date(Date.parse(product.launchedAt) + shiftMs).toISOString()
  return { ...product, launchedAt }
}
