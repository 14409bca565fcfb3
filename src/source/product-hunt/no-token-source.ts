import type { ProductSource } from '../source.ts'

const NOTE = 'This service has no Product Hunt token, so it cannot look up launches there.'

/** Stands where Product Hunt would be when nobody gave us a token for it: it knows of nothing. */
export function noTokenSource({ now }: { now(): Date }): ProductSource {
  return {
    name: 'product-hunt',

    async top() {
      const asOf = now().toISOString()
      return { products: [], source: 'product-hunt', asOf, stale: false, note: NOTE }
    },
  }
}
