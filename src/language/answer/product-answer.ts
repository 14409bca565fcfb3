import { DateTime } from 'luxon'
import talkData from '../../../data/language/talk.json' with { type: 'json' }
import type { Product } from '../../ranking/product.ts'
import type { Listed } from '../dialogue/listed-products.ts'
import type { ProductQuestion } from '../dialogue/product-question.ts'
import { escaped } from './markdown.ts'
import { productLine, withUnit } from './product-list.ts'

/** What is asked about products, by the words of a question. */
const ASKED = {
  calculation: pattern(
    'average|avg|mean|median|sum|total|altogether|combined|add up|difference|compar\\w+|versus|vs|than|percent\\w*|ratio|' +
      'how many (?:of|are|have|were|did)|which (?:ones? )?(?:of \\w+ )?(?:have|has|had|are|is|were|launched)|(?:most|fewest|least) (?:votes|comments)|newest|oldest',
  ),
  date: pattern('when|(?:launch|release)? ?dates?|what (?:day|date|time)|how (?:old|new)'),
  topics: pattern('topics?|categor(?:y|ies)|tags?|tagged'),
  more: pattern('tell me|more (?:about|on|info)|about|describe|details?|info|explain'),
  unknown: pattern(
    'who (?:made|makes|built|created|is behind)|makers?|founders?|prices?|pricing|costs?|how much|free|paid|' +
      'android|ios|iphone|ipad|mac|windows|linux|api|offline|downloads?|customers|revenue|funding|reviews?|ratings?|open source',
  ),
  judgement: pattern(
    'why|your favou?rite|you (?:like|prefer|recommend)|should i|any good|worth it',
  ),
}

function pattern(words: string): RegExp {
  return new RegExp(`\\b(?:${words})\\b`, 'i')
}

/** The product to look up by its name, if more is asked about it than an answer has told. */
export function productToLookUp({ text, products }: ProductQuestion): Listed | undefined {
  const [product, ...others] = products
  if (!product || 'id' in product || others.length > 0) return undefined
  const { calculation, date, topics, more } = ASKED
  const isTold = calculation.test(text) || ASKED.unknown.test(text) || ASKED.judgement.test(text)
  return !isTold && [date, topics, more].some((asked) => asked.test(text)) ? product : undefined
}

/** The answer to a question about products of earlier answers, from what those answers told. */
export function productAnswer({ text, products, list, indexes }: ProductQuestion, tz: string) {
  const [product, ...others] = products
  if (!product && indexes.length > 0 && list.length > 0)
    return `That list has ${withUnit(list.length, 'product')} only.`
  if (!product) return 'I do not see that in my last answer.'
  if (indexes.length !== 1 && ASKED.calculation.test(text)) return talkData.answers.calculation
  if (others.length > 0) return products.map((one) => `- ${lineOf(one)}`).join('\n')
  return [lineOf(product), remark(product, text, tz)].filter(Boolean).join('\n\n')
}

function lineOf(product: Listed): string {
  return 'id' in product ? productLine(product) : product.line
}

const NOT_KNOWN =
  'I know the tagline, votes, comments, topics and launch date of a product, and nothing else about it.'

/** What is known of what was asked about one product. */
function remark(product: Listed, text: string, tz: string): string {
  if (ASKED.judgement.test(text)) return 'I rank by votes alone, and have no opinion of my own.'
  if (!('id' in product)) return ASKED.unknown.test(text) ? NOT_KNOWN : ''
  const facts = [
    ASKED.date.test(text) && launchOf(product, tz),
    ASKED.topics.test(text) && topicsOf(product),
  ].filter(Boolean)
  if (facts.length > 0) return facts.join(' ')
  if (ASKED.unknown.test(text)) return NOT_KNOWN
  if (!ASKED.more.test(text)) return ''
  const { launchedAt, topics } = product
  const known = [launchedAt && launchOf(product, tz), topics.length > 0 && topicsOf(product)]
  return known.filter(Boolean).join(' ')
}

function launchOf({ launchedAt }: Product, tz: string): string {
  if (launchedAt === null) return 'I do not know when it launched.'
  const date = DateTime.fromISO(launchedAt, { zone: tz, locale: 'en-US' })
  return `It launched on ${date.toFormat('cccc, LLLL d, yyyy')}.`
}

function topicsOf({ topics }: Product): string {
  return topics.length > 0 ? `Its topics: ${topics.map(escaped).join(', ')}.` : 'It has no topics.'
}
