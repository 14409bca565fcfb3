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
] as const

/** A ranking as CSV, which a catalogue can be read from. */
export function csv(products: readonly Product[], firstRank = 1): string {
  const rows = products.map((product, index) => ({
    ...product,
    rank: firstRank + index,
    topics: product.topics.join(';'),
  }))
  return csvText(COLUMNS, rows)
}
