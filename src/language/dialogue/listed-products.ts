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

/** "[Name](url) — …" or "- [Name](url) — …": our answer about some of a list. */
const LINE = /^(?:- )?\[((?:\\.|[^\]\\\n])+)\]\(https?:[^)\s]*\)/gm

/** The length of a long answer of ours. */
const MAX_CHARACTERS = 8_000

/** The products of an answer, in its order. */
export interface ListedProducts {
  /** As many as there are lists. */
  lists: readonly (readonly Listed[])[]
  /** Whether its text numbers them, so that "the second" is one of them. */
  isNumbered: boolean
}

/** What an answer lists: products of its text, else of the results of its tools. */
export function listedProducts(answer: readonly LanguageModelV3Message[]): ListedProducts {
  const full = productsIn(outcomesIn(answer))
  // Many spaces in a row would take `ITEM` long.
  const text = answer
    .map(textOf)
    .join('\n')
    .slice(0, MAX_CHARACTERS)
    .replace(/[^\S\n]+/g, ' ')
  const numbered = [...text.matchAll(ITEM)]
  const isNumbered = numbered.length > 0
  const items = isNumbered ? numbered : [...text.matchAll(LINE)]
  const inText = items.map(({ 0: start, 1: linked, 2: bold, 3: plain, index }, at): Found => {
    const name = (linked ?? bold ?? plain ?? '').replace(/\\(.)/g, '$1').trim()
    const line = lineOf(text.slice(index, items[at + 1]?.index))
    const product = full.find((product) => product.name === name)
    return { product: product ?? { name, line }, isFirst: /^[\s,;]*1[.)]/.test(start) }
  })
  if (full.length === 0) return { lists: runsOf(inText), isNumbered }
  const known = inText.filter(({ product }) => 'id' in product)
  return known.length > 0
    ? { lists: runsOf(known), isNumbered }
    : { lists: [full], isNumbered: true }
}

interface Found {
  product: Listed
  /** Has the number 1, which begins another list. */
  isFirst: boolean
}

function runsOf(found: readonly Found[]): Listed[][] {
  const runs: Listed[][] = []
  for (const { product, isFirst } of found) {
    if (isFirst || runs.length === 0) runs.push([])
    runs.at(-1)?.push(product)
  }
  return runs
}

/** What follows the link and the counts: "[Name](url) — 3 votes, 1 comment. Tagline". */
export function taglineOf(product: Listed): string {
  return 'id' in product
    ? (product.tagline ?? '')
    : product.line.replace(/^.*?\]\([^)]*\)/, '').replace(/^ — \d[^.]*\.?/, '')
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
