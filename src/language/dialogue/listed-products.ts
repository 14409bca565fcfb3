import type { LanguageModelV3Message } from '@ai-sdk/provider'
import * as z from 'zod'
import { COUNT } from '../../ranking/limits.ts'
import { Product } from '../../ranking/product.ts'
import { ORDINALS } from '../normalise/numbers.ts'
import { wordsIn } from '../normalise/word-tables.ts'
import { type Conversation, messageText, type Outcome, outcomesIn } from './conversation.ts'

/** A product of an answer: in full from a tool result, else as its line of the text. */
export type Listed = Product | { name: string; line: string }

const Answer = z.union([
  z.object({ posts: z.array(Product) }).transform(({ posts }) => posts),
  z.object({ hits: z.array(Product) }).transform(({ hits }) => hits),
])

/** A line about a product, as we write it: "1. [Name](url) — …", "1. Name — …". */
const LINE = /^\d{1,2}\. ((?:\[((?:\\.|[^\]\\\n])+)\]\(https?:[^)\s]*\)|(.+?)(?= — |\. |$)).*)$/gm

/** The length of a long answer of ours. */
const MAX_CHARACTERS = 8_000

const PLACE = new RegExp(
  `\\b(?:(?<word>runner[ -]?up|winner|leader|${ORDINALS.slice(1, 11).join('|')}|last|\\d{1,2}(?:st|nd|rd|th))|(?:number|no\\.?|place|position) ?(?<number>\\d{1,2}))\\b|#(?<hash>\\d{1,2})\\b`,
  'gi',
)
const ALL = /\b(?:them|they|these|those|each|all|both)\b/i

/** The products of earlier answers that the last message means, and the length of the last list. */
export function productsMeant({ asked, answers }: Conversation) {
  const text = asked.at(-1) ?? ''
  const lists = answers.map(listedProducts).filter(({ length }) => length > 0)
  const list = lists.at(-1) ?? []
  const named = namedIn(text, lists.flat())
  const places = placesIn(text).flatMap((at) => list.at(at) ?? [])
  const hasPlace = placesIn(text).length > 0
  const chosen = hasPlace ? places : ALL.test(text) ? list : list.slice(0, 1)
  const products = named.length > 0 ? named : chosen
  const unique = new Map(products.map((product) => [product.name, product]))
  return { products: [...unique.values()].slice(0, COUNT.max), listed: list.length }
}

/** The products that an answer lists: those of its text, else of the results of its tools. */
function listedProducts(answer: readonly LanguageModelV3Message[]): Listed[] {
  const full = productsIn(outcomesIn(answer))
  const text = answer.map(messageText).join('\n').slice(0, MAX_CHARACTERS)
  const inText = Array.from(text.matchAll(LINE), ([, line = '', linked, plain = '']) => {
    const name = (linked ?? plain).replace(/\\(.)/g, '$1')
    return full.find((product) => product.name === name) ?? { name, line }
  })
  return inText.length > 0 ? inText : full
}

/** The products in the results of tools. */
function productsIn(outcomes: readonly Outcome[]): Product[] {
  return outcomes.flatMap(({ result }) => Answer.safeParse(result).data ?? [])
}

/** The products whose names a message has. */
function namedIn(message: string, products: readonly Listed[]): Listed[] {
  const text = ` ${wordsIn(message).join(' ')} `
  return products.filter(({ name }) => {
    const words = wordsIn(name).join(' ')
    // A name of one word is also a word: it counts as it is written.
    const isName = words.includes(' ') || message.includes(name)
    return words !== '' && isName && text.includes(` ${words} `)
  })
}

/** The places that a text names: "the second one" is 1, "the last" -1. */
function placesIn(text: string): number[] {
  return Array.from(text.matchAll(PLACE), ({ groups }) => {
    const number = Number(groups?.number ?? groups?.hash)
    return number > 0 ? number - 1 : placeOf(groups?.word?.toLowerCase() ?? '')
  })
}

function placeOf(word: string): number {
  if (word === 'last') return -1
  if (word.startsWith('runner')) return 1
  return Math.max(0, ORDINALS.indexOf(word) - 1, (Number.parseInt(word, 10) || 1) - 1)
}
