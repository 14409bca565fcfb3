import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { AppError } from '../../../src/core/error.ts'
import { Product } from '../../../src/ranking/product.ts'
import { productHuntSource } from '../../../src/sources/product-hunt/product-hunt-source.ts'

const Products = z.array(Product).max(3)

const text = fc.oneof(fc.string(), fc.webUrl(), fc.date().map(String), fc.constant('[REDACTED]'))
const value = fc.oneof(
  { weight: 3, arbitrary: text },
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.jsonValue(),
)
const fields = ['tagline', 'url', 'thumbnail', 'votesCount', 'commentsCount', 'createdAt', 'topics']
const node = fc.record({
  id: fc.oneof(fc.string(), fc.nat()),
  name: value,
  ...Object.fromEntries(fields.map((field) => [field, value])),
})
const posts = fc.record({
  edges: fc.oneof(fc.array(fc.oneof(fc.record({ node }), fc.jsonValue())), fc.jsonValue()),
})
const answer = fc.oneof(
  fc.record({ data: fc.record({ posts }), errors: fc.jsonValue() }, { requiredKeys: ['data'] }),
  fc.jsonValue(),
)

describe('any JSON from Product Hunt', () => {
  it('any JSON from Product Hunt is valid products or a known failure', async () => {
    const property = fc.asyncProperty(answer, async (body) => {
      const fetch = async () => new Response(JSON.stringify(body))
      const source = productHuntSource({ token: 't', fetch, now: () => new Date(0) })
      const outcome = await source.top({ order: 'VOTES', limit: 3 }).catch((error) => error)
      const isFailure = outcome instanceof AppError && outcome.code === 'upstream-failed'
      expect(isFailure || Products.safeParse(outcome.products).success).toBe(true)
    })
    await fc.assert(property, { numRuns: 2_000 })
  })
})
