import { asksMore, bestOf, productAnswer } from './answer/product-answer.ts'
import { type Call, chooseTool, UNAVAILABLE } from './choose-tool.ts'
import type { Conversation } from './dialogue/conversation.ts'
import { describedBy, wordsIn } from './dialogue/described-products.ts'
import { type Listed, listedProducts, productsOf } from './dialogue/listed-products.ts'
import type { ItemRequest, Request } from './dialogue/request.ts'

/** In how many of the latest answers a named product is looked for. */
const MAX_ANSWERS = 6

/** "Tell me about X" asks for one product; other searches ask for a list. */
const ABOUT_PRODUCT =
  /\b(?:about|what is|who (?:made|makes)|link|votes|upvotes|comments|does|did|when|open|more on|compare|popular|how (?:old|new|much)|is it|its)\b/i
/** "Any note apps among them?" */
const OF_LIST =
  /\b(?:(?:of|among|amongst) (?:them|these|those)|in there|in (?:the|that|this|your) list|ones)\b/i
/** What may name a product without a question about it: "thanks, Mothkey looks great". */
const NAMING: ReadonlySet<string> = new Set(['thanks', 'farewell', 'no-confetti', 'instructions'])
const COUNTS = /\b(?:votes|upvotes|comments|points)\b/i

/** The products of earlier answers that a request is about; undefined if it is about none. */
export function productsAsked(
  request: Request,
  { asked, answers }: Conversation,
): Listed[] | undefined {
  const question = asked.at(-1) ?? ''
  const isOfList = request.kind === 'search' && OF_LIST.test(question)
  if (request.kind !== 'item' && !isOfList && !isAboutProduct(request, question)) return undefined
  const lists = answers.slice(-MAX_ANSWERS).reverse().map(listedProducts)
  const named = namedIn(question, lists.flat())
  if (named.length > 0) return named
  if (request.kind === 'item') return referredTo(request, lists)
  if (!isOfList) return undefined
  const words = request.words.split(' ')
  const described = describedBy(words, lists[0] ?? [], words.length)
  return described.length > 0 ? described : undefined
}

/** Whether a message that may name a product is a question about it. */
function isAboutProduct(request: Request, question: string): boolean {
  if (request.kind === 'search') return ABOUT_PRODUCT.test(question)
  // "Nap Trap! Is it from this year?"
  if (request.kind === 'ranking') return /\bit\b/i.test(question)
  return request.kind === 'talk' && !NAMING.has(request.topic)
}

function namedIn(question: string, listed: readonly Listed[]): Listed[] {
  const text = ` ${wordsIn(question).join(' ')} `
  const byName = new Map(listed.map((product) => [wordsIn(product.name).join(' '), product]))
  return [...byName].flatMap(([name, product]) =>
    name !== '' && text.includes(` ${name} `) ? [product] : [],
  )
}

/** @param lists the products of each answer, the latest first */
function referredTo(
  { indexes, superlative, description, answersBack = 1 }: ItemRequest,
  lists: readonly Listed[][],
): Listed[] {
  const own = lists[answersBack - 1] ?? []
  const list = own.length > 0 ? own : (lists.find(({ length }) => length > 0) ?? [])
  if (description.length > 0) return describedBy(description, list)
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
  return COUNTS.test(question) && /\d/.test(line) && !asksMore(question)
}

/**
 * The answer after searches, if the message asks about products that they have found: those of
 * earlier answers (`asked`), or else those that it names.
 */
export function answerAfterSearch(
  asked: readonly Listed[] | undefined,
  requests: readonly Request[],
  conversation: Conversation,
  tz: string,
): string | undefined {
  const question = conversation.asked.at(-1) ?? ''
  const areSearches = requests.every(({ kind }) => kind === 'search')
  if (!asked && !(areSearches && ABOUT_PRODUCT.test(question))) return undefined
  const found = productsOf(conversation.outcomes)
  if (asked) {
    const same = found.find(({ name }) => asked.length === 1 && name === asked[0]?.name)
    return same && productAnswer([same], question, tz)
  }
  const named = namedIn(question, found)
  const isEach = named.length > 0 && named.length === requests.length
  return isEach ? productAnswer(named, question, tz) : undefined
}
