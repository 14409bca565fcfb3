import { COUNT } from '../ranking/limits.ts'
import { isStopWord } from '../sources/search-words.ts'
import { limitationOf, productAnswer, questionAnswer } from './answer/product-answer.ts'
import { type Call, chooseTool } from './choose-tool.ts'
import type { Conversation } from './dialogue/conversation.ts'
import { type Listed, productsIn, taglineOf } from './dialogue/listed-products.ts'
import { isMembership, type ProductQuestion, questionOf } from './dialogue/product-question.ts'
import { asks } from './dialogue/question-words.ts'
import type { Request, ToolRequest } from './dialogue/request.ts'
import { namedIn } from './dialogue/selected-products.ts'
import { isContent } from './intent/items.ts'
import { wordsIn } from './normalise/utterance.ts'

/** More products are not looked up by name for one question. */
const MAX_LOOKUPS = 6
/** Of a tagline, to search for similar products. */
const MAX_WORDS = 6

/** The requests for what a question needs beyond the earlier answers. */
function lookupsFor(question: ProductQuestion): ToolRequest[] {
  const { request, isSimilar, selection } = question
  if (isMembership(question)) return []
  const { products, list, listRequest } = selection
  const [product, ...others] = products
  if (isSimilar && product && others.length === 0) return [similarTo(product)]
  const names = unlistedNames(question)
  if (names.length > 0) return names.slice(0, MAX_LOOKUPS).map(byName)
  if (listRequest && isBeyondList(question)) {
    const count = Math.max(...request.indexes) + 1
    return [{ ...listRequest, count }]
  }
  if (!needsMore(question)) return []
  if (product && others.length === 0 && !isOfAll(question)) return [byName(product.name)]
  const isOfList = products.every(({ name }) => list.some((listed) => listed.name === name))
  if (isOfList && listRequest) return [{ ...listRequest, count: list.length }]
  const sought = isOfAll(question) ? list : products
  return sought.slice(0, MAX_LOOKUPS).map(({ name }) => byName(name))
}

function byName(words: string): ToolRequest {
  return { kind: 'search', words, count: 1 }
}

/** A search by the words of its tagline. */
function similarTo(product: Listed): ToolRequest {
  const words = wordsIn(taglineOf(product)).filter((word) => isContent(word) && !isStopWord(word))
  const query = words.slice(0, MAX_WORDS).join(' ') || product.name
  return { kind: 'search', words: query, count: COUNT.max }
}

/** What a question names or compares that no answer has listed. */
function unlistedNames({ request, text, selection }: ProductQuestion): string[] {
  const products = [...selection.products, ...selection.list]
  const listed = new Set(products.flatMap(({ name }) => wordsIn(name)))
  const isCompared = asks(text, 'comparison')
  return request.names.filter((name) => {
    const words = name.split(' ')
    const isName = isCompared || words.some((word) => isCapitalizedIn(text, word))
    return isName && !words.some((word) => listed.has(word))
  })
}

/** Whether a word is written like a name, and not because a sentence begins with it. */
function isCapitalizedIn(text: string, word: string): boolean {
  const name = word.charAt(0).toUpperCase() + word.slice(1)
  return text.split(/(?<=[\p{Ll}\d,'’]) /u).some((rest, at) => at > 0 && rest.startsWith(name))
}

/** Whether it asks for a place beyond the end of the list. */
function isBeyondList({ request, selection }: ProductQuestion): boolean {
  const { length } = selection.list
  return length > 0 && request.indexes.some((index) => length <= index && index < COUNT.max)
}

/** Whether it is about what the lines of an answer do not tell. */
function needsMore(question: ProductQuestion): boolean {
  const { request, text, selection } = question
  const [product, ...others] = selection.products
  if (isOfAll(question)) return !selection.list.every(isFull)
  if (!product || selection.products.every(isFull) || asks(text, 'judgement')) return false
  if (others.length > 0) return asks(text, 'details')
  const isCounted = asks(text, 'counts') || request.superlative !== undefined
  const isTold = 'line' in product && isCounted && /\d/.test(product.line)
  return !isTold || asks(text, 'more')
}

/** Whether each of the list has to be looked at for what its line does not tell. */
function isOfAll({ request, text, selection }: ProductQuestion): boolean {
  const { condition, superlative, description } = request
  if (condition?.field === 'launchedAt' || superlative?.field === 'launchedAt') return true
  if (selection.isNamed) return false
  // "The metronome one" is one of which the line tells enough; others may be several.
  const isDefinite = asks(text, 'definite') && selection.products.length > 0
  return description.length > 0 && !isDefinite
}

function isFull(product: Listed): boolean {
  return 'id' in product
}

/** The calls that look up what is missing, or else the answer to a question about products. */
export function productStep(
  question: ProductQuestion,
  offered: ReadonlySet<string>,
  tz: string,
): Call[] | string {
  const limitation = limitationOf(question)
  if (limitation) return limitation
  const calls = lookupsFor(question).flatMap((request) => chooseTool(request, offered) ?? [])
  return calls.length > 0 ? calls : questionAnswer(question, tz)
}

/** The answer after searches for products that a message names; undefined if not each was found. */
export function answerAfterSearch(
  requests: readonly Request[],
  { asked, outcomes }: Conversation,
  tz: string,
): string | undefined {
  const question = asked.at(-1) ?? ''
  const text = questionOf(asked)
  const areSearches = requests.every(({ kind }) => kind === 'search')
  const isAbout = asks(question, 'product') || text !== question
  if (!areSearches || !isAbout) return undefined
  const named = namedIn(question, productsIn(outcomes))
  const isEach = named.length > 0 && named.length >= requests.length
  return isEach ? productAnswer(named, text, tz) : undefined
}
