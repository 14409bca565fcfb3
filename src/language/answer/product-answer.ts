import { DateTime } from 'luxon'
import type { Product } from '../../ranking/product.ts'
import type { Listed } from '../dialogue/listed-products.ts'
import { escaped } from './markdown.ts'
import { productLine, withUnit } from './product-list.ts'

/** The answer about products of earlier answers: what those answers told. */
export function productAnswer(products: readonly Listed[], listed: number, tz: string): string {
  const [product, ...others] = products
  if (others.length > 0) return products.map((one) => `- ${lineOf(one)}`).join('\n')
  if (product) return [lineOf(product), detailsOf(product, tz)].filter(Boolean).join('\n\n')
  return listed > 0
    ? `That list has ${withUnit(listed, 'product')} only.`
    : 'I do not see that in my last answer.'
}

function lineOf(product: Listed): string {
  return 'id' in product ? productLine(product) : product.line
}

/** What the line of a product leaves out. */
function detailsOf(product: Listed, tz: string): string {
  if (!('id' in product)) return ''
  const { launchedAt, topics }: Product = product
  const date = DateTime.fromISO(launchedAt ?? '', { zone: tz, locale: 'en-US' })
  const day = date.isValid && `It launched on ${date.toFormat('cccc, LLLL d, yyyy')}.`
  const names = topics.length > 0 && `Its topics: ${topics.map(escaped).join(', ')}.`
  return [day, names].filter(Boolean).join(' ')
}
