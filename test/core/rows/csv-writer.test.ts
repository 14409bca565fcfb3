import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { csvText, unescapeFormulas } from '../../../src/core/rows/csv-writer.ts'

function cellOf(text: string) {
  const options = { delimiter: ',', newline: '\r\n' } as const
  return Papa.parse<string[]>(csvText(['a'], [{ a: text }]), options).data[1]?.[0]
}

describe('csvText()', () => {
  it('a header row and each row end in CRLF', () => {
    expect(csvText(['a', 'b'], [{ a: 1, b: null }])).toBe('a,b\r\n1,\r\n')
    expect(csvText(['a', 'b'], [])).toBe('a,b\r\n')
  })

  it.each([
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['a\nb', '"a\nb"'],
  ])('%j is quoted', (text, cell) => {
    expect(csvText(['a', 'b'], [{ a: text, b: 1 }])).toBe(`a,b\r\n${cell},1\r\n`)
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@a', "'@a"],
    ['＝1', "'＝1"],
    ["'=1", "''=1"],
    ['\t=1', "\t'=1"],
    ['\r=1', "\r'=1"],
    [' "=1', ` "'=1`],
    ['a;=1', "a;'=1"],
    ['a; +1;b\t@c\n-1', "a; '+1;b\t'@c\n'-1"],
    ['a;"=1', `a;"'=1`],
    ['a = b; c', 'a = b; c'],
    ["'90s; 2-in-1", "'90s; 2-in-1"],
  ])('a spreadsheet of any locale reads %j as text', (text, cell) => {
    expect(cellOf(text)).toBe(cell)
  })

  it('any text is itself again', () => {
    const text = fc.string({ unit: fc.constantFrom(...'=\'"; \t\r\n,a-＝'.split('')) })
    fc.assert(
      fc.property(text, (text) => {
        expect(unescapeFormulas(cellOf(text) ?? '')).toBe(text)
      }),
    )
  })
})
