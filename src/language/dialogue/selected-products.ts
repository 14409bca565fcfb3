import { DateTime } from 'luxon'
import { isOf } from '../normalise/lexicon.ts'
import { wordsIn } from '../normalise/utterance.ts'
import { acrossLists } from './across-lists.ts'
import { holds } from './comparisons.ts'
import { describedBy } from './described-products.ts'
import type { Listed, ListedProducts } from './listed-products.ts'
import { amountOf, bestOf } from './product-amounts.ts'
import { asks } from './question-words.ts'
import type { Condition, ItemRequest, ListRequest } from './request.ts'

/** Some of a list. */
export interface Selection {
  products: readonly Listed[]
  list: readonly Listed[]
  /** What the list answered, if that is known. */
  listRequest: ListRequest | undefined
  /** Whether they are picked by their names. */
  isNamed: boolean
}

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
  const { list: whole, listRequest } = listOf(request, answers)
  // "How many of the top three are from October?"
  const isPart = request.condition !== undefined && request.indexes.length > 1
  const list = isPart ? at(request.indexes, whole) : whole
  const discussed = productsOf(answers.find(({ lists }) => lists.length > 0))
  const named = namedIn(question, answers.flatMap(productsOf))
  const isNamed = named.length > 0
  const chosen = isNamed
    ? withNamed(named, request, question, list)
    : (acrossLists(request, question, answers) ?? chosenOf(request, list, discussed, tz))
  if (chosen) {
    // Besides a name or a place, "it" is a product that was just discussed.
    const isOne = isNamed ? asks(question, 'discussed') : request.indexes.length === 1
    const isPair = isOne && asks(question, 'pair')
    return { products: isPair ? withFirst(discussed, chosen) : chosen, list, listRequest, isNamed }
  }
  const among = request.scope === 'pair' ? pairOf(answers) : discussedOf(request, discussed, list)
  const products = request.superlative
    ? bestOf(among.length > 1 ? among : list, request.superlative)
    : among
  return { products, list, listRequest, isNamed }
}

/** "Is Mothkey the newest?" is about the newest, too; "the newest without Mothkey" is another. */
function withNamed(
  named: readonly Listed[],
  { superlative, summary }: ItemRequest,
  question: string,
  list: readonly Listed[],
): readonly Listed[] {
  if ((superlative || summary) && asks(question, 'others')) {
    const others = list.filter((product) => !named.includes(product))
    return superlative ? bestOf(others, superlative) : others
  }
  if (superlative && named.length > 1) return bestOf(named, superlative)
  const best = superlative ? bestOf(list, superlative) : []
  return [...new Set([...best, ...named])]
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

/** What a request picks, or undefined if it depends on more than the list. */
function chosenOf(
  request: ItemRequest,
  list: readonly Listed[],
  discussed: readonly Listed[],
  tz: string,
): readonly Listed[] | undefined {
  const { indexes, superlative, condition, description, summary, listNumber, scope } = request
  if (condition && indexes.length !== 1) {
    return list.filter((product) => meets(product, condition, tz))
  }
  if (indexes.length > 0) return at(indexes, list)
  if (superlative) return undefined
  if (description.length > 0) {
    const described = describedBy(description, list)
    return request.isNegated ? list.filter((product) => !described.includes(product)) : described
  }
  if (summary) return scope && discussed.length > 1 ? discussed : list
  return listNumber === undefined ? undefined : list
}

function at(indexes: readonly number[], list: readonly Listed[]): Listed[] {
  return indexes.flatMap((index) => list.at(index) ?? [])
}

/** The products whose names a question has, in the order of the question. */
export function namedIn(question: string, products: readonly Listed[]): Listed[] {
  const text = ` ${wordsOfName(question)} `
  const byName = new Map(products.map((product) => [wordsOfName(product.name), product]))
  return [...byName]
    .map(([name, product]) => ({ product, place: name === '' ? -1 : text.indexOf(` ${name} `) }))
    .filter(({ place }) => place >= 0)
    .filter(({ product: { name } }) => question.includes(name) || !isPlainWord(name, text))
    .sort((a, b) => a.place - b.place)
    .map(({ product }) => product)
}

/** Whether a single word that is a name, too, is none in a text: "a focus timer". */
function isPlainWord(name: string, text: string): boolean {
  const words = text.trim().split(' ')
  const at = words.indexOf(name.toLowerCase())
  if (at < 0) return false
  return (
    ARTICLE.test(words[at - 1] ?? '') || isOf(words[at + 1] ?? '', 'kind', 'subject', 'product')
  )
}

const ARTICLE = /^(?:an?|any|some|another|good|best)$/

/** "Nitpicker's Rest" is often typed without its apostrophe. */
function wordsOfName(text: string): string {
  return wordsIn(text.replace(/(?<=\p{L})['’](?=\p{L})/gu, '')).join(' ')
}

export function productsOf(answer: ListedProducts | undefined): readonly Listed[] {
  const products = answer?.lists.flat() ?? []
  return [...new Map(products.map((product) => [product.name, product])).values()]
}

function listOf(
  { answersBack = 1, listNumber, list: listRequest }: ItemRequest,
  answers: readonly ListedProducts[],
) {
  const own = answers[answersBack - 1]
  const isOwn = own !== undefined && own.lists.length > 0 && own.isNumbered
  const answer = isOwn ? own : (answers.find(({ isNumbered }) => isNumbered) ?? own)
  const part = listNumber === undefined ? undefined : answer?.lists.at(listNumber)
  return part
    ? { list: part, listRequest: undefined }
    : { list: productsOf(answer), listRequest: isOwn ? listRequest : undefined }
}

/** The last two products that were discussed. */
function pairOf(answers: readonly ListedProducts[]): readonly Listed[] {
  const latest = answers.filter(({ lists }) => lists.length > 0)
  const [first] = latest
  if (productsOf(first).length > 1) return productsOf(first).slice(0, 2)
  return latest.flatMap(productsOf).slice(0, 2).reverse()
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
  return holds(actual, condition.comparison, condition.value)
}
