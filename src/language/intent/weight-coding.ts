/**
 * Entropy coding of quantized weights as base64 text: an adaptive binary range coder, as in LZMA.
 * `codeSteps` defines the order of the bits for both directions.
 */

/** Codes one bit under an adaptive context and returns it; a decoder ignores the bit passed in. */
type Coder = (context: number, bit: boolean) => boolean

/** Bits of a probability. */
const PRECISION = 12
/** A probability moves by 1/32 of its error with each bit. */
const ADAPTATION = 5
const HALF = 1 << (PRECISION - 1)
const MIN_RANGE = 1 << 24
/** An upper bound for the absolute value of a quantized weight. */
const MAX_MAGNITUDE = 31
/** Contexts tell apart at most this many nonzero weights earlier in a row. */
const MAX_NONZERO = 2

/**
 * Codes a matrix of quantized weights with `size` classes a row: for each row whether it has any
 * nonzero weight, and if so each weight, by class and by how many before it were nonzero.
 */
function codeSteps(steps: Int8Array, size: number, code: Coder) {
  for (let from = 0; from < steps.length; from += size) {
    const row = steps.subarray(from, from + size)
    const isUsed = code(
      0,
      row.some((step) => step !== 0),
    )
    if (!isUsed) continue
    let nonzero = 0
    for (let at = 0; at < size; at += 1) {
      const context = 1 + (at * (MAX_NONZERO + 1) + nonzero) * (MAX_MAGNITUDE + 2)
      row[at] = codeStep(row[at] ?? 0, context, code)
      if (row[at] !== 0) nonzero = Math.min(MAX_NONZERO, nonzero + 1)
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
  codeSteps(steps, size, createDecoder(text))
  return steps
}

function createDecoder(text: string): Coder {
  const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  const model = createBitModel()
  let [range, value, offset] = [0xffffffff, 0, 0]
  const shift = () => {
    value = ((value << 8) | (bytes[offset++] ?? 0)) >>> 0
  }
  for (let at = 0; at < 4; at += 1) shift()
  return (context) => {
    const bound = (range >>> PRECISION) * model.of(context)
    const bit = value < bound
    if (bit) range = bound
    else [range, value] = [range - bound, value - bound]
    model.update(context, bit)
    while (range < MIN_RANGE) {
      range = (range << 8) >>> 0
      shift()
    }
    return bit
  }
}

/** Estimates by context, from the bits so far, how probable a 1 is, in units of 2^-PRECISION. */
function createBitModel() {
  const probabilities: number[] = []
  const of = (context: number) => probabilities[context] ?? HALF
  return {
    of,
    update(context: number, bit: boolean) {
      const probability = of(context)
      const error = bit ? (1 << PRECISION) - probability : -probability
      const next = probability + Math.trunc(error / (1 << ADAPTATION))
      probabilities[context] = Math.min((1 << PRECISION) - 32, Math.max(32, next))
    },
  }
}

/** The inverse of `unpackWeights`, used in training. */
export function packWeights(steps: Int8Array, size: number): string {
  const bytes: number[] = []
  const model = createBitModel()
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
    const bound = (range >>> PRECISION) * model.of(context)
    if (bit) range = bound
    else {
      low += bound
      if (low > 0xffffffff) {
        low -= 0x1_0000_0000
        carry()
      }
      range -= bound
    }
    model.update(context, bit)
    while (range < MIN_RANGE) {
      range = (range << 8) >>> 0
      shift()
    }
    return bit
  })
  for (let at = 0; at < 4; at += 1) shift()
  return btoa(bytes.map((byte) => String.fromCharCode(byte)).join(''))
}
