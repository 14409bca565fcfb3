import { COUNT } from '../../ranking/limits.ts'
import { namesIn, placesOf, type Reading } from './reading.ts'
import type { Operation, ProductSet, Reference } from './request.ts'

/** Stands for the products that were listed. */
export const THEM =
  /\b(?:them|those|these|they|their|left|remain(?:s|ing)?|(?:is|are) that$|of the (?:list|\d+|bunch|lot)|all \d+|both|(?:the|that|your|this) list|(?:which|what) ones|ones (?:above|you))\b|^which (?:have|had|got) (?:fewer|less|more|under|over|at)\b/
const FIELDS_OF_ALL = /\b(?:taglines|descriptions|slogans|links|urls|dates|times|ranks)\b/

/** Whether it speaks of all that was listed: "and the taglines?", unless one of it was spoken of. */
export function isOfListed(text: string, hasSubject = false): boolean {
  return THEM.test(text) || (FIELDS_OF_ALL.test(text) && !hasSubject)
}

/** Stands for one product. */
export const IT = /\b(?:it|its|this (?:one|product|app)|that|he|she)\b/

/** Stands for the product of whoever asks. */
export const OWN = /\b(?:we|us|our|ours|i|my)\b/

/** Stands for the two that were spoken of last. */
export const TWO =
  /\b(?:both|(?:the|these|those|them|of|which) 2(?! (?:days?|weeks?|months?|hours?|topics?|votes?|comments?)\b))\b/

/** Of a single product, or of each of some. */
export const OF_ONE =
  /^(?:about|like|votes|comments|launch|topics|tagline|link|rank|won|above|below|trend|chased|pass|age|ratio)$/
export const OF_TWO = /^(?:compare|shared|difference)$/

/** What stands for products without naming them. */
interface Hints {
  operation: Operation
  isOfThem: boolean
  isOfIt: boolean
}

/** The products that a message names, by their names, their places or as "it". */
export function referencesIn(
  reading: Reading,
  { operation, isOfThem, isOfIt }: Hints,
): Reference[] {
  const isOfTwo = OF_TWO.test(operation)
  const isOfSome = !isOfTwo && operation !== 'drop' && !OF_ONE.test(operation)
  const places = placesIn(reading, isOfTwo)
  const it: Reference[] = isOfIt ? ['it'] : []
  const others = places.length + it.length
  // Beside "the second", "them" or "most votes", only a name in capital letters is one.
  const isWritten = isOfThem || isOfSome || others > (isOfTwo ? 1 : 0)
  const names = namesIn(reading, { isWritten, isOfTwo }).map((name): Reference => ({ name }))
  if (isOfSome) return names.length + places.length > 1 ? [...places, ...names] : []
  if (isOfTwo && names.length < 2) return [...it, ...places, ...names].slice(0, MAX_REFERENCES)
  return names.length > 0 ? names : [...unnamed(operation, places, it)]
}

/** "What rank is it?", "is it first?" */
function unnamed(operation: Operation, places: readonly Reference[], it: readonly Reference[]) {
  const isOfRank = operation === 'rank' && it.length > 0
  return isOfRank ? it : [...places, ...it].slice(0, places.length || 1)
}

export const MAX_REFERENCES = 5

/** The places of a list, also those of "compare the top two", "compare 2 and 4". */
function placesIn({ slots }: Reading, isOfTwo: boolean): Reference[] {
  const places = placesOf({ slots })
  const counts = isOfTwo && places.length === 0 ? slots.counts.map(({ value }) => value) : []
  const [count = 0] = counts
  const first = Array.from({ length: Math.min(count, COUNT.max) }, (_, at) => at + 1)
  return [...places, ...(counts.length > 1 ? counts : first)].map((place) => ({ place }))
}

export function isNamed(reference: Reference): reference is { name: string } {
  return typeof reference === 'object' && 'name' in reference
}

export function isPlace(reference: Reference): reference is { place: number } {
  return typeof reference === 'object' && 'place' in reference
}

/** A comparison with a single product is with the one that was spoken of. */
export function referredSet(
  references: readonly Reference[],
  operation: Operation,
): ProductSet | undefined {
  const [first] = references
  if (references.length > 1 || !OF_TWO.test(operation)) return { kind: 'products', references }
  if (!first || first === 'it') return undefined
  // "By how much did the first win?", "how far behind is the third?"
  if (isPlace(first))
    return first.place > 1 ? { kind: 'products', references: upTo(first.place) } : undefined
  return { kind: 'products', references: ['it', first] }
}

function upTo(place: number): Reference[] {
  return Array.from({ length: place }, (_, at) => ({ place: at + 1 }))
}
