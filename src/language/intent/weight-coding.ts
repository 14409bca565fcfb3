/**
 * Weights as text, in about as many bits as there is information in them: an adaptive binary range
 * coder, as LZMA has it. `codeSteps` says what is coded in which order, for writing and for reading.
 */

/** Codes a bit, of which the probability is learned by its context; a reader is given any, and returns it. */
export type Coder = (context: number, bit: boolean) => boolean

const PRECISION = 12
const ADAPTATION = 5
const EVEN = 1 << (PRECISION - 1)
const MIN_RANGE = 1 << 24
/** More than the steps of any weight. */
const MAX_MAGNITUDE = 31
const MAX_FOUND = 2

/** Steps away from zero, bucket by bucket: whether there are any, and for each class which. */
export function codeSteps(steps: Int8Array, size: number, code: Coder) {
  for (let from = 0; from < steps.length; from += size) {
    const row = steps.subarray(from, from + size)
    const isUsed = code(
      0,
      row.some((step) => step !== 0),
    )
    if (!isUsed) continue
    let found = 0
    for (let at = 0; at < size; at += 1) {
      const context = 1 + (at * (MAX_FOUND + 1) + found) * (MAX_MAGNITUDE + 2)
      row[at] = codeStep(row[at] ?? 0, context, code)
      if (row[at] !== 0) found = Math.min(MAX_FOUND, found + 1)
    }
  }
}

function codeStep(step: number, context: number, code: Coder): number {
  if (!code(context, step !== 0)) return 0
  const isNegative = code(context + 1, step < 0)
  let magnitude = 1
  while (magnitude < MAX_MAGNITUDE && code(context + 1 + magnitude, Math.abs(step) > magnitude)) {
    magnitude += 1
  }
  return isNegative ? -magnitude : magnitude
}

export function unpackWeights(text: string, size: number, buckets: number): Int8Array {
  const steps = new Int8Array(size * buckets)
  codeSteps(steps, size, createReader(text))
  return steps
}

function createReader(text: string): Coder {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  const chances = createChances()
  let [range, value, place] = [0xffffffff, 0, 0]
  const shift = () => {
    value = ((value << 8) | (bytes[place++] ?? 0)) >>> 0
  }
  for (let at = 0; at < 4; at += 1) shift()
  return (context) => {
    const bound = (range >>> PRECISION) * chances.of(context)
    const bit = value < bound
    if (bit) range = bound
    else [range, value] = [range - bound, value - bound]
    chances.learn(context, bit)
    while (range < MIN_RANGE) {
      range = (range << 8) >>> 0
      shift()
    }
    return bit
  }
}

/** How likely the bit of each context is set, as it was so far. */
export function createChances() {
  const chances: number[] = []
  const of = (context: number) => chances[context] ?? EVEN
  return {
    of,
    learn(context: number, bit: boolean) {
      const chance = of(context)
      const gain = bit ? (1 << PRECISION) - chance : -chance
      const next = chance + Math.trunc(gain / (1 << ADAPTATION))
      chances[context] = Math.min((1 << PRECISION) - 32, Math.max(32, next))
    },
  }
}

/** The other direction, for the trainer. */
export function packWeights(steps: Int8Array, size: number): string {
  const bytes: number[] = []
  const chances = createChances()
  let [range, low] = [0xffffffff, 0]
  const carry = () => {
    for (let at = bytes.length - 1; at >= 0; at -= 1) {
      bytes[at] = ((bytes[at] ?? 0) + 1) & 0xff
      if (bytes[at] !== 0) return
    }
  }
  const shift = () => {
    bytes.push(low >>> 24)
    low = (low << 8) >>> 0
  }
  codeSteps(Int8Array.from(steps), size, (context, bit) => {
    const bound = (range >>> PRECISION) * chances.of(context)
    if (bit) range = bound
    else {
      low += bound
      if (low > 0xffffffff) {
        low -= 0x1_0000_0000
        carry()
      }
      range -= bound
    }
    chances.learn(context, bit)
    while (range < MIN_RANGE) {
      range = (range << 8) >>> 0
      shift()
    }
    return bit
  })
  for (let at = 0; at < 4; at += 1) shift()
  return btoa(bytes.map((byte) => String.fromCharCode(byte)).join(''))
}
