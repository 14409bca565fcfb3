import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonElements } from '../../../src/core/rows/json-elements.ts'

async function all<Value>(values: AsyncIterable<Value>) {
  const list: Value[] = []
  for await (const value of values) list.push(value)
  return list
}

async function* pieces(text: string, size: number) {
  for (let start = 0; start < text.length; start += size) yield text.slice(start, start + size)
}

describe('jsonElements()', () => {
  it('jsonElements() finds what JSON.parse finds, however the text is cut', async () => {
    const size = fc.integer({ min: 1, max: 9 })
    const space = fc.constantFrom(0, 2)
    const check = async (value: unknown, text: string, step: number) => {
      const elements = await all(jsonElements(pieces(text, step)))
      expect(elements).toEqual(value)
    }
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue()), space, size, async (list, indent, step) => {
        const text = JSON.stringify(list, null, indent)
        const value = JSON.parse(text).map((element: unknown) => ({ value: element }))
        await check(value, text, step)
      }),
    )
    const members = fc.dictionary(fc.string(), fc.jsonValue())
    await fc.assert(
      fc.asyncProperty(members, space, size, async (object, indent, step) => {
        const text = JSON.stringify({ members: object }, null, indent)
        const parsed: object = JSON.parse(text).members
        await check(
          Object.entries(parsed).map(([key, value]) => ({ key, value })),
          text,
          step,
        )
      }),
    )
  })
})
