import * as z from 'zod'
import { Product } from '../../product/product.ts'
import type { Conversation } from './conversation.ts'

/** What the last answer named: a whole product where a tool's result tells, else its name. */
export type Listed = Product | { name: string }

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

export function listedProducts({ earlier }: Conversation): Listed[] {
  const products = earlier.outcomes.flatMap(({ result }) => Answer.safeParse(result).data ?? [])
  if (products.length > 0) return products
  return [...earlier.text.matchAll(ITEM)].map(([, linked, bold, plain]) => ({
    name: (linked ?? bold ?? plain ?? '').replace(/\\(.)/g, '$1').trim(),
  }))
}
