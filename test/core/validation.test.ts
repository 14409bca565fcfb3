import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { issueMessage } from '../../src/core/validation.ts'

const FORMS = 'does not match any of the documented forms'

const messages = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value, { error: issueMessage }).error?.issues.map(({ message }) => message)

describe('issueMessage()', () => {
  it.each<[z.ZodType, unknown, string]>([
    [z.string(), undefined, 'is required'],
    [z.string(), 7, 'must be a string'],
    [z.number(), '7', 'must be a number'],
    [z.number(), Number.NaN, 'must be a number'],
    [z.int(), 7.5, 'must be an integer'],
    [z.boolean(), 'yes', 'must be true or false'],
    [z.array(z.string()), {}, 'must be an array'],
    [z.object({}), [], 'must be an object'],
    [z.record(z.string(), z.string()), 'x', 'must be an object'],
    [z.literal('text'), 'image', 'must be text'],
    [z.enum(['csv', 'json']), 'xml', 'must be one of csv, json'],
    [z.string().min(1), '', 'must not be empty'],
    [z.string().min(3), 'ab', 'must have at least 3 characters'],
    [z.string().max(1), 'ab', 'may have at most 1 character'],
    [z.array(z.string()).max(2), ['a', 'b', 'c'], 'may have at most 2 items'],
    [z.number().min(1), 0, 'must be at least 1'],
    [z.number().max(10), 11, 'must be at most 10'],
    [z.number().positive(), 0, 'must be greater than 0'],
    [z.number().multipleOf(5), 7, 'must be a multiple of 5'],
    [z.url(), 'here', 'must be a URL'],
    [z.iso.date(), '31 January', 'must be a day such as 2026-01-31'],
    [z.string().regex(/^a$/), 'b', 'has an invalid format'],
    [z.strictObject({}), { a: 1, b: 2 }, 'has unknown fields: a, b'],
    [z.union([z.string(), z.number()]), true, 'must be a string or a number'],
    [z.union([z.string(), z.object({ a: z.string() })]), { a: 1 }, FORMS],
    [z.union([z.string(), z.number()]), undefined, 'is required'],
  ])('the issue of %s says that %j is expected', (schema, value, message) => {
    expect(messages(schema, value)).toEqual([message])
  })

  it("a schema's own messages are kept", () => {
    expect(messages(z.string('must be text'), 7)).toEqual(['must be text'])
    expect(messages(z.string().min(2, 'is short'), 'a')).toEqual(['is short'])
  })

  it('long names are quoted in part', () => {
    const [message = ''] = messages(z.strictObject({}), { ['a'.repeat(5_000)]: 1 }) ?? []
    expect(message.length).toBeLessThan(100)
  })
})
