import type { Product } from '../ranking/product.ts'

const HOUR_MS = 3_600_000

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
export function atAge(product: Product, ageMs: number): Product {
  const share = curveOf(product).reduce((sum, wave) => sum + shareOf(wave, ageMs / HOUR_MS), 0)
  const part = (count: number | null) => count && Math.round(count * share)
  return {
    ...product,
    votesCount: part(product.votesCount),
    commentsCount: part(product.commentsCount),
  }
}

function curveOf({ id, votesCount }: Product) {
  if ((votesCount ?? 0) <= MAX_DUD_VOTES) return DUD
  return CURVES[Number(/\d+/.exec(id)) % CURVES.length] ?? USUAL
}

function shareOf({ share, fromHour, hours }: Wave, age: number) {
  const left = 1 - Math.min(1, Math.max(0, (age - fromHour) / hours))
  return share * (1 - left ** 3)
}
