import type * as z from 'zod'
import type { Product } from '../../ranking/product.ts'
import { topicKey } from '../../ranking/topic.ts'
import { Benchmark } from '../../tools/benchmark.ts'
import { FoundLaunches } from '../../tools/find-launches.ts'
import { ProductDetails } from '../../tools/product.ts'
import { SearchProductsAnswer } from '../../tools/search-products.ts'
import type { Listed, Outcome } from '../dialogue/conversation.ts'
import type { AskRequest, Field, Measure } from '../dialogue/request.ts'
import { escaped, linked } from '../markdown.ts'
import type { Bounds } from '../slots/counts.ts'
import { benchmarkAnswer, launchDayAnswer, placeTaken } from './launch-day-answer.ts'
import { launchesAnswer } from './launches-answer.ts'
import { cardOf, productLine, productList, ranksInWords } from './products.ts'
import { Ranking } from './ranking-answer.ts'
import {
  capital,
  inBounds,
  inWords,
  joined,
  momentInWords,
  number,
  SUPERLATIVES,
  withUnit,
} from './wording.ts'

/** What is known of a product, from a tool or from an earlier answer. */
type Known = { [Key in keyof Product]?: Product[Key] | undefined } & {
  name: string
  details?: ProductDetails
}

interface Context {
  known: readonly Listed[]
  outcomes: readonly Outcome[]
  defaultTimezone: string
}

/** The answer to a question, from what tools returned and earlier answers say. */
export function askAnswer(request: AskRequest, context: Context): string[] {
  const found = context.outcomes.flatMap(({ toolName, result }) =>
    toolName === 'findLaunches' ? read(FoundLaunches, result) : [],
  )
  const [launches] = found
  if (launches) return launchesAnswer(request, launches)
  const missing = context.outcomes.find(({ failure }) => failure !== undefined)
  if (missing?.failure !== undefined) return [failureOf(missing.failure, context.known)]
  const [compared] = context.outcomes.flatMap(({ toolName, result }) =>
    toolName === 'getBenchmark' ? read(Benchmark, result) : [],
  )
  if (compared) return benchmarkAnswer(request, compared)
  const products = productsOf(context)
  const [first] = products
  if (!first) return ['I do not know that product.']
  const answer = answerOf(request, products, context.defaultTimezone)
  return Array.isArray(answer) ? answer : [answer]
}

function read<Schema extends z.ZodType>(schema: Schema, result: unknown): z.output<Schema>[] {
  const { data } = schema.safeParse(result)
  return data === undefined ? [] : [data]
}

function failureOf(failure: string, known: readonly Listed[]): string {
  const names = known.map(({ name }) => `“${escaped(name)}”`).join(' or ')
  if (/no product/i.test(failure)) return `I know no product named ${names}.`
  return `That did not work: ${escaped(failure)}`
}

/** The products of the set, in its order. */
function productsOf({ known, outcomes }: Context): Known[] {
  const details = outcomes.flatMap(({ toolName, result }) =>
    toolName === 'getProduct' ? read(ProductDetails, result) : [],
  )
  const listed = outcomes.flatMap(({ toolName, result }): Product[] => {
    if (toolName === 'getProduct') return []
    if (toolName === 'searchProducts')
      return read(SearchProductsAnswer, result).flatMap(({ hits }) => hits)
    return read(Ranking, result).flatMap(({ posts }) => posts)
  })
  if (listed.length > 0) return listed
  if (details.length > 0) return details.map((one) => ({ ...one.product, details: one }))
  return known.map(({ line: _, ...one }) => ({ ...one }))
}

function answerOf(request: AskRequest, all: Known[], tz: string): string | string[] {
  const { operation, topic, bounds } = request
  const products = all.filter((one) => isOf(one, topic) && fits(one, bounds))
  switch (operation) {
    case 'count':
      return countOf(request, products, all)
    case 'keep':
    case 'list':
      return products.length > 0 ? productList(products.map(asProduct)) : noneOf(request, all)
    case 'about':
      return all.flatMap((one) =>
        one.details ? cardOf(one.details, tz) : [productLine(asProduct(one))],
      )
    case 'like':
      return likeOf(all[0])
    case 'most':
    case 'fewest':
      return extremeOf(request, all, tz)
    case 'sum':
    case 'average':
      return sumOf(request, all)
    case 'compare':
    case 'difference':
      return all.length > 1 ? comparisonOf(request, all, tz) : 'It takes two to compare.'
    case 'against':
    case 'needed':
    case 'usual':
      return all.some(({ details }) => details)
        ? all.flatMap(({ details }) => (details ? launchDayAnswer(request, details) : []))
        : placeTaken(request.place ?? 1, all.map(asProduct))
    case 'busiest':
      return 'I count topics over all launches of a time: ask for those of last week.'
    default:
      return all.map((one) => fieldOf(one, operation, tz)).join('\n\n')
  }
}

function isOf({ topics = [] }: Known, topic?: string): boolean {
  return topic === undefined || topics.some((one) => topicKey(one) === topicKey(topic))
}

function fits(product: Known, bounds?: Bounds): boolean {
  if (!bounds) return true
  const { min = -Infinity, max = Infinity, field } = bounds
  const count = measured(product, field)
  return count !== undefined && min <= count && count <= max
}

function measured({ votesCount, commentsCount, launchedAt }: Known, measure: Measure) {
  if (measure === 'launch') return launchedAt ? Date.parse(launchedAt) : undefined
  return (measure === 'votes' ? votesCount : commentsCount) ?? undefined
}

