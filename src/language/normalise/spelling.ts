/** Corrects the typos of a message. */
export interface Spelling {
  isKnown(word: string): boolean
  correct(word: string): string | undefined
}

/** Shorter words are not corrected. */
export const MIN_LETTERS = 3
/** Shorter words are corrected to the most common ones alone. */
const MIN_LETTERS_RARE = 5
const COMMON = 300
const MAX_LETTERS = 20
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'.split('')

/**
 * Replaces a word that is one slip away from a known one: two letters swapped, one left out, added
 * or replaced.
 * @param words what is corrected to, the most common ones first
 * @param others English words that are one slip away from one of them, and no typos
 */
export function createSpelling(words: readonly string[], others: Iterable<string>): Spelling {
  const rank = new Map(words.map((word, at) => [word, at]))
  const known = new Set([...words, ...others])
  const isKnown = (word: string) => known.has(word) || known.has(word.replace(/s$/, ''))
  const isCandidate = (word: string) =>
    word.length >= MIN_LETTERS && word.length <= MAX_LETTERS && /^[a-z]+$/.test(word)

  /** The distance of a known word from what was typed; infinite if it is too far. */
  function costOf(typed: string, { slip, cost }: Slip): number {
    const place = rank.get(slip)
    if (place === undefined) return Number.POSITIVE_INFINITY
    // "Teh", "adn".
    const isShort = slip.length <= MIN_LETTERS
    if (isShort && (cost > 0 || place >= COMMON)) return Number.POSITIVE_INFINITY
    const isTooRare = typed.length < MIN_LETTERS_RARE && place >= COMMON && cost > 0
    if (isTooRare || (typed.length === MIN_LETTERS && cost > SHORT_COST))
      return Number.POSITIVE_INFINITY
    return cost + (slip[0] === typed[0] ? 0 : 1) + place / words.length
  }

  function correct(typed: string): string | undefined {
    if (!isCandidate(typed) || isKnown(typed)) return undefined
    let [best, bestCost]: [string | undefined, number] = [undefined, Number.POSITIVE_INFINITY]
    for (const slip of slipsOf(typed)) {
      const cost = costOf(typed, slip)
      if (cost < bestCost) [best, bestCost] = [slip.slip, cost]
    }
    return best
  }
  return { isKnown, correct }
}

interface Slip {
  slip: string
  cost: number
}

/** A word of three letters has none replaced. */
const SHORT_COST = 0.5

/** Every text that is one slip away; the likelier slips cost less. */
export function* slipsOf(word: string): Generator<Slip> {
  for (let at = 0; at <= word.length; at += 1) {
    const [start, rest] = [word.slice(0, at), word.slice(at)]
    const [first = '', second = ''] = rest
    if (second) yield { slip: `${start}${second}${first}${rest.slice(2)}`, cost: 0 }
    if (first) yield { slip: start + rest.slice(1), cost: 0.5 }
    for (const letter of LETTERS) {
      yield { slip: start + letter + rest, cost: 0.5 }
      if (first) yield { slip: start + letter + rest.slice(1), cost: 1 }
    }
  }
}
