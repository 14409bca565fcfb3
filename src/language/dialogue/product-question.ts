import { COUNT } from '../../ranking/limits.ts'
import { ORDINALS } from '../normalise/numbers.ts'
import type { Conversation } from './conversation.ts'
import { type Listed, listedProducts, namedIn } from './listed-products.ts'

/** A question about products of earlier answers. */
export interface ProductQuestion {
  text: string
  products: readonly Listed[]
  /** The last list. */
  list: readonly Listed[]
  /** Places in the list that it names, from 0; beyond its end, too. */
  indexes: readonly number[]
}

const NTH = `${ORDINALS.slice(1, 11).join('|')}|last|bottom|\\d{1,2}(?:st|nd|rd|th)`
const REFERENCE = new RegExp(
  `\\b(?:(?<word>runner[ -]?up|winner|leader|${NTH})|(?:number|no\\.?|nr|#|place|position|result|item) ?(?<number>\\d{1,2}))\\b|#(?<hash>\\d{1,2})\\b`,
  'gi',
)
const ALL = /\b(?:them|they|these|those|each|all|both|their)\b/i
const MAX_PRODUCTS = 10

/** The question of a message about products of the answers before it. */
export function productQuestion({ asked, answers }: Conversation): ProductQuestion {
  const text = asked.at(-1) ?? ''
  const lists = answers.map(listedProducts).filter(({ length }) => length > 0)
  const latest = lists.at(-1) ?? []
  const list = lists.findLast(({ length }) => length > 1) ?? latest
  const named = namedIn(text, lists.flat())
  const indexes = named.length > 0 ? [] : indexesIn(text)
  const among = ALL.test(text) ? list : latest.slice(0, 1)
  const chosen = indexes.length > 0 ? indexes.flatMap((at) => list.at(at) ?? []) : among
  const products = named.length > 0 ? named : chosen
  const unique = [...new Map(products.map((product) => [product.name, product])).values()]
  return { text, products: unique.slice(0, MAX_PRODUCTS), list, indexes }
}

/** The places that a text names: "the second one" is 1, "the last" -1. */
function indexesIn(text: string): number[] {
  const places = Array.from(text.matchAll(REFERENCE), ({ groups }) => {
    const number = Number(groups?.number ?? groups?.hash)
    return number > 0 ? number - 1 : placeOf(groups?.word?.toLowerCase() ?? '')
  })
  return [...new Set(places)].filter((place) => place < COUNT.max)
}

function placeOf(word: string): number {
  if (word === 'last' || word === 'bottom') return -1
  if (word.startsWith('runner')) return 1
  return Math.max(0, (ORDINALS.indexOf(word) || 1) - 1, (Number.parseInt(word, 10) || 1) - 1)
}
