import { productFacts, ranksOf } from '../../core/product-facts.ts'
import type { Product } from '../../ranking/product.ts'
import type { ProductDetails } from '../../tools/product.ts'
import { escaped, linked, rankMarker } from '../markdown.ts'
import { notesOn } from './remarks.ts'
import { joined, momentInWords, withUnit } from './wording.ts'

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

/** Everything that is known of a product, as Markdown. */
export function cardOf(details: ProductDetails, defaultTimezone: string): string[] {
  const { product, tz } = details
  const { topics, launchedAt } = product
  const facts = [
    topics.length > 0 && `Topics: ${topics.map(escaped).join(', ')}.`,
    launchedAt && `Launched on ${momentInWords(launchedAt, tz || defaultTimezone)}.`,
  ]
  const named = ({ name, url }: Record<string, unknown>) =>
    linked(String(name), typeof url === 'string' ? url : null)
  const lines = [facts.filter(Boolean).join(' '), ...productFacts(details, named)]
  const list = lines.filter(Boolean).map((line) => `- ${line}`)
  return [productLine(product), list.join('\n'), ...notesOn(details)].filter(Boolean)
}

/** "Tenantry ranks #3 of 13 on its day, #8 of 20 in its week and #62 of 174 in its month." */
export function ranksInWords({ product, ranks }: ProductDetails, unit?: 'day' | 'week' | 'month') {
  const name = linked(product.name, product.url)
  const places = ranksOf(unit ? { [unit]: ranks[unit] } : ranks).map(({ place }) => place)
  return places.length > 0
    ? `${name} ranks ${joined(places)}.`
    : `I do not know the rank of ${name}.`
}
