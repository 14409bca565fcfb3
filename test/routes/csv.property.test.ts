import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Product } from '../../src/ranking/product.ts'
import { csv } from '../../src/routes/csv.ts'
import { readLaunches } from '../../src/sources/user-catalogue/read-launches.ts'
import { generatedLaunches } from '../helper/generated-launches.ts'

const FORMATS = {
  csv,
  ndjson: (products: readonly Product[]) =>
    products.map((product) => `${JSON.stringify(product)}\n`).join(''),
}

/** With what few sources have. */
const rich = generatedLaunches.map((all) =>
  all.map((product) => ({
    ...product,
    ...(product.url !== null && { website: product.url, featured: product.url.length % 2 === 0 }),
    ...(product.tagline !== null && { description: product.tagline }),
    ...(product.topics.length > 0 && { makers: product.topics }),
  })),
)

it.each(Object.entries(FORMATS))(
  'launches written as %s are read back whole as a catalogue',
  async (format, write) => {
    const property = fc.asyncProperty(rich, async (products) => {
      const bytes = new Uint8Array(new TextEncoder().encode(write(products)))
      const name = `launches.${format}`
      const { leaderboard } = await readLaunches(bytes, { name, timezone: 'UTC' })
      const read = leaderboard.top(10).sort((left, right) => (left.id < right.id ? -1 : 1))
      expect(read).toEqual(products)
    })
    await fc.assert(property, { numRuns: 300 })
  },
)
