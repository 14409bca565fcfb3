import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Product } from '../../src/ranking/product.ts'
import { csv } from '../../src/routes/csv.ts'
import { readLaunches } from '../../src/sources/user-catalogue/read-launches.ts'

/** Letters, and what separates, quotes, escapes or ends cells, lists and lines. */
const text = fc
  .string({
    unit: fc.constantFrom(
      'a',
      'B',
      ' ',
      ',',
      ';',
      '|',
      '"',
      "'",
      '[',
      ']',
      '{',
      '=',
      '-',
      '\\',
      '\n',
      '\r\n',
      'é',
      '🚀',
    ),
  })
  .map((body) => `x${body}y`)
const count = fc.option(fc.nat())
const launch = fc.record({
  name: text,
  tagline: fc.option(text),
  url: fc.option(fc.webUrl().map((url) => new URL(url).href)),
  imageUrl: fc.constant(null),
  votesCount: fc.nat(),
  commentsCount: count,
  launchedAt: fc
    .date({ min: new Date('2020-01-01'), max: new Date('2026-11-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  topics: fc.uniqueArray(fc.oneof(text, fc.constantFrom('[a]', '{a}', '=a', "'=a")), {
    maxLength: 3,
  }),
})
const launches = fc
  .array(launch, { minLength: 1, maxLength: 5 })
  .map((all) => all.map((product, at): Product => ({ ...product, id: `p${at}` })))

const FORMATS = {
  csv,
  ndjson: (products: readonly Product[]) =>
    products.map((product) => `${JSON.stringify(product)}\n`).join(''),
}

it.each(Object.entries(FORMATS))(
  'launches written as %s are read back whole as a catalogue',
  async (format, write) => {
    const property = fc.asyncProperty(launches, async (products) => {
      const bytes = new Uint8Array(new TextEncoder().encode(write(products)))
      const name = `launches.${format}`
      const { leaderboard } = await readLaunches(bytes, { name, timezone: 'UTC' })
      const read = leaderboard.top(10).sort((left, right) => (left.id < right.id ? -1 : 1))
      expect(read).toEqual(products)
    })
    await fc.assert(property, { numRuns: 300 })
  },
)
