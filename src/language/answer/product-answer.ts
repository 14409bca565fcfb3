import { DateTime } from 'luxon'
import type { Listed } from '../dialogue/listed-products.ts'
import type { Superlative } from '../dialogue/request.ts'
import { escaped } from './markdown.ts'
import { NUMBER_FORMAT, productLine } from './product-list.ts'

type Counted = Exclude<Superlative['field'], 'launchedAt'>

const WHEN = /\bwhen\b|\b(?:launch|release) date\b|\bhow (?:old|new)\b|\bwhat (?:day|date)\b/i
const TOPIC = /\b(?:topics?|categor(?:y|ies)|tags?)\b/i
/** Asks for what is not in the data. */
const UNKNOWN =
  /\b(?:who(?!'?s\b| is\b| was\b| came\b)|whose|makers?|founders?|authors?|team|behind|built|prices?|pricing|priced|costs?|how much|free|paid|trial|android|ios|iphone|ipad|mac|windows|linux|api|offline|downloads?|customers|revenue|funding|reviews?|ratings?|any good|worth|supports?|integrat\w+|safe|legit|languages?|open source|expensive|cheap)\b/i
const COMMENTS = /\bcomments?\b/i
const COMPARED =
  /\b(?:compare|compared|comparison|difference|more|fewer|less|than|versus|vs|behind|ahead|gap)\b/i

/** Whether a question asks for more than a line has. */
export function asksMore(question: string): boolean {
  return [WHEN, TOPIC, UNKNOWN].some((pattern) => pattern.test(question))
}

/** The lines of products, and what is known of what was asked about them. */
export function productAnswer(products: readonly Listed[], question: string, tz: string): string {
  const [first, second, ...others] = products
  if (!first) return ''
  if (!second) return [lineOf(first), remark(first, question, tz)].filter(Boolean).join('\n\n')
  const isPair = others.length === 0 && COMPARED.test(question)
  const list = products.map((product) => `- ${lineOf(product)}`).join('\n')
  return [list, isPair ? difference(first, second, question) : ''].filter(Boolean).join('\n\n')
}

/** The one that has the most or the least of something; undefined if that is not known of all. */
export function bestOf(
  products: readonly Listed[],
  { field, isHighest }: Superlative,
): Listed | undefined {
  const values = products.map((product) =>
    field === 'launchedAt' ? launchOf(product) : countOf(product, field),
  )
  if (values.some((value) => value === null)) return undefined
  const best = Math[isHighest ? 'max' : 'min'](...values.map(Number))
  return products[values.indexOf(best)]
}

function launchOf(product: Listed): number | null {
  return 'id' in product && product.launchedAt !== null ? Date.parse(product.launchedAt) : null
}

const COUNTS = {
  votesCount: /(\d[\d,]*) (?:up)?votes?\b/i,
  commentsCount: /(\d[\d,]*) comments?\b/i,
}

function countOf(product: Listed, field: Counted): number | null {
  if ('id' in product) return product[field]
  const count = COUNTS[field].exec(product.line)?.[1]
  return count === undefined ? null : Number(count.replaceAll(',', ''))
}

function lineOf(product: Listed): string {
  return 'id' in product ? productLine(product) : product.line
}

function remark(product: Listed, question: string, tz: string): string {
  if (!('id' in product)) return ''
  const { launchedAt, topics } = product
  if (WHEN.test(question)) {
    return launchedAt === null
      ? 'I do not know when it launched.'
      : `It launched ${day(launchedAt, tz)}.`
  }
  if (TOPIC.test(question)) {
    return topics.length === 0
      ? 'It has no topics.'
      : `Its topics: ${topics.map(escaped).join(', ')}.`
  }
  return UNKNOWN.test(question) && !/\bvotes?\b|\bupvotes?\b/i.test(question)
    ? 'I know its tagline, votes, comments, topics and launch date, and nothing else about it.'
    : ''
}

/** By how much one of two products is ahead: "A has 12 more votes than B." */
function difference(first: Listed, second: Listed, question: string): string {
  const [field, unit] = COMMENTS.test(question)
    ? (['commentsCount', 'comment'] as const)
    : (['votesCount', 'vote'] as const)
  const [a, b] = [countOf(first, field), countOf(second, field)]
  if (a === null || b === null) return ''
  if (a === b) return `Both have the same number of ${unit}s.`
  const [ahead, behind] = a > b ? [first, second] : [second, first]
  const more = Math.abs(a - b)
  const amount = `${NUMBER_FORMAT.format(more)} more ${unit}${more === 1 ? '' : 's'}`
  return `${escaped(ahead.name)} has ${amount} than ${escaped(behind.name)}.`
}

function day(instant: string, zone: string): string {
  const date = DateTime.fromISO(instant, { zone, locale: 'en-US' })
  return `on ${date.toFormat('cccc, LLLL d, yyyy')}`
}
