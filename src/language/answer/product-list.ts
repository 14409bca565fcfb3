import type { Product } from '../../ranking/product.ts'
import { escaped, linked, rankMarker } from '../markdown.ts'

/** The products as a Markdown list with their ranks, in the given order, counted from `after`. */
export function productList(products: readonly Product[], after = 0): string {
  return products
    .map((product, at) => `${rankMarker(after + at + 1, after + 1)} ${productLine(product)}`)
    .join('\n')
}

/** One product with its counts and tagline; unknown fields are omitted. */
export function productLine({ name, url, tagline, votesCount, commentsCount }: Product): string {
  const votes = votesCount === null ? '' : withUnit(votesCount, 'vote')
  const comments = commentsCount === null ? '' : withUnit(commentsCount, 'comment')
  const counts = [votes, comments].filter(Boolean).join(', ')
  const head = [linked(name, url), counts].filter(Boolean).join(' — ')
  return tagline?.trim() ? `${head}. ${escaped(tagline)}` : head
}

const NUMBER_FORMAT = new Intl.NumberFormat('en-US')

/** "1 vote", "1,200 votes". */
export function withUnit(count: number, unit: string): string {
  return `${NUMBER_FORMAT.format(count)} ${unit}${count === 1 ? '' : 's'}`
}
