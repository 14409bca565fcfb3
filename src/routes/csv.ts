import { csvText } from '../core/rows/csv-writer.ts'
import type { Product } from '../ranking/product.ts'

const COLUMNS = [
  'rank',
  'id',
  'name',
  'tagline',
  'url',
  'imageUrl',
  'votesCount',
  'commentsCount',
  'launchedAt',
  'topics',
  'website',
  'description',
  'featured',
  'makers',
] as const

interface CsvOptions {
  firstRank?: number | undefined
  /** The ranks of all, if they do not follow each other. */
  ranks?: readonly number[] | undefined
  /** The names of numbers that each product has beside its own. */
  numbers?: readonly string[] | undefined
}

/** A ranking as CSV, which a catalogue can be read from. */
export function csv(
  products: readonly Product[],
  { firstRank = 1, ranks = [], numbers = [] }: CsvOptions = {},
): string {
  const rows = products.map((product, index) => {
    const values = new Map<string, unknown>(Object.entries(product))
    const beside = numbers.map((name): [string, number] => [name, Number(values.get(name))])
    const rank = ranks[index] ?? firstRank + index
    return {
      ...product,
      ...Object.fromEntries(beside),
      rank,
      topics: listCell(product.topics),
      makers: listCell(product.makers),
    }
  })
  return csvText([...COLUMNS, ...numbers], rows)
}

/** What separates or encloses names, or adds to one, where a list is read without brackets. */
const LIST_SIGN = /^#|[;|,[{\n]| [•·] | \(http/

/** Names with such a sign are written as JSON, so that they are read back whole. */
function listCell(names: readonly string[] | null | undefined) {
  if (!names) return null
  return names.some((name) => LIST_SIGN.test(name)) ? JSON.stringify(names) : names.join(';')
}
