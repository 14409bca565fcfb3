import type { Product } from '../../ranking/product.ts'
import { escaped, linked } from './markdown.ts'

/** The products as a numbered list, in the order in which they came. */
export function productList(products: readonly Product[]): string {
  return products.map((product, at) => `${at + 1}. ${productLine(product)}`).join('\n')
}

/** One product with what is known of it; what is not known is left out. */
export function productLine({ name, url, tagline, votesCount, commentsCount }: Product): string {
  const counts = [counted(votesCount, 'vote'), counted(commentsCount, 'comment')].filter(Boolean)
  const title = linked(name, url)
  const head = counts.length > 0 ? `${title} — ${counts.join(', ')}` : title
  return tagline?.trim() ? `${head}. ${escaped(tagline)}` : head
}

const NUMBERS = new Intl.NumberFormat('en-US')

function counted(count: number | null, thing: string): string {
  if (count === null) return ''
  return `${NUMBERS.format(count)} ${thing}${count === 1 ? '' : 's'}`
}
