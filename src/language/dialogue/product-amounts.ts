import type { Listed } from './listed-products.ts'
import type { Superlative } from './request.ts'

const COUNTS = {
  votesCount: /(\d[\d,]*) (?:up)?votes?\b/i,
  commentsCount: /(\d[\d,]*) comments?\b/i,
}

/** Votes, comments or the instant of the launch; null if it is not known. */
export function amountOf(product: Listed, field: Superlative['field']): number | null {
  if ('id' in product) {
    if (field !== 'launchedAt') return product[field]
    return product.launchedAt === null ? null : Date.parse(product.launchedAt)
  }
  const count = field === 'launchedAt' ? undefined : COUNTS[field].exec(product.line)?.[1]
  return count === undefined ? null : Number(count.replaceAll(',', ''))
}

/** Those that have the most or the least of something; none if that is not known of all. */
export function bestOf(
  products: readonly Listed[],
  { field, isHighest, count }: Superlative,
): Listed[] {
  const amounts = products.map((product) => ({ product, amount: amountOf(product, field) }))
  if (amounts.some(({ amount }) => amount === null)) return []
  const sign = isHighest ? -1 : 1
  const sorted = amounts.sort((a, b) => sign * (Number(a.amount) - Number(b.amount)))
  return sorted.slice(0, count).map(({ product }) => product)
}
