import { DateTime } from 'luxon'
import { describedBy, wordsIn } from './described-products.ts'
import type { Listed, ListedProducts } from './listed-products.ts'
import type { Condition, ItemRequest, Superlative } from './request.ts'

/** Some of a list. */
export interface Selection {
  products: readonly Listed[]
  list: readonly Listed[]
}

/** Besides a name or a place, these are about a product that was just discussed. */
const JUST_DISCUSSED = /\b(?:it|its|that|this)\b/i
const COMPARED = /\b(?:compar\w+|than|versus|vs|difference|as (?:good|many|popular|old|new) as)\b/i

/**
 * The products of earlier answers that a question is about.
 * @param answers what each of them listed, the latest first
 * @param tz the time zone of dates
 */
export function selectProducts(
  request: ItemRequest,
  question: string,
  answers: readonly ListedProducts[],
  tz: string,
): Selection {
  const list = listOf(request, answers)
  const discussed = productsOf(answers.find(({ lists }) => lists.length > 0))
  const named = namedIn(question, answers.flatMap(productsOf))
  const best = request.superlative && named.length === 1 ? bestOf(list, request.superlative) : []
  const chosen = named.length > 0 ? [...new Set([...best, ...named])] : chosenOf(request, list, tz)
  if (chosen) {
    const isPlace = named.length === 0 && request.indexes.length === 1
    const isPair = COMPARED.test(question) && (isPlace || JUST_DISCUSSED.test(question))
    return { products: isPair ? withFirst(discussed, chosen) : chosen, list }
  }
  const pair = request.scope === 'pair' ? pairOf(answers) : undefined
  const { superlative } = request
  if (superlative) return { products: bestOf(pair ?? list, superlative), list }
  return { products: pair ?? discussedOf(request, discussed, list), list }
}

/** "Is it newer than the first?" is about what was discussed, too. */
function withFirst(discussed: readonly Listed[], chosen: readonly Listed[]): Listed[] {
  return [...new Set([...discussed.slice(0, 1), ...chosen])]
}

/** "They" and "these" are what was discussed last if that is several, else the list; "it" is one. */
function discussedOf(
  { scope }: ItemRequest,
  discussed: readonly Listed[],
  list: readonly Listed[],
): readonly Listed[] {
  if (scope && discussed.length > 1) return discussed
  return scope === 'all' ? list : discussed.slice(0, 1)
}

/** What a request picks from the list, or undefined if it depends on what was discussed. */
function chosenOf(
  { indexes, superlative, condition, description, summary, listNumber }: ItemRequest,
  list: readonly Listed[],
  tz: string,
): readonly Listed[] | undefined {
  if (indexes.length > 0) return indexes.flatMap((index) => list.at(index) ?? [])
  if (superlative) return undefined
  if (condition) return list.filter((product) => meets(product, condition, tz))
  if (description.length > 0) return describedBy(description, list)
  return summary || listNumber !== undefined ? list : undefined
}

/** The products whose names a question has, in the order of the question. */
export function namedIn(question: string, products: readonly Listed[]): Listed[] {
  const text = ` ${wordsIn(question).join(' ')} `
  const byName = new Map(products.map((product) => [wordsIn(product.name).join(' '), product]))
  return [...byName]
    .map(([name, product]) => ({ product, place: name === '' ? -1 : text.indexOf(` ${name} `) }))
    .filter(({ place }) => place >= 0)
    .sort((a, b) => a.place - b.place)
    .map(({ product }) => product)
}

export function productsOf(answer: ListedProducts | undefined): readonly Listed[] {
  return answer?.lists.flat() ?? []
}

function listOf({ answersBack = 1, listNumber }: ItemRequest, answers: readonly ListedProducts[]) {
  const own = answers[answersBack - 1]
  const isList = own && own.lists.length > 0 && own.isNumbered
  const other = answers.find(({ isNumbered }) => isNumbered) ?? own
  const { lists = [] } = (isList ? own : other) ?? {}
  const part = listNumber === undefined ? undefined : lists.at(listNumber)
  return part ?? lists.flat()
}

/** The last two products that were discussed. */
function pairOf(answers: readonly ListedProducts[]): readonly Listed[] {
  const latest = answers.filter(({ lists }) => lists.length > 0)
  const [first] = latest
  if (productsOf(first).length > 1) return productsOf(first).slice(0, 2)
  return latest.flatMap(productsOf).slice(0, 2).reverse()
}

/** Those that have the most or the least of something; none if that is not known of all. */
function bestOf(products: readonly Listed[], { field, isHighest, count }: Superlative): Listed[] {
  const amounts = products.map((product) => ({ product, amount: amountOf(product, field) }))
  if (amounts.some(({ amount }) => amount === null)) return []
  const sign = isHighest ? -1 : 1
  const sorted = amounts.sort((a, b) => sign * (Number(a.amount) - Number(b.amount)))
  return sorted.slice(0, count).map(({ product }) => product)
}

function meets(product: Listed, condition: Condition, tz: string): boolean {
  const actual = amountOf(product, condition.field)
  if (actual === null) return false
  if (condition.field === 'launchedAt') {
    const { first, last } = condition.time
    // Its dates are those of the time zone, whatever zone they are written in.
    const date = DateTime.fromMillis(actual, { zone: tz }).toISODate() ?? ''
    return (first.toISODate() ?? '') <= date && date <= (last.toISODate() ?? '')
  }
  const { comparison, value } = condition
  switch (comparison) {
    case 'at least':
      return actual >= value
    case 'fewer than':
      return actual < value
    case 'at most':
    case 'no more than':
      return actual <= value
    default:
      return actual > value
  }
}

const COUNTS = {
  votesCount: /(\d[\d,]*) (?:up)?votes?\b/i,
  commentsCount: /(\d[\d,]*) comments?\b/i,
}

/** Votes, comments or the instant of the launch; null if it is not known. */
export function amountOf(product: Listed, field: Superlative['field']): number | null {
  if ('id' in product) {
    if (field !== 'launchedAt') return product[field]
    return product.launchedAt === null ? null : Date.parse(product.launchedAt)
  }
  const count = field === 'launchedAt' ? undefined : COUNTS[field].exec(product.line)?.[1]
  return count === undefined ? null : Number(count.replaceAll(',', ''))
}
