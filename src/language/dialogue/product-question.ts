import type { Conversation } from './conversation.ts'
import { describedBy } from './described-products.ts'
import { summaryIn, superlativeIn } from './item-request.ts'
import { MAX_ANSWERS } from './listed-names.ts'
import { type Listed, type ListedProducts, listedProducts, productsIn } from './listed-products.ts'
import { asks } from './question-words.ts'
import type { ItemRequest, Request } from './request.ts'
import { productsOf, type Selection, selectProducts } from './selected-products.ts'

/** What may name a product without a question about it: "thanks, Mothkey looks great". */
const NAMING: ReadonlySet<string> = new Set(['thanks', 'farewell', 'no-confetti', 'instructions'])
/** "And the third?" asks what was asked of the one before. */
const ELLIPTICAL = /^\W*(?:and|what about|how about)\b/i
const SIMILAR =
  /\b(?:similar|(?:something|anything|ones?|apps?|tools?|products?|more|others|is it|are they) like|alternatives?|competitors?|resembl\w+|(?<!\b(?:i|we|you|they|people|would|did|do|does|looks?|sounds?|feels?|really) )like (?:it|this|that|the|number|no\b|#))/i

/** What the last message asks, with the one before it if it leaves out what that has asked. */
export function questionOf(asked: readonly string[]): string {
  const question = asked.at(-1) ?? ''
  return ELLIPTICAL.test(question) ? `${asked.at(-2) ?? ''} ${question}` : question
}

/** A question about products of earlier answers. */
export interface ProductQuestion {
  request: ItemRequest
  /** What is asked of them. */
  text: string
  /** Asks for others such as these. */
  isSimilar: boolean
  selection: Selection
}

/** The question that a request is about products of earlier answers; undefined if it is none. */
export function productQuestion(
  request: Request,
  { asked, answers, outcomes }: Conversation,
  tz: string,
): ProductQuestion | undefined {
  const question = asked.at(-1) ?? ''
  // "Any note apps among them?"
  const isOfList = request.kind === 'search' && asks(question, 'list')
  if (request.kind !== 'item' && !isOfList && !isAboutProduct(request, question)) return undefined
  const found = productsIn(outcomes)
  const listed = answers.slice(-MAX_ANSWERS).reverse().map(listedProducts)
  const known = listed.map((answer) => completed(answer, found))
  const isSimilar = SIMILAR.test(question)
  const text = questionOf(asked)
  if (request.kind === 'item') {
    const all = [...extended(known, request, found), { lists: [found], isNumbered: false }]
    return { request, text, isSimilar, selection: selectProducts(request, question, all, tz) }
  }
  const item = { ...ITEM, summary: summaryIn(question), superlative: superlativeIn(question) }
  const selection = selectProducts(item, question, known, tz)
  if (selection.isNamed) return { request: item, text, isSimilar, selection }
  if (!isOfList) return undefined
  const list = productsOf(known[0])
  const words = request.words.split(' ')
  const products = describedBy(words, list, words.length)
  return products.length > 0
    ? { request: ITEM, text, isSimilar, selection: { ...selection, products, list } }
    : undefined
}

const ITEM: ItemRequest = { kind: 'item', indexes: [], description: [], names: [] }

/** Whether it asks if a product that it names is in the list: "is Mothkey in there?" */
export function isMembership({ request, text, selection }: ProductQuestion): boolean {
  const { superlative, condition, summary, description, names } = request
  const isNamed = selection.isNamed || names.length > 0
  const isOther = superlative || condition || summary || description.length > 0
  return isNamed && !isOther && asks(text, 'membership')
}

/** Whether a message that may name a product is a question about it. */
function isAboutProduct(request: Request, question: string): boolean {
  // "Tell me about X" asks for one product; other searches ask for a list.
  if (request.kind === 'search') return asks(question, 'product') || SIMILAR.test(question)
  // "Nap Trap! Is it from this year?", "one more: how many votes did Nap Trap get?"
  if (request.kind === 'ranking') return asks(question, 'fact') || SIMILAR.test(question)
  return request.kind === 'talk' && !NAMING.has(request.topic)
}

/** An answer with the products that were found since, in full. */
function completed(answer: ListedProducts, found: readonly Listed[]): ListedProducts {
  const lists = answer.lists.map((list) =>
    list.map((product) => found.find(({ name }) => name === product.name) ?? product),
  )
  return { ...answer, lists }
}

/** The answers where the list that is asked about is the longer one that was found, if it was. */
function extended(
  answers: readonly ListedProducts[],
  { indexes, answersBack = 1 }: ItemRequest,
  found: readonly Listed[],
): readonly ListedProducts[] {
  const own = productsOf(answers[answersBack - 1])
  const isBeyond = own.length > 0 && indexes.some((index) => index >= own.length)
  return isBeyond && found.length > own.length
    ? answers.with(answersBack - 1, { lists: [found], isNumbered: true })
    : answers
}
