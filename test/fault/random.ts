import { createRandom as createNumbers, pick } from '../../src/language/training/regression.ts'

/** Random choices that a seed repeats. */
export interface Random {
  /** From 0 to below `end`. */
  below(end: number): number
  chance(probability: number): boolean
  pick<Item>(items: readonly Item[]): Item
}

export function createRandom(seed: number): Random {
  const next = createNumbers(seed)
  return {
    below: (end) => Math.floor(next() * end),
    chance: (probability) => next() < probability,
    pick: (items) => pick(items, next)!,
  }
}
