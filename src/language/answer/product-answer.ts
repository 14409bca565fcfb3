import { DateTime } from 'luxon'
import type { Product } from '../../ranking/product.ts'
import type { Listed } from '../dialogue/listed-products.ts'
import { amountOf } from '../dialogue/product-amounts.ts'
import { isMembership, type ProductQuestion } from '../dialogue/product-question.ts'
import { asks } from '../dialogue/question-words.ts'
import type { Condition, ItemRequest, Summary } from '../dialogue/request.ts'
import type { Timeframe } from '../slots/timeframe.ts'
import { escaped, linked } from './markdown.ts'
import { comparison, UNITS } from './product-comparison.ts'
import { productLine, withUnit } from './product-list.ts'
import { zoneInWords } from './window-in-words.ts'

const DATE = 'cccc, LLLL d, yyyy'

const NAMES =
  /^\W*(?:(?:ok|now|please|can you|show me|give me|send me|just|only|the) )*(?:names|titles|links|urls)\b/i

/** What is said to what is asked of a list but never done. */
export function limitationOf({ request, text, selection }: ProductQuestion): string | undefined {
  const isOfProducts = selection.isNamed || request.indexes.length > 0 || asks(text, 'excludedOnes')
  const isCalculated = request.summary !== undefined || request.superlative !== undefined
  const isLeftOut = asks(text, 'exclusion') && isOfProducts && !isCalculated
  if (asks(text, 'removal') || isLeftOut) return 'I cannot leave products out of a list.'
  if (asks(text, 'voting')) return 'I only count votes. They are given on the page of the product.'
  return asks(text, 'ratio')
    ? 'I add up and compare votes and comments, but work out no ratios.'
    : undefined
}

/** The answer to a question about products of earlier answers. */
export function questionAnswer(question: ProductQuestion, tz: string): string {
  if (isMembership(question)) return membershipAnswer(question)
  const { request, text, selection } = question
  const { products, list } = selection
  const { condition, summary, description, indexes } = request
  if (description.length > 0 && products.length === 0 && isUnknown(text)) return NOT_KNOWN
  if (condition && indexes.length !== 1) return chosenAnswer(products, list, condition)
  if (summary === 'number' && description.length === 0)
    return `${list.length === 1 ? 'That is' : 'Those are'} ${withUnit(list.length, 'product')}.`
  if (products.length === 0)
    return asks(text, 'shared') ? 'No product is in both lists.' : nothingSeen(request, list)
  if (summary === 'number')
    return `**${products.length} of the ${list.length}**\n\n${linesOf(products)}`
  if (summary && products.length > 1) return summaryAnswer(products, text, summary)
  return productAnswer(products, text, tz)
}

/** "Yes, number 2 of those 5", and its line. */
function membershipAnswer({ request, text, selection }: ProductQuestion): string {
  const { list } = selection
  const those = list.length === 1 ? 'that one' : `those ${list.length}`
  const lowest = Number(/\btop (\d{1,3})\b/i.exec(text)?.[1] ?? list.length)
  const placed = (selection.isNamed ? selection.products : []).map((product) => {
    const place = list.findIndex(({ name }) => name === product.name) + 1
    if (place === 0) return `No, ${escaped(product.name)} is not among ${those}.`
    return `${place > lowest ? 'No' : 'Yes'}, number ${place} of ${those}:\n\n${lineOf(product)}`
  })
  const names = request.names.map((name) => escaped(asTyped(name, text)))
  return placed.join('\n\n') || `No, I do not see ${names.join(', ')} among ${those}.`
}

/** A name, which is known in lower case, as the question has it. */
function asTyped(name: string, question: string): string {
  const at = question.toLowerCase().indexOf(name.toLowerCase())
  return at < 0 ? name : question.slice(at, at + name.length)
}

/** What is said if none of a list is what was asked about. */
function nothingSeen({ indexes, description }: ItemRequest, list: readonly Listed[]): string {
  if (list.length > 0 && indexes.length > 0)
    return `That list has ${withUnit(list.length, 'product')} only.`
  if (list.length === 0 || description.length === 0) return NOT_SEEN
  const isOne = list.length === 1
  const topics = new Set(list.flatMap((product) => ('id' in product ? product.topics : [])))
  const known = [...topics].map(escaped).join(', ')
  const seen = `I see nothing about “${escaped(description.join(' '))}” in the names, taglines and topics of ${isOne ? 'that one' : `those ${list.length} products`}.`
  return known === '' ? seen : `${seen} ${isOne ? 'Its' : 'Their'} topics: ${known}.`
}

const NOT_SEEN = 'I do not see that in my last answer.'

/** The lines of products, and what is known of what was asked about them. */
export function productAnswer(products: readonly Listed[], question: string, tz: string): string {
  const [first, second, ...others] = products
  if (!first) return ''
  if (!second) return [lineOf(first), remark(first, question, tz)].filter(Boolean).join('\n\n')
  const isPair = others.length === 0
  const compared = isPair ? comparison(first, second, question, tz) : ''
  const unknown = isUnknown(question) ? NOT_KNOWN : ''
  const list = products.map((product) => `- ${detailOf(product, question, tz)}`).join('\n')
  return [list, compared, unknown].filter(Boolean).join('\n\n')
}

