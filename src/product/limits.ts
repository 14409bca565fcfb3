/** An inclusive range of whole numbers and what stands in when none was given. */
export interface Limit {
  readonly least: number
  readonly most: number
}

export const COUNT: Limit = { least: 1, most: 10 }
export const DAYS: Limit = { least: 1, most: 31 }

/** The search words: as many characters as a person would type, and more. */
export const SEARCH_CHARACTERS = 512

/** The nearest whole number inside the range: 999 of 1–10 is 10, -4 is 1, 2.9 is 2. */
export function clamp(value: number, { least, most }: Limit): number {
  return Math.min(most, Math.max(least, Math.trunc(value)))
}
