import { noTokenSource } from '../../src/sources/product-hunt/product-hunt-source.ts'
import type { ProductSource } from '../../src/sources/source.ts'

/** A source that has nothing but what these methods give. */
export function fakeSource(methods: Partial<ProductSource>): ProductSource {
  return { ...noTokenSource({ now: () => new Date() }), ...methods }
}
