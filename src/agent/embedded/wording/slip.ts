/**
 * Whether `typed` is `word` but for slips of the fingers: neighbours swapped, a letter too many or
 * too few, a wrong vowel, and in long words any wrong letter.
 */
export function isSlip(typed: string, word: string): boolean {
  const slips = word.length >= TWO_SLIPS ? 2 : 1
  if (Math.abs(typed.length - word.length) > slips) return false
  return isWithin(typed, word, { slips, anyLetter: word.length >= ANY_LETTER })
}

const ANY_LETTER = 7
const TWO_SLIPS = 9
const VOWELS = 'aeiouy'

interface Leniency {
  slips: number
  anyLetter: boolean
}

function isWithin(typed: string, word: string, { slips, anyLetter }: Leniency): boolean {
  const at = firstDifference(typed, word)
  const a = typed.slice(at)
  const b = word.slice(at)
  if (a === b) return true
  if (slips === 0) return false

  const rest = { slips: slips - 1, anyLetter }
  return (
    isWithin(a.slice(1), b, rest) ||
    isWithin(a, b.slice(1), rest) ||
    (isSwapped(a, b) && isWithin(a.slice(2), b.slice(2), rest)) ||
    ((anyLetter || areVowels(a, b)) && isWithin(a.slice(1), b.slice(1), rest))
  )
}

function firstDifference(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length)
  for (let at = 0; at < shorter; at += 1) if (a[at] !== b[at]) return at
  return shorter
}

function isSwapped(a: string, b: string): boolean {
  return a.length > 1 && a[0] === b[1] && a[1] === b[0]
}

function areVowels(a: string, b: string): boolean {
  return VOWELS.includes(a[0] ?? '-') && VOWELS.includes(b[0] ?? '-')
}
