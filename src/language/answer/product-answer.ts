import { DateTime } from 'luxon'
import talkData from '../../../data/language/talk.json' with { type: 'json' }
import type { Product } from '../../ranking/product.ts'
import type { Listed } from '../dialogue/listed-products.ts'
import type { ProductQuestion } from '../dialogue/product-question.ts'
import { escaped } from './markdown.ts'
import { productLine, withUnit } from './product-list.ts'

const CALCULATION =
  /\b(?:average|avg|mean|median|sum|total|altogether|combined|add up|difference|compar\w+|versus|vs|than|percent\w*|ratio|how many (?:of|are|have|were|did)|which (?:ones? )?(?:of \w+ )?(?:have|has|had|are|is|were|launched)|(?:most|fewest|least) (?:votes|comments)|newest|oldest)\b/i
const JUDGEMENT =
  /\b(?:why|your favou?rite|you (?:like|prefer|recommend)|should i|any good|worth it)\b/i
const UNKNOWN =
  /\b(?:who (?:made|makes|built|created|is behind)|makers?|founders?|prices?|pricing|costs?|how much|free|paid|android|ios|iphone|ipad|mac|windows|linux|api|offline|downloads?|customers|revenue|funding|reviews?|ratings?|open source)\b/i
/** The launch date and the topics, which the line of a product does not tell. */
const DETAILS =
  /\b(?:when|dates?|what (?:day|time)|how (?:old|new)|topics?|categor(?:y|ies)|tags?|tagged|tell me|more (?:about|on|info)|about|describe|details?|info|explain)\b/i

const NOT_KNOWN =
  'I know the tagline, votes, comments, topics and launch date of a product, and nothing else about it.'

/** The product to look up by its name, if more is asked about it than an answer has told. */
export function productToLookUp({ text, products }: ProductQuestion): Listed | undefined {
  const [product, ...others] = products
  if (!product || 'id' in product || others.length > 0) return undefined
  const isTold = [CALCULATION, JUDGEMENT, UNKNOWN].some((pattern) => pattern.test(text))
  return !isTold && DETAILS.test(text) ? product : undefined
}

/** The answer to a question about products of earlier answers, from what those answers told. */
export function productAnswer({ text, products, list, indexes }: ProductQuestion, tz: string) {
  const [product, ...others] = products
  if (!product && indexes.length > 0 && list.length > 0)
    return `That list has ${withUnit(list.length, 'product')} only.`
  if (!product) return 'I do not see that in my last answer.'
  if (indexes.length !== 1 && CALCULATION.test(text)) return talkData.answers.calculation
  if (others.length > 0) return products.map((one) => `- ${lineOf(one)}`).join('\n')
  return [lineOf(product), remark(product, text, tz)].filter(Boolean).join('\n\n')
}

function lineOf(product: Listed): string {
  return 'id' in product ? productLine(product) : product.line
}

function remark(product: Listed, text: string, tz: string): string {
  if (JUDGEMENT.test(text)) return 'I rank by votes alone, and have no opinion of my own.'
  if (UNKNOWN.test(text)) return NOT_KNOWN
  return 'id' in product && DETAILS.test(text) ? detailsOf(product, tz) : ''
}

function detailsOf({ launchedAt, topics }: Product, tz: string): string {
  const date = DateTime.fromISO(launchedAt ?? '', { zone: tz, locale: 'en-US' })
  const day = date.isValid && `It launched on ${date.toFormat('cccc, LLLL d, yyyy')}.`
  const names = topics.length > 0 && `Its topics: ${topics.map(escaped).join(', ')}.`
  return [day, names].filter(Boolean).join(' ')
}
