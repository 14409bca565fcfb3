/** An inclusive range of integers. */
export interface Limit {
  readonly min: number
  readonly max: number
}

export const COUNT: Limit = { min: 1, max: 10 }
export const DAYS: Limit = { min: 1, max: 31 }

/** More than a person types. */
export const MAX_SEARCH_CHARACTERS = 512

/** Truncates, then limits to the range: with 1–10, 999 becomes 10, -4 becomes 1, 2.9 becomes 2. */
export function clamp(value: number, { min, max }: Limit): number {
  return Math.min(max, Math.max(min, Math.trunc(value)))
}
