import fc from 'fast-check'
import type { Product } from '../../src/ranking/product.ts'

/** Letters, and what separates, quotes, escapes or ends cells, lists, elements and lines. */
const SIGNS = ['a', 'B', ' ', '\t', '\n', '\r\n', '\u2028', 'é', '🚀', '=', '-', '\\'].concat([
  ',',
  ';',
  '|',
  '"',
  "'",
  '[',
  ']',
  '{',
  '<',
  '&',
  '&amp;',
  '&#13;',
  ']]>',
  ' • ',
  ' (https://a.example)',
])
const text = fc.string({ unit: fc.constantFrom(...SIGNS) }).map((body) => `x${body}y`)
const address = fc.webUrl().map((url) => new URL(url).href)
const topic = fc.oneof(text, fc.constantFrom('#a #b', '[a]', '{a}', '=a', "'=a"))

const launch = fc.record({
  name: text,
  tagline: fc.option(text),
  url: fc.option(address),
  imageUrl: fc.option(address),
  votesCount: fc.nat(),
  commentsCount: fc.option(fc.nat()),
  launchedAt: fc
    .date({ min: new Date('2020-01-01'), max: new Date('2026-11-01'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  topics: fc.uniqueArray(topic, { maxLength: 3 }),
})

/** Launches with any text that a file or a feed has to carry. */
export const generatedLaunches = fc
  .array(launch, { minLength: 1, maxLength: 5 })
  .map((all) => all.map((product, at): Product => ({ ...product, id: `p${at}` })))
