import type { LanguageModelV3Message } from '@ai-sdk/provider'
import * as z from 'zod'
import { Product } from '../../ranking/product.ts'
import { type Outcome, outcomesIn, textOf } from './conversation.ts'

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

/** The length of a long answer of ours. */
const MAX_CHARACTERS = 8_000

/** The products that an answer lists, in its order. */
export function listedProducts(answer: readonly LanguageModelV3Message[]): Listed[] {
  const products = productsOf(outcomesIn(answer))
  if (products.length > 0) return products
  // Many spaces in a row would take `ITEM` long.
  const text = answer
    .map(textOf)
    .join('\n')
    .slice(0, MAX_CHARACTERS)
    .replace(/[^\S\n]+/g, ' ')
  const items = [...text.matchAll(ITEM)]
  return items.map(({ index: start, 1: linked, 2: bold, 3: plain }, index) => ({
    name: (linked ?? bold ?? plain ?? '').replace(/\\(.)/g, '$1').trim(),
    line: lineOf(text.slice(start, items[index + 1]?.index)),
  }))
}

/** The products in the results of tools. */
export function productsOf(outcomes: readonly Outcome[]): Product[] {
  return outcomes.flatMap(({ result }) => Answer.safeParse(result).data ?? [])
}

/** The first line of an item, without its number. */
function lineOf(item: string): string {
  const [line = ''] = item.replace(/^[\s,;]*\d{1,2}[.)]\s+/, '').split('\n')
  return line.trim().replace(/[,;]$/, '')
}
