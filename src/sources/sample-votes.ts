import { HOUR_MS } from '../core/durations.ts'
import type { Product } from '../ranking/product.ts'

/** A share of all votes that come in from an hour on, fast at first. */
interface Wave {
  share: number
  fromHour: number
  hours: number
}

const USUAL: readonly Wave[] = [{ share: 1, fromHour: 0, hours: 24 }]
const FLASH: readonly Wave[] = [{ share: 1, fromHour: 0, hours: 5 }]
const SLOW_BURN: readonly Wave[] = [{ share: 1, fromHour: 0, hours: 48 }]
const SECOND_WAVE: readonly Wave[] = [
  { share: 0.5, fromHour: 0, hours: 20 },
  { share: 0.5, fromHour: 9, hours: 3 },
]
const LATE_HIT: readonly Wave[] = [
  { share: 0.2, fromHour: 0, hours: 24 },
  { share: 0.8, fromHour: 30, hours: 12 },
]
const DUD: readonly Wave[] = [{ share: 1, fromHour: 0, hours: 2 }]

/** By the number of a launch. */
const CURVES = [USUAL, FLASH, SECOND_WAVE, SLOW_BURN, USUAL, SECOND_WAVE, LATE_HIT]

/** The votes of a dud are of friends, and no others follow. */
const MAX_DUD_VOTES = 25

/** A launch of the sample as it was at an age. Its votes grow for up to two days, always alike. */
export function atAge(product: Product, ageMs: number, curve = curveOf(product)): Product {
  const share = shareAt(curve, ageMs)
  const { votesCount, commentsCount } = product
  return {
    ...product,
    votesCount: votesCount && Math.round(votesCount * share),
    commentsCount: commentsCount && Math.round(commentsCount * share),
  }
}

export type Curve = readonly Wave[]

/** How the votes of a launch come in. */
export function curveOf({ id, votesCount }: Product): Curve {
  if ((votesCount ?? 0) <= MAX_DUD_VOTES) return DUD
  return CURVES[Number(/\d+/.exec(id)) % CURVES.length] ?? USUAL
}

/** The share of its votes that a launch has at an age. */
export function shareAt(curve: Curve, ageMs: number): number {
  return curve.reduce((sum, { share, fromHour, hours }) => {
    const left = 1 - Math.min(1, Math.max(0, (ageMs / HOUR_MS - fromHour) / hours))
    return sum + share * (1 - left ** 3)
  }, 0)
}
