/** An inclusive range of whole numbers and what stands in when none was given. */
export interface Limit {
  readonly min: number
  readonly max: number
}

export const COUNT: Limit = { min: 1, max: 10 }
export const DAYS: Limit = { min: 1, max: 31 }

/** The search words: as many characters as a person would type, and more. */
export const MAX_SEARCH_CHARACTERS = 512

/** The nearest whole number inside the range: 999 of 1–10 is 10, -4 is 1, 2.9 is 2. */
export function clamp(value: number, { min, max }: Limit): number {
  return Math.min(max, Math.max(min, Math.trunc(value)))
}
