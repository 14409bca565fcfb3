import type { Product } from '../../ranking/product.ts'
import { escaped, linked } from './markdown.ts'

/** The products as a numbered Markdown list, in the given order. */
export function productList(products: readonly Product[]): string {
  return products.map((product, index) => `${index + 1}. ${productLine(product)}`).join('\n')
}

/** One product with its counts and tagline; unknown fields are omitted. */
export function productLine({ name, url, tagline, votesCount, commentsCount }: Product): string {
  const counts = [withUnit(votesCount, 'vote'), withUnit(commentsCount, 'comment')].filter(Boolean)
  const title = linked(name, url)
  const head = counts.length > 0 ? `${title} — ${counts.join(', ')}` : title
  return tagline?.trim() ? `${head}. ${escaped(tagline)}` : head
}

export const NUMBER_FORMAT = new Intl.NumberFormat('en-US')

function withUnit(count: number | null, unit: string): string {
  if (count === null) return ''
  return `${NUMBER_FORMAT.format(count)} ${unit}${count === 1 ? '' : 's'}`
}
