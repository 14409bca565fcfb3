import { bestOf, productAnswer } from './answer/product-answer.ts'
import { type Call, chooseTool, UNAVAILABLE } from './choose-tool.ts'
import type { Conversation } from './dialogue/conversation.ts'
import { type Listed, listedProducts, productsOf } from './dialogue/listed-products.ts'
import type { ItemRequest, Request } from './dialogue/request.ts'

/** In how many of the latest answers a named product is looked for. */
const MAX_ANSWERS = 6

/** "Tell me about X" asks for one product; other searches ask for a list. */
const ABOUT_PRODUCT =
  /\b(?:about|what is|who (?:made|makes)|link|votes|upvotes|comments|does|did|when|open|more on|compare)\b/i
const COUNTS = /\b(?:votes|upvotes|comments|points)\b/i

/** The products of earlier answers that a request is about; undefined if it is about none. */
export function productsAsked(
  request: Request,
  { asked, answers }: Conversation,
): Listed[] | undefined {
  const question = asked.at(-1) ?? ''
  if (request.kind !== 'item' && !isAboutProduct(request, question)) return undefined
  const lists = answers.slice(-MAX_ANSWERS).reverse().map(listedProducts)
  const named = namedIn(question, lists.flat())
  if (named.length > 0 || request.kind !== 'item') return named.length > 0 ? named : undefined
  return referredTo(request, lists)
}

/** Whether a message that may name a listed product is a question about it. */
function isAboutProduct(request: Request, question: string): boolean {
  if (request.kind === 'search') return ABOUT_PRODUCT.test(question)
  return request.kind === 'talk' && /^(?:unclear|out-of-scope)$/.test(request.topic)
}

function namedIn(question: string, listed: readonly Listed[]): Listed[] {
  const text = ` ${wordsOf(question)} `
  const byName = new Map(listed.map((product) => [wordsOf(product.name), product]))
  return [...byName].flatMap(([name, product]) =>
    name !== '' && text.includes(` ${name} `) ? [product] : [],
  )
}

function wordsOf(text: string): string {
  return (
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join(' ') ?? ''
  )
}

/** @param lists the products of each answer, the latest first */
function referredTo(
  { indexes, superlative, answersBack = 1 }: ItemRequest,
  lists: readonly Listed[][],
): Listed[] {
  const own = lists[answersBack - 1] ?? []
  const list = own.length > 0 ? own : (lists.find(({ length }) => length > 0) ?? [])
  if (indexes.length > 0) return indexes.flatMap((index) => list.at(index) ?? [])
  const best = superlative ? bestOf(list, superlative) : list[0]
  return best ? [best] : []
}

/** The answer about products, or first a search for the name of one that was only named in text. */
export function productStep(
  products: readonly Listed[],
  question: string,
  offered: ReadonlySet<string>,
  tz: string,
): Call | string {
  const [product, ...others] = products
  if (!product) return 'I do not see that in my last answer.'
  const isKnown = others.length > 0 || 'id' in product || hasCounts(product.line, question)
  if (isKnown) return productAnswer(products, question, tz)
  const search = { kind: 'search', words: product.name, count: 1 } as const
  return chooseTool(search, offered) ?? UNAVAILABLE.search
}

function hasCounts(line: string, question: string): boolean {
  return COUNTS.test(question) && /\d/.test(line)
}

/** The answer after that search, if it has found the product. */
export function answerAfterSearch(
  products: readonly Listed[] | undefined,
  conversation: Conversation,
  tz: string,
): string | undefined {
  const [product, ...others] = products ?? []
  const found = productsOf(conversation.outcomes).find(({ name }) => name === product?.name)
  if (!found || others.length > 0) return undefined
  return productAnswer([found], conversation.asked.at(-1) ?? '', tz)
}
