import type { Product } from './product.ts'

/** A product and when it launched: milliseconds since the epoch, infinite when nobody knows. */
export interface Launch {
  product: Product
  launched: number
}

interface Entry extends Launch {
  votes: number
  comments: number
}

/** Best first: more votes, then more comments, then an earlier launch, then the id. */
export function inRankingOrder(products: readonly Product[]): Launch[] {
  return products.map(toEntry).sort(compare)
}

function toEntry(product: Product): Entry {
  const launched = product.launchedAt === null ? Infinity : Date.parse(product.launchedAt)
  const votes = product.votesCount ?? -Infinity
  const comments = product.commentsCount ?? -Infinity
  return { product, launched, votes, comments }
}

function compare(left: Entry, right: Entry): number {
  return (
    ascending(right.votes, left.votes) ||
    ascending(right.comments, left.comments) ||
    ascending(left.launched, right.launched) ||
    ascending(left.product.id, right.product.id)
  )
}

/** Not a difference, which is no number for two infinities, nor a locale's idea of an order. */
function ascending<T extends number | string>(left: T, right: T): number {
  if (left < right) return -1
  return left > right ? 1 : 0
}
