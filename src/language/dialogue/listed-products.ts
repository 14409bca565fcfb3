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

/** "1. [Name](url) — …", "2) **Name**: …", "3. Name with 12 votes, 4. …". */
const ITEM = new RegExp(
  '(?:^|[\\s,;])\\d{1,2}[.)][ \\t]+' +
    '(?:\\[((?:\\\\.|[^\\]\\\\])+)\\]|\\*\\*(.+?)\\*\\*|' +
    '(.+?)(?=\\s+(?:with|by)\\s|\\s+[-\u2013\u2014|(]|\\s*[:,;(\\n]|$))',
  'gm',
)

/** "[Name](url) — …" or "- [Name](url) — …": our answer about some of a list. */
const LINE = /^(?:- )?\[((?:\\.|[^\]\\\n])+)\]\(https?:[^)\s]*\)/gm

/** The length of a long answer of ours. */
const MAX_CHARACTERS = 8_000

/** The products that an answer lists: those of its text, else of the results of its tools. */
export function listedProducts(answer: readonly LanguageModelV3Message[]): Listed[] {
  const full = productsIn(outcomesIn(answer))
  // Many spaces in a row would take `ITEM` long.
  const text = answer
    .map(messageText)
    .join('\n')
    .slice(0, MAX_CHARACTERS)
    .replace(/[^\S\n]+/g, ' ')
  const numbered = [...text.matchAll(ITEM)]
  const found = numbered.length > 0 ? numbered : [...text.matchAll(LINE)]
  const inText = found.map(({ 1: linked, 2: bold, 3: plain, index }, at) => {
    const name = (linked ?? bold ?? plain ?? '').replace(/\\(.)/g, '$1').trim()
    const line = lineOf(text.slice(index, found[at + 1]?.index))
    return full.find((product) => product.name === name) ?? { name, line }
  })
  return inText.length > 0 ? inText : full
}

/** The products in the results of tools. */
export function productsIn(outcomes: readonly Outcome[]): Product[] {
  return outcomes.flatMap(({ result }) => Answer.safeParse(result).data ?? [])
}

/** The first line of an item, without its number. */
function lineOf(item: string): string {
  const [line = ''] = item.replace(/^[\s,;]*(?:\d{1,2}[.)]\s+|- )/, '').split('\n')
  return line.trim().replace(/[,;]$/, '')
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
