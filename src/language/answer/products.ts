import { productFacts, ranksOf } from '../../core/product-facts.ts'
import type { Product } from '../../ranking/product.ts'
import type { ProductDetails } from '../../tools/product.ts'
import { escaped, linked, rankMarker } from '../markdown.ts'
import { joined, momentInWords, notesOn, withUnit } from './wording.ts'

/** The products as a Markdown list with their ranks, in the given order, counted from `after`. */
export function productList(products: readonly Product[], after = 0): string {
  return products
    .map((product, at) => `${rankMarker(after + at + 1, after + 1)} ${productLine(product)}`)
    .join('\n')
}

/** Its name as a link, if it has one. */
export function linkedName({ name, url = null }: Named): string {
  return linked(name, url)
}

/** " with 265 votes", if it has some that are known. */
export function withVotes({ votesCount }: Pick<Product, 'votesCount'>): string {
  return votesCount === null ? '' : ` with ${withUnit(votesCount, 'vote')}`
}

interface Named {
  name: string
  url?: string | null | undefined
}

/** One product with its counts and tagline; unknown fields are omitted. */
export function productLine(product: Product): string {
  const { tagline, votesCount, commentsCount } = product
  const votes = votesCount !== null && withUnit(votesCount, 'vote')
  const comments = commentsCount !== null && withUnit(commentsCount, 'comment')
  const counts = [votes, comments].filter(Boolean).join(', ')
  const head = [linkedName(product), counts].filter(Boolean).join(' — ')
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

type Unit = keyof ProductDetails['ranks']

/** Its ranks: "#3 of 13 on its day and #8 of 20 in its week". */
export function ranksIn({ ranks }: ProductDetails, unit?: Unit): string {
  return joined(ranksOf(unit ? { [unit]: ranks[unit] } : ranks).map(({ place }) => place))
}

export function ranksInWords(details: ProductDetails, unit?: Unit): string {
  const [ranks, { product }] = [ranksIn(details, unit), details]
  return ranks ? `${linkedName(product)} ranks ${ranks}.` : unranked(product)
}

export function unranked(product: Named): string {
  return `I do not know the rank of ${linkedName(product)}.`
}
