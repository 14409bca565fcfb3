import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jsonElements } from '../../../src/core/rows/json-elements.ts'

const WHOLE = Number.MAX_SAFE_INTEGER

async function elementsOf(text: string, chunkLength = WHOLE) {
  const elements = []
  for await (const element of jsonElements(chunks(text, chunkLength))) elements.push(element)
  return elements
}

async function* chunks(text: string, length: number) {
  for (let start = 0; start < text.length; start += length) yield text.slice(start, start + length)
}

describe('jsonElements()', () => {
  const chunkLength = fc.integer({ min: 1, max: 9 })
  const indent = fc.constantFrom(0, 2)

  it('jsonElements() finds what JSON.parse finds, however the text is cut', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.jsonValue()), indent, chunkLength, async (list, ...form) => {
        const text = JSON.stringify(list, null, form[0])
        const values = JSON.parse(text).map((value: unknown) => ({ value }))
        expect(await elementsOf(text, form[1])).toEqual(values)
      }),
    )
  })

  it('finds the members of an object that JSON.parse finds, however the text is cut', async () => {
    const members = fc.dictionary(fc.string(), fc.jsonValue())
    await fc.assert(
      fc.asyncProperty(members, indent, chunkLength, async (object, ...form) => {
        const text = JSON.stringify({ members: object }, null, form[0])
        const parsed: object = JSON.parse(text).members
        const entries = Object.entries(parsed).map(([key, value]) => ({ key, value }))
        expect(await elementsOf(text, form[1])).toEqual(entries)
      }),
    )
  })

  it.each([
    ['a list in members', '{"members": [1, 2]}', [{ value: 1 }, { value: 2 }]],
    ['an emoji', '["a😀b"]', [{ value: 'a😀b' }]],
    ['blanks around it', ' \n[ 1 ]\n ', [{ value: 1 }]],
    ['an empty list', '[]', []],
  ])('reads a text with %s, cut anywhere', async (_name, text, elements) => {
    expect(await elementsOf(text, 1)).toEqual(elements)
    expect(await elementsOf(text)).toEqual(elements)
  })

  it('reads a field named __proto__ as a field like others', async () => {
    const [element] = await elementsOf('[{"__proto__": {"isAdmin": true}}]')
    expect(Object.keys(Object(element?.value))).toEqual(['__proto__'])
    expect(element?.value).not.toHaveProperty('isAdmin')
  })

  it.each([
    ['a record that is not JSON', '[{"a":1},{"a" 1}]', 'row 2: is not valid JSON'],
    ['a trailing comma', '[1,]', 'row 2: is not valid JSON'],
    ['a control character in a string', '["a\u0001"]', 'row 1: is not valid JSON'],
    ['a number with a leading zero', '[{"a":01}]', 'row 1: is not valid JSON'],
    ['text after the list', '[1] 2', 'has text after the end of the list'],
    ['a second object', '{"members": {}} {}', 'has text after the end of the list'],
    ['another field', '{"members": {}, "a": 1}', 'must have no field other than members'],
    ['no members', '{"users": []}', 'must be {"members": {…}} or a list of records'],
    ['a number for members', '{"members": 1}', 'must be {"members": {…}} or a list of records'],
    ['no JSON at all', 'x'.repeat(300), 'must be {"members": {…}} or a list of records'],
    ['nothing in it', '', 'must be {"members": {…}} or a list of records'],
    ['an unfinished record', '[{"a":1},{"a":', 'is incomplete: the file ends after row 1'],
    ['an unfinished list', '[{"a":1}', 'is incomplete: the file ends after row 1'],
    ['an unfinished wrapper', '{"members": {"a": 1}', 'is incomplete: the file ends after row 1'],
  ])('rejects a text with %s, cut anywhere', async (_name, text, message) => {
    await expect(elementsOf(text, 1)).rejects.toThrow(new Error(message))
    await expect(elementsOf(text)).rejects.toThrow(new Error(message))
  })

  it('yields the elements before an invalid one', async () => {
    const found: unknown[] = []
    const reading = async () => {
      for await (const { value } of jsonElements(chunks('[1, 2, x]', WHOLE))) found.push(value)
    }
    await expect(reading()).rejects.toThrow('row 3: is not valid JSON')
    expect(found).toEqual([1, 2])
  })

  it('stops reading an element that never ends', async () => {
    let read = 0
    async function* endless() {
      yield '[1, "'
      for (;;) {
        read += 1
        yield 'x'.repeat(64 * 1024)
      }
    }
    const reading = async () => {
      for await (const _element of jsonElements(endless()));
    }
    await expect(reading()).rejects.toThrow('row 2: is longer than 1048576 characters')
    expect(read).toBeLessThan(20)
  })
})