function asProduct(product: Known): Product {
  const nothing = { id: '', tagline: null, url: null, imageUrl: null, votesCount: null }
  const known = Object.entries(product).filter(([, value]) => value !== undefined)
  return {
    ...nothing,
    ...{ commentsCount: null, launchedAt: null, topics: [] },
    name: product.name,
    ...Object.fromEntries(known),
  }
}

function nameOf({ name, url = null }: Known): string {
  return linked(name, url)
}

function countOf({ topic, bounds }: AskRequest, products: Known[], all: Known[]): string {
  const what = [topic && `in ${escaped(topic)}`, bounds && `with ${inBounds(bounds)}`]
  const how = what.filter(Boolean).join(' ')
  const verb = bounds && !topic ? 'come' : products.length === 1 ? 'is' : 'are'
  const named = products.length > 0 && how ? `: ${joined(products.map(nameOf))}` : ''
  if (!how) return `There are ${inWords(all.length)} in that list.`
  return `${capital(inWords(products.length))} of the ${inWords(all.length)} ${verb} ${how}${named}.`
}

function noneOf({ topic, bounds }: AskRequest, all: readonly Known[]): string {
  const how = [topic && `is in ${escaped(topic)}`, bounds && `has ${inBounds(bounds)}`]
  return `None of the ${inWords(all.length)} ${how.filter(Boolean).join(' and ')}.`
}

function likeOf(product?: Known): string[] {
  const related = product?.details?.related.slice(0, 5) ?? []
  if (!product || related.length === 0) return ['I have nothing like it.']
  return [`These share a topic with ${nameOf(product)}:`, productList(related)]
}

function fieldOf(product: Known, field: Field, tz: string): string {
  const { launchedAt, topics = [], tagline, url, details } = product
  const name = nameOf(product)
  const unknown = `I do not know the ${field} of ${name}.`
  switch (field) {
    case 'votes':
    case 'comments': {
      const count = measured(product, field)
      return count === undefined ? unknown : `${name} has ${withUnit(count, field.slice(0, -1))}.`
    }
    case 'launch': {
      const at = launchedAt && momentInWords(launchedAt, details?.tz ?? tz)
      return at ? `${name} launched on ${at}.` : unknown
    }
    case 'topics':
      return topics.length > 0 ? `${name} is in ${joined(topics.map(escaped))}.` : unknown
    case 'tagline':
      return tagline ? `${name}: ${escaped(tagline)}` : unknown
    case 'link':
      return url ? `Here is the link to ${name}.` : unknown
    case 'rank':
      return details ? ranksInWords(details) : unknown
  }
}

function extremeOf(
  { operation, measure, isSorted }: AskRequest,
  all: readonly Known[],
  tz: string,
): string[] {
  const isLeast = operation === 'fewest'
  const known = all.flatMap((one) => {
    const value = measured(one, measure)
    return value === undefined ? [] : [{ one, value }]
  })
  const sorted = known.toSorted((a, b) => (isLeast ? a.value - b.value : b.value - a.value))
  const [best] = sorted
  if (!best) return [`I do not know the ${measure} of any of them.`]
  const others = known.filter(({ value, one }) => value === best.value && one !== best.one)
  const superlative = SUPERLATIVES[measure][isLeast ? 1 : 0]
  const of = all.length > 1 ? ` of the ${inWords(all.length)}` : ''
  const figure =
    measure === 'launch'
      ? `it launched on ${momentInWords(best.one.launchedAt ?? '', tz)}`
      : withUnit(best.value, measure.slice(0, -1))
  const verb = measure === 'launch' ? 'is' : 'has'
  const ties = others.length > 0 ? ` So does ${joined(others.map(({ one }) => nameOf(one)))}.` : ''
  return [
    `${nameOf(best.one)} ${verb} ${superlative}${of}: ${figure}.${ties}`,
    ...(isSorted ? [productList(sorted.map(({ one }) => asProduct(one)))] : []),
  ]
}

function sumOf({ operation, measure }: AskRequest, all: readonly Known[]): string {
  const field = measure === 'comments' ? measure : 'votes'
  const values = all.flatMap((one) => measured(one, field) ?? [])
  if (values.length < all.length) return 'I do not know all of their counts.'
  const sum = values.reduce((a, b) => a + b, 0)
  const unit = field.slice(0, -1)
  const total = `The ${inWords(all.length)} have ${withUnit(sum, unit)} together`
  const average = `${withUnit(Math.round(sum / all.length), unit)} on average`
  return operation === 'average' ? `${total}, ${average}.` : `${total}.`
}

function comparisonOf(
  { operation, measure: field }: AskRequest,
  all: readonly Known[],
  tz: string,
): string[] {
  const compared = operation === 'difference' ? all.slice(0, 2) : all
  const values = compared.map((one) => ({ one, value: measured(one, field) ?? Number.NaN }))
  const [first, second] = values.toSorted((a, b) => b.value - a.value)
  const lines = compared.map((one) => `- ${productLine(asProduct(one))}`).join('\n')
  if (!first || !second || values.some(({ value }) => Number.isNaN(value))) return [lines]
  const [more, fewer] = [nameOf(first.one), nameOf(second.one)]
  if (field === 'launch') {
    const [late, early] = [first, second].map(({ one }) => momentInWords(one.launchedAt ?? '', tz))
    return [`${fewer} is older: it launched on ${early}, ${more} on ${late}.`, lines]
  }
  const unit = field.slice(0, -1)
  if (first.value === second.value) return [`Both have ${withUnit(first.value, unit)}.`, lines]
  const ahead = withUnit(first.value - second.value, `more ${unit}`)
  return [
    `${more} has ${ahead} than ${fewer}: ${number(first.value)} against ${number(second.value)}.`,
    lines,
  ]
}
