import { DAY_MS } from '../ranking/calendar.ts'
import type { Product } from '../ranking/product.ts'

const HOUR_MS = DAY_MS / 24

/** How steeply the votes of the first hours come in. */
const STEEPNESS = 3

/** Some launches get a part of their votes all at once. */
const BURST_SHARE = 0.35
const BURST_MS = 2 * HOUR_MS
const ONE_IN = 4

/**
 * A launch of the sample as it was at an age. Its votes grow for a day, the same way every time: on a
 * curve that flattens, some with a burst at an hour of their own.
 */
export function atAge(product: Product, ageMs: number): Product {
  if (ageMs < 0 || ageMs >= DAY_MS) return product
  const share = shareAt(numberOf(product.id), ageMs)
  const part = (count: number | null) => count && Math.round(count * share)
  return {
    ...product,
    votesCount: part(product.votesCount),
    commentsCount: part(product.commentsCount),
  }
}

function shareAt(number: number, ageMs: number) {
  const growth = (1 - Math.exp((-STEEPNESS * ageMs) / DAY_MS)) / (1 - Math.exp(-STEEPNESS))
  if (number % ONE_IN > 0) return growth
  const startMs = (2 + (number % 20)) * HOUR_MS
  const burst = Math.min(1, Math.max(0, (ageMs - startMs) / BURST_MS))
  return (1 - BURST_SHARE) * growth + BURST_SHARE * burst
}

/** The number in an id of the sample. */
function numberOf(id: string) {
  return Number(/\d+/.exec(id)?.[0] ?? 0)
}