/** "2 of the 5 have more than 500 votes", and which. */
function chosenAnswer(
  products: readonly Listed[],
  list: readonly Listed[],
  condition: Condition,
): string {
  const isOne = products.length === 1
  const amount = products.length === 0 ? 'None' : products.length
  const does =
    condition.field === 'launchedAt'
      ? `launched ${spanOf(condition.time)}`
      : `${isOne || amount === 'None' ? 'has' : 'have'} ${condition.comparison} ${withUnit(condition.value, UNITS[condition.field])}`
  const heading = `${amount} of the ${list.length} ${does}`
  if (products.length === 0) return `${heading}.`
  return `**${heading}**\n\n${linesOf(products)}`
}

/** "On Sunday, November 22, 2026", "from November 9 to November 15, 2026". */
function spanOf({ first, last }: Timeframe): string {
  const [from, to] = [first.setLocale('en-US'), last.setLocale('en-US')] as const
  if (+from === +to) return `on ${from.toFormat(DATE)}`
  return `from ${from.toFormat('LLLL d')} to ${to.toFormat('LLLL d, yyyy')}`
}

function summaryAnswer(
  products: readonly Listed[],
  question: string,
  summary: Exclude<Summary, 'number'>,
): string {
  const field = asks(question, 'comments') ? 'commentsCount' : 'votesCount'
  const counts = products.flatMap((product) => amountOf(product, field) ?? [])
  if (counts.length === 0) return NOT_SEEN
  const total = counts.reduce((a, b) => a + b, 0)
  return summary === 'total'
    ? `Those ${counts.length} have ${withUnit(total, UNITS[field])} in all.`
    : `On average those ${counts.length} have ${withUnit(Math.round(total / counts.length), UNITS[field])} each.`
}

function linesOf(products: readonly Listed[]): string {
  return products.map((product) => `- ${lineOf(product)}`).join('\n')
}

function lineOf(product: Listed): string {
  return 'id' in product ? productLine(product) : product.line
}

/** The line of one of several products, with what was asked about each instead of the rest. */
function detailOf(product: Listed, question: string, tz: string): string {
  const title = 'id' in product ? linked(product.name, product.url) : titleOf(product.line)
  if (NAMES.test(question)) return title
  if (!('id' in product)) return product.line
  const head = productLine({ ...product, tagline: null })
  if (asks(question, 'date')) {
    const launched =
      product.launchedAt === null
        ? 'at an unknown time'
        : launchOf(product.launchedAt, question, tz)
    return `${head}. Launched ${launched}`
  }
  if (asks(question, 'topics')) return `${head}. Topics: ${topicsOf(product) || 'none'}`
  return productLine(product)
}

/** "[Name](url)". */
function titleOf(line: string): string {
  return line.split(' — ', 1)[0] ?? line
}

function topicsOf({ topics }: Product): string {
  return topics.map(escaped).join(', ')
}

function isUnknown(question: string): boolean {
  return asks(question, 'unknown') && !/\bvotes?\b|\bupvotes?\b/i.test(question)
}

const NOT_KNOWN =
  'I know the tagline, votes, comments, topics and launch date of a product, and nothing else about it.'

/** What is known of what was asked about one product. */
function remark(product: Listed, question: string, tz: string): string {
  if (asks(question, 'reason')) return 'I rank by votes alone, and know no other reason.'
  if (asks(question, 'opinion'))
    return 'I have no opinion of my own: I only know what people voted for.'
  if (!('id' in product)) return isUnknown(question) ? NOT_KNOWN : ''
  const launch = product.launchedAt && `It launched ${launchOf(product.launchedAt, question, tz)}.`
  const topics = product.topics.length > 0 && `Its topics: ${topicsOf(product)}.`
  const asked = [
    asks(question, 'date') && (launch || 'I do not know when it launched.'),
    asks(question, 'topics') && (topics || 'It has no topics.'),
  ].filter(Boolean)
  if (asked.length > 0) return asked.join(' ')
  if (isUnknown(question)) return NOT_KNOWN
  return asks(question, 'description') ? [launch, topics].filter(Boolean).join(' ') : ''
}

/** The day of a launch, and the time if that is asked. */
function launchOf(instant: string, question: string, zone: string): string {
  const time = DateTime.fromISO(instant, { zone }).toFormat('HH:mm')
  const at = asks(question, 'hour') ? `, at ${time} (${zoneInWords(zone)})` : ''
  return `${dayOf(instant, zone)}${at}`
}

/** "On Sunday, November 22, 2026". */
function dayOf(instant: string, zone: string): string {
  const date = DateTime.fromISO(instant, { zone, locale: 'en-US' })
  return `on ${date.toFormat(DATE)}`
}
