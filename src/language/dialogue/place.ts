import { ORDINALS } from '../normalise/numbers.ts'

const NUMBERS = 'zero one two three four five six seven eight nine ten'.split(' ')
const PLACE = new RegExp(
  `\\b(?:(?<ordinal>${ORDINALS.slice(1, 11).join('|')}|last|top|winner|\\d{1,2}(?:st|nd|rd|th))|` +
    `(?:number|no|item|result|product|option|#) (?<number>\\d{1,2}|${NUMBERS.join('|')}))\\b`,
)

/** Which one of a list is meant: "the second one" is 1, "the last" is -1. */
export function placeIn(text: string): number | undefined {
  const { ordinal, number } = PLACE.exec(text)?.groups ?? {}
  if (ordinal === 'last') return -1
  if (ordinal)
    return Math.max(
      0,
      (ORDINALS.indexOf(ordinal) > 0
        ? ORDINALS.indexOf(ordinal)
        : Number.parseInt(ordinal, 10) || 1) - 1,
    )
  if (!number) return undefined
  return (NUMBERS.indexOf(number) > 0 ? NUMBERS.indexOf(number) : Number(number)) - 1
}
