// Weights as text that compresses well: columns of numbers in signs of ASCII, which JSON leaves as they are but for
// two. A feature is known by its hash alone.

/** Of a feature, the places of classes with its weight for each, in tenths. */
export type Row = readonly (readonly [place: number, tenths: number])[]

export interface PackedWeights {
  /** The distance of each feature's hash to the one before. */
  hashes: string
  /** For how many classes each feature has a weight. */
  counts: string
  /** The distance of each weight's class to the one before in its row. */
  places: string
  /** Each weight in tenths, doubled; one less than nothing is odd: 0, 1, 2, 3 are 0, -1, 1, -2. */
  tenths: string
}

/** All weights, those of each feature in a row. */
export interface WeightTable {
  /** Ascending. */
  hashes: Uint32Array
  /** Where the row of each feature ends. */
  ends: Uint32Array
  places: Uint8Array
  tenths: Int8Array
}

/** Of sixteen thousand features few share a hash, and one unknown feature in a thousand is taken for a known one. */
const HASH_BITS = 24
const FIRST_SIGN = 32
/** Digits from here on are followed by others. */
const BASE = 48

export function hashOf(feature: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < feature.length; at += 1) {
    hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193)
  }
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> (32 - HASH_BITS)
}

/** @param rows by the hashes of their features */
export function pack(rows: ReadonlyMap<number, Row>): PackedWeights {
  const packed = { hashes: '', counts: '', places: '', tenths: '' }
  let lastHash = 0
  for (const [hash, row] of [...rows].sort(([one], [other]) => one - other)) {
    packed.hashes += digits(hash - lastHash)
    packed.counts += digits(row.length)
    lastHash = hash
    let lastPlace = 0
    for (const [place, tenths] of row) {
      packed.places += digits(place - lastPlace)
      packed.tenths += digits(tenths < 0 ? -2 * tenths - 1 : 2 * tenths)
      lastPlace = place
    }
  }
  return packed
}

export function unpack(packed: PackedWeights): WeightTable {
  let sum = 0
  const hashes = Uint32Array.from(numbers(packed.hashes), (distance) => (sum += distance))
  sum = 0
  const ends = Uint32Array.from(numbers(packed.counts), (count) => (sum += count))
  const places = Uint8Array.from(numbers(packed.places))
  ends.forEach((end, row) => {
    for (let at = (ends[row - 1] ?? 0) + 1; at < end; at += 1) {
      places[at] = (places[at] ?? 0) + (places[at - 1] ?? 0)
    }
  })
  const tenths = Int8Array.from(numbers(packed.tenths), (number) => (number >> 1) ^ -(number & 1))
  return { hashes, ends, places, tenths }
}

/** The row of a feature, or -1. */
export function rowOf(feature: string, { hashes }: WeightTable): number {
  const hash = hashOf(feature)
  let [first, end] = [0, hashes.length]
  while (first < end) {
    const middle = (first + end) >> 1
    if ((hashes[middle] ?? 0) < hash) first = middle + 1
    else end = middle
  }
  return hashes[first] === hash ? first : -1
}

function digits(number: number): string {
  if (number < BASE) return String.fromCharCode(FIRST_SIGN + number)
  return (
    String.fromCharCode(FIRST_SIGN + BASE + (number % BASE)) + digits(Math.floor(number / BASE))
  )
}

function* numbers(text: string): Generator<number> {
  let [number, factor] = [0, 1]
  for (let at = 0; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - FIRST_SIGN
    number += (digit % BASE) * factor
    factor *= BASE
    if (digit >= BASE) continue
    yield number
    ;[number, factor] = [0, 1]
  }
}
