import * as fc from 'fast-check'
import { describe, it } from 'vitest'
import { Product } from '../../../src/ranking/product.ts'
import { RECORD_FIELDS, readRecord } from '../../../src/sources/algolia/algolia-record.ts'

const value = fc.oneof(
  fc.string(),
  fc.webUrl(),
  fc.integer(),
  fc.double(),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.array(fc.oneof(fc.string(), fc.record({ name: fc.string() }))),
  fc.jsonValue(),
)
const record = fc.record(Object.fromEntries(RECORD_FIELDS.map((field) => [field, value])), {
  requiredKeys: [],
})

describe('readRecord()', () => {
  it('any record of Algolia is a valid product or nothing', async () => {
    const property = fc.property(fc.oneof(record, fc.jsonValue()), (found) => {
      Product.nullable().parse(readRecord(found))
    })
    await fc.assert(property, { numRuns: 10_000 })
  })
})
