import type { LanguageModelV3Message } from '@ai-sdk/provider'
import * as z from 'zod'
import { Product } from '../../ranking/product.ts'
import { wordsIn } from '../normalise/word-tables.ts'
import { messageText, type Outcome, outcomesIn } from './conversation.ts'

/** A product of an answer: in full from a tool result, else as its line of the text. */
export type Listed = Product | { name: string; line: string }

const Answer = z.union([
  z.object({ posts: z.array(Product) }).transform(({ posts }) => posts),
  z.object({ hits: z.array(Product) }).transform(({ hits }) => hits),
])

/** A line about a product, as we write it: "1. [Name](url) — …", "1. Name — …", "- [Name](url) — …". */
const LINE =
  /^(?:\d{1,2}\. |- )?((?:\[((?:\\.|[^\]\\\n])+)\]\(https?:[^)\s]*\)|(?<=^\d{1,2}\. )(.+?)(?= — |\. |$)).*)$/gm

/** The length of a long answer of ours. */
const MAX_CHARACTERS = 8_000

/** The products that an answer lists: those of its text, else of the results of its tools. */
export function listedProducts(answer: readonly LanguageModelV3Message[]): Listed[] {
  const full = productsIn(outcomesIn(answer))
  const text = answer.map(messageText).join('\n').slice(0, MAX_CHARACTERS)
  const inText = Array.from(text.matchAll(LINE), ([, line = '', linked, plain = '']) => {
    const name = (linked ?? plain).replace(/\\(.)/g, '$1')
    return full.find((product) => product.name === name) ?? { name, line }
  })
  return inText.length > 0 ? inText : full
}

/** The products in the results of tools. */
export function productsIn(outcomes: readonly Outcome[]): Product[] {
  return outcomes.flatMap(({ result }) => Answer.safeParse(result).data ?? [])
}

/** The products whose names a message has. */
export function namedIn(message: string, products: readonly Listed[]): Listed[] {
  const text = ` ${wordsIn(message).join(' ')} `
  return products.filter(({ name }) => {
    const words = wordsIn(name).join(' ')
    // A name of one word is also a word: it counts as it is written.
    const isName = words.includes(' ') || message.includes(name)
    return words !== '' && isName && text.includes(` ${words} `)
  })
}
