import type { Product } from '../api/response-types.ts'

/** The topics of products, those of most products first. */
export function countTopics(products: readonly Product[]): [name: string, count: number][] {
  const counts = new Map<string, number>()
  for (const topic of products.flatMap(({ topics }) => topics)) {
    counts.set(topic, (counts.get(topic) ?? 0) + 1)
  }
  return [...counts].sort(([a, left], [b, right]) => right - left || a.localeCompare(b))
}
