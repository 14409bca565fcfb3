import * as z from 'zod'
import { isNearMiss } from '../core/near-miss.ts'
import { MAX_SEARCH_CHARACTERS } from '../ranking/limits.ts'
import type { Product } from '../ranking/product.ts'
import type { Cancellable, ProductSource, SearchIndex } from '../sources/source.ts'

/** A product as a model names it. */
export const productField = z
  .string()
  .trim()
  .min(1, 'must not be blank')
  .max(MAX_SEARCH_CHARACTERS, `must have at most ${MAX_SEARCH_CHARACTERS} characters`)
  .describe('The id of the product, or its name.')

export interface ProductSources {
  ranking: ProductSource
  search: SearchIndex
}

/** The product with an id, from the ranking's source or else from that of the search. */
export async function findProduct(
  id: string,
  { ranking, search }: ProductSources,
  { signal }: Cancellable = {},
) {
  const ranked = await ranking.product({ id, signal })
  if (ranked.products.length > 0 || !search.product) return ranked
  return search.product({ id, signal })
}

/** Enough to find a name among others that begin with it. */
const MAX_FOUND = 10
/** A shorter name is no slip away from another. */
const MIN_NEAR = 5

/** The id of the product with a name: as it is written, without its signs, or one slip away; else undefined. */
export async function idOfName(
  name: string,
  { search }: Pick<ProductSources, 'search'>,
  caller?: Cancellable,
): Promise<string | undefined> {
  const request = { query: name, limit: MAX_FOUND, signal: caller?.signal }
  const { products } = await search.search(request)
  const [written, plain] = [writtenKey(name), plainKey(name)]
  const isNear = (other: string) => plain.length >= MIN_NEAR && isNearMiss(plain, other)
  const found: Product | undefined =
    products.find((one) => writtenKey(one.name) === written) ??
    products.find((one) => plainKey(one.name) === plain) ??
    products.find((one) => isNear(plainKey(one.name)))
  return found?.id
}

function writtenKey(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

/** Its letters and digits. */
function plainKey(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\band\b|[^\p{L}\p{N}]/gu, '')
}
