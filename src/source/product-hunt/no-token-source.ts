import type { ProductSource } from '../source.ts'

/** Stands where Product Hunt would be when nobody gave us a token for it: it knows of nothing. */
export function noTokenSource({ now }: { now(): Date }): ProductSource {
  return {
    name: 'product-hunt',

    async top() {
      return { products: [], source: 'product-hunt', asOf: now().toISOString(), stale: false }
    },
  }
}
