import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { check } from '../../src/platform/check.ts'

const Body = z.strictObject({ name: z.string().min(2), tags: z.array(z.string()).optional() })

function failureOf(value: unknown, ...more: [code?: 'ERR_BAD_REQUEST', whole?: string]) {
  try {
    check(Body, value, ...more)
  } catch (error) {
    return error
  }
  throw new Error('it is valid')
}

describe('check()', () => {
  it('a valid value is returned as the schema reads it', () => {
    expect(check(Body, { name: 'Ann' })).toEqual({ name: 'Ann' })
  })

  it.each([
    ['a field', { name: 'A' }, ['name']],
    ['an item of a list', { name: 'Ann', tags: ['a', 1] }, ['tags.1']],
    ['fields that are not known', { name: 'Ann', age: 7, size: 1 }, ['age', 'size']],
    ['the whole value', [], ['body']],
  ])('%s that is wrong is named by its path', (_name, value, fields) => {
    const failure = failureOf(value)
    expect(failure).toMatchObject({ code: 'ERR_BAD_REQUEST' })
    expect(Object.keys(Object(failure).details)).toEqual(fields)
  })

  it('a value that is wrong as a whole has the name it is given', () => {
    expect(Object.keys(Object(failureOf([], undefined, 'query')).details)).toEqual(['query'])
  })

  it('of thousands of wrong fields a few are named, each in part', () => {
    const keys = Array.from({ length: 1_000 }, (_, at) => `${at}${'x'.repeat(1_000)}`)
    const value = Object.fromEntries(keys.map((key) => [key, 1]))
    expect(
      JSON.stringify(Object(failureOf({ name: 'Ann', ...value })).details).length,
    ).toBeLessThan(10_000)
  })
})
