import { Benchmark } from '../../tools/benchmark.ts'
import { type AskRequest, isField, isOfStanding, type ListedField } from '../dialogue/request.ts'
import { escaped } from '../markdown.ts'
import { NO_TOPICS } from '../plan.ts'
import { benchmarkAnswer, launchDayAnswer, placeTaken } from './launch-day-answer.ts'
import { NO_PLACE, operated, setsCompared } from './operations.ts'
import { cardOf, linkedName, productLine, productList, ranksInWords, unranked } from './products.ts'
import {
  asProduct,
  type Context,
  type Known,
  measureOf,
  productsAsked,
  type Rows,
  resultsOf,
  setsAsked,
} from './rows.ts'
import { standingAnswer } from './standing-answer.ts'
import { joined, momentInWords, number, withUnit } from './wording.ts'

/** The answer to a question, from what tools returned and earlier answers say. */
export function askAnswer(request: AskRequest, context: Context): string[] {
  const [failure] = context.outcomes.flatMap(({ failure = [] }) => failure)
  if (failure !== undefined) return [failureOf(failure, context)]
  const [compared] = resultsOf(context.outcomes, 'getBenchmark', Benchmark)
  if (compared) return benchmarkAnswer(request, compared)
  if (request.operation === 'share') return [shareOf(request, context)]
  const sets = setsAsked(request, context)
  if (sets.length === 0) return ['I do not know that product.']
  const isOfSets =
    sets.length > 1 && /^(?:count|sum|average|compare|difference)$/.test(request.operation)
  const answers = isOfSets
    ? setsCompared(request, sets)
    : sets.flatMap((rows) => ofEach(request, rows, context) ?? operated(request, rows))
  return [...answers, ...new Set(sets.flatMap(({ notes }) => notes))]
}

function failureOf(failure: string, { known, outcomes }: Context): string {
  const isOfEach = outcomes.length === known.length
  const missing = known.filter((_, at) => !isOfEach || outcomes[at]?.failure !== undefined)
  const names = missing.map(({ name }) => `“${escaped(name)}”`).join(' or ')
  if (/no product/i.test(failure)) return `I know no product named ${names}.`
  const [, withoutTopics] = NO_TOPICS.exec(failure) ?? []
  if (withoutTopics) return `${escaped(withoutTopics)} has no topics. Ask me without one.`
  return `That did not work: ${escaped(failure)}`
}

/** What is told of each product by itself; undefined if the question is about them as a set. */
function ofEach(
  request: AskRequest,
  { products, tz }: Rows,
  { now }: Context,
): string[] | undefined {
  const { operation } = request
  const isOfMargin = operation === 'difference' && products.length === 1
  if (isOfMargin || isOfStanding(operation))
    return standingAnswer(
      request,
      products.flatMap(({ details }) => details ?? []),
      now,
    )
  switch (operation) {
    case 'about':
      return products.flatMap((one) =>
        one.details ? cardOf(one.details, tz) : [productLine(asProduct(one))],
      )
    case 'like':
      return likeOf(products[0])
    case 'against':
    case 'needed':
    case 'usual':
    case 'recorded':
    case 'pace':
      return products.some(({ details }) => details)
        ? products.flatMap(({ details }) => (details ? launchDayAnswer(request, details) : []))
        : placeTaken(request.place ?? 1, products.map(asProduct))
    case 'rank':
      return [
        products
          .map((one) => (one.details ? ranksInWords(one.details, request.unit) : unranked(one)))
          .join('\n\n'),
      ]
  }
  if (!isField(operation)) return undefined
  return [products.map((one) => fieldOf(one, operation, tz)).join('\n\n') || NO_PLACE]
}

/** "Handshake Drawer has 33 % of the votes: 265 of 800." */
function shareOf(request: AskRequest, context: Context): string {
  const [product] = productsAsked(request, context)
  const [whole] = setsAsked(
    { ...request, set: ALL },
    { ...context, outcomes: context.outcomes.slice(-1) },
  )
  const [part, all] = [product?.votesCount, whole?.votes]
  if (!product || !part || !all) return 'I do not know all of the votes.'
  if (part > all) return `${linkedName(product)} is not among ${whole?.all}.`
  const share = Math.round((100 * part) / all)
  return `${linkedName(product)} has ${share} % of the votes of ${whole?.all}: ${number(part)} of ${number(all)}.`
}

const ALL = { kind: 'window', rankings: [] } as const

/** What is like a product. */
export function likeOf(product?: Known): string[] {
  const related = product?.details?.related.slice(0, 5) ?? []
  if (!product || related.length === 0) return ['I have nothing like it.']
  return [`These share a topic with ${linkedName(product)}:`, productList(related)]
}

function fieldOf(product: Known, field: ListedField, tz: string): string {
  const { launchedAt, topics = [], tagline, url } = product
  const name = linkedName(product)
  const unknown = `I do not know the ${field} of ${name}.`
  switch (field) {
    case 'votes':
    case 'comments': {
      const count = measureOf(product, field)
      return count === undefined ? unknown : `${name} has ${withUnit(count, field.slice(0, -1))}.`
    }
    case 'launch':
      return launchedAt ? `${name} launched on ${momentInWords(launchedAt, tz)}.` : unknown
    case 'topics':
      return topics.length > 0 ? `${name} is in ${joined(topics.map(escaped))}.` : unknown
    case 'tagline':
      return tagline ? `${name}: ${escaped(tagline)}` : unknown
    case 'link':
      return url ? `Here is the link to ${name}.` : unknown
  }
}
