export type Random = () => number

/** Pseudorandom numbers from 0 to 1, the same ones each time (Mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let hash = Math.imul(state ^ (state >>> 15), 1 | state)
    hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash
    return ((hash ^ (hash >>> 14)) >>> 0) / 2 ** 32
  }
}

export function pick<Value>(values: readonly Value[], random: Random): Value | undefined {
  return values[Math.floor(random() * values.length)]
}
