import { describe, expect, it } from 'vitest'
import { textLines } from '../../src/cli/text-lines.ts'

async function all<Value>(values: AsyncIterable<Value>) {
  const list: Value[] = []
  for await (const value of values) list.push(value)
  return list
}

async function* pieces(text: string, size: number) {
  for (let start = 0; start < text.length; start += size) yield text.slice(start, start + size)
}

describe('textLines()', () => {
  it('textLines() splits at line feeds only, however the text is cut', async () => {
    const text = 'a\u2028b\n\nc\n'
    for (const size of [1, 2, 50]) {
      expect(await all(textLines(pieces(text, size)))).toEqual(['a\u2028b', 'c'])
    }
  })
})
