import * as z from 'zod'
import { Product } from '../../ranking/product.ts'
import type { Conversation } from './conversation.ts'

/** What the last answer named: a whole product where a tool's result tells, else what was said. */
export type Listed = Product | { name: string; line: string }

const Answer = z.union([
  z.object({ posts: z.array(Product) }).transform(({ posts }) => posts),
  z.object({ hits: z.array(Product) }).transform(({ hits }) => hits),
])

/** "1. [Name](url) — …", "2) **Name**: …", "3. Name with 12 votes, 4. …". */
const ITEM = new RegExp(
  '(?:^|[\\s,;])\\d{1,2}[.)]\\s+' +
    '(?:\\[((?:\\\\.|[^\\]\\\\])+)\\]|\\*\\*(.+?)\\*\\*|' +
    '(.+?)(?=\\s+(?:with|by)\\s|\\s+[-\u2013\u2014|(]|\\s*[:,;(\\n]|$))',
  'gm',
)

/** A long answer of ours. To look for items takes more than twice as long in twice as much. */
const MAX_CHARACTERS = 8_000

export function listedProducts({ earlier }: Conversation): Listed[] {
  const products = earlier.outcomes.flatMap(({ result }) => Answer.safeParse(result).data ?? [])
  if (products.length > 0) return products
  const text = earlier.text.slice(0, MAX_CHARACTERS)
  const items = [...text.matchAll(ITEM)]
  return items.map(({ index, 1: linked, 2: bold, 3: plain }, at) => ({
    name: (linked ?? bold ?? plain ?? '').replace(/\\(.)/g, '$1').trim(),
    line: lineOf(text.slice(index, items[at + 1]?.index)),
  }))
}

/** Without its number, and without what comes below it. */
function lineOf(item: string): string {
  const [line = ''] = item.replace(/^[\s,;]*\d{1,2}[.)]\s+/, '').split('\n')
  return line.trim().replace(/[,;]$/, '')
}
