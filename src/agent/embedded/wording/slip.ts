/**
 * Whether `typed` is `word` but for slips of the fingers: neighbours swapped, a letter too many or
 * too few, a key beside the right one, a wrong vowel, and in long words any wrong letter.
 */
export function isSlip(typed: string, word: string): boolean {
  const slips = word.length >= TWO_SLIPS ? 2 : 1
  if (Math.abs(typed.length - word.length) > slips) return false
  return isWithin(typed, word, { slips, length: word.length })
}

const TWO_SLIPS = 9
const ANY_LETTER = 7
const LETTER_LOST = 5

const VOWELS = 'aeiouy'
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']

interface Leniency {
  slips: number
  /** Of the whole word: short words bear less. */
  length: number
}

function isWithin(typed: string, word: string, { slips, length }: Leniency): boolean {
  const at = firstDifference(typed, word)
  const a = typed.slice(at)
  const b = word.slice(at)
  if (a === b) return true
  if (slips === 0) return false

  const rest = { slips: slips - 1, length }
  return (
    isWithin(a.slice(1), b, rest) ||
    (length >= LETTER_LOST && isWithin(a, b.slice(1), rest)) ||
    (isSwapped(a, b) && isWithin(a.slice(2), b.slice(2), rest)) ||
    ((length >= ANY_LETTER || areClose(a, b)) && isWithin(a.slice(1), b.slice(1), rest))
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

/** Two vowels, or two keys side by side. */
function areClose([a = '', ...moreA]: string, [b = '', ...moreB]: string): boolean {
  if (a === '' || b === '' || moreA.length !== moreB.length) return false
  return (VOWELS.includes(a) && VOWELS.includes(b)) || areNeighbours(a, b)
}

function areNeighbours(a: string, b: string): boolean {
  const [placeA, placeB] = [placeOf(a), placeOf(b)]
  if (!placeA || !placeB) return false
  const [rows, columns] = [placeA.row - placeB.row, placeA.column - placeB.column]
  // Each row of keys is shifted to the right, by half a key or so.
  return rows === 0
    ? Math.abs(columns) === 1
    : Math.abs(rows) === 1 && (columns === 0 || columns === -rows)
}

function placeOf(letter: string) {
  const row = ROWS.findIndex((keys) => keys.includes(letter))
  return row < 0 ? undefined : { row, column: ROWS[row]?.indexOf(letter) ?? 0 }
}
