import slots from '../../../data/language/slots.json' with { type: 'json' }
import { ORDINALS } from '../normalise/numbers.ts'
import type { Token } from '../normalise/tokens.ts'
import { type Captures, createPatterns } from './patterns.ts'
import type { Span } from './span.ts'

/** So many votes or comments that products must have. */
export interface Bounds {
  field: 'votes' | 'comments'
  min?: number | undefined
  max?: number | undefined
}

const matchBounds = createPatterns(slots.bounds, slots.macros, slots.words)
const matchPlaces = createPatterns(slots.places, slots.macros, slots.words)

/** The numbers of votes or comments that a message limits a set to. */
export function findBounds(tokens: readonly Token[], taken: readonly boolean[]): Span<Bounds>[] {
  return longest(matchBounds(tokens), taken).map(({ name, captures, from, to }) => {
    const [count, least] = [countOf(captures.count), countOf(captures.least)]
    const field = /^(?:comment|repl)/.test(captures.counted ?? '') ? 'comments' : 'votes'
    const [min, max] = {
      above: [count + 1],
      atLeast: [count],
      below: [undefined, count - 1],
      atMost: [undefined, count],
      between: [least, count],
    }[name]
    return { from, to, value: { field, min, max } }
  })
}

function countOf(text = ''): number {
  return Number.parseFloat(text) * (text.endsWith('k') ? 1000 : 1)
}

/** The places of a list that a message names; the last one is -1, the one before it -2. */
export function findPlaces(tokens: readonly Token[], taken: readonly boolean[]): Span<number[]>[] {
  return longest(matchPlaces(tokens), taken).map(({ name, captures, from, to }) => ({
    from,
    to,
    value: placesOf(name, captures),
  }))
}

function placesOf(name: keyof typeof slots.places, { place = '', rank = '1' }: Captures): number[] {
  const upTo = Array.from({ length: Math.min(Number(rank), MAX_FEW) }, (_, at) => at + 1)
  const ordinal = ORDINALS.indexOf(place)
  return {
    nth: [ordinal > 0 ? ordinal : Number.parseInt(place || rank, 10)],
    first: [1],
    second: [2],
    last: [-1],
    firstFew: upTo,
    lastFew: upTo.map((at) => -at).reverse(),
  }[name]
}

/** More are no places that somebody compares. */
const MAX_FEW = 5

/** Of overlapping matches the longest ones, in order of position. */
function longest<Found extends { from: number; to: number }>(
  found: readonly Found[],
  taken: readonly boolean[],
): Found[] {
  const claimed = [...taken]
  const byLength = found.toSorted((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from)
  const chosen = byLength.filter(({ from, to }) => {
    if (claimed.slice(from, to).includes(true)) return false
    claimed.fill(true, from, to)
    return true
  })
  return chosen.sort((a, b) => a.from - b.from)
}
