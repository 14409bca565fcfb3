import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escaped, linked, rankMarker, unescaped } from '../../src/language/markdown.ts'

describe('untrusted text in Markdown', () => {
  it.each([
    ['[x](javascript:evil)', '&#91;x&#93;(javascript:evil)'],
    ['a\n\n# b', 'a # b'],
    ['# a', '&#35; a'],
    ['1. a', '1&#46; a'],
    ['i. a', 'i&#46; a'],
    ['- a', '&#45; a'],
    ['> a', '&#62; a'],
    ['`a` | **b** _c_ d_e', '&#96;a&#96; | &#42;&#42;b&#42;&#42; &#95;c&#95; d_e'],
    ['<img src=x> <3 a > b', '&#60;img src=x> <3 a > b'],
    ['a\\*b c:\\d', 'a&#92;&#42;b c:\\d'],
    ['https://evil.example', 'https:\u2060//evil.example'],
    ['www.evil.example', 'www\u2060.evil.example'],
    ['a@evil.example for @teams', 'a@\u2060evil.example for &#64;teams'],
    ['Notes & Tasks: Q&A, C# v2.0 at $5', 'Notes & Tasks: Q&A, C# v2.0 at $5'],
    ['C++ and ==', 'C&#43;+ and &#61;='],
    ['👩🏽‍💻 نمی\u200Cدانم', '👩🏽‍💻 نمی\u200Cدانم'],
    ['&lt;b&#62;', '&#38;lt;b&#38;#62;'],
  ])('%j', (text, markdown) => {
    expect(escaped(text)).toBe(markdown)
  })

  it('only HTTP(S) URLs become links', () => {
    expect(linked('a', 'https://a.example/x (1)?q="<b>"')).toBe(
      '[a](https://a.example/x%20%281%29?q=%22%3Cb%3E%22)',
    )
    expect(linked('a', 'javascript:alert(1)')).toBe('a')
    expect(linked('a', 'not an address')).toBe('a')
    expect(linked('a', null)).toBe('a')
  })

  it('escaped text is a single line without markup, and can be read back', async () => {
    const text = fc
      .string({ unit: 'binary', maxLength: 40 })
      .filter((one) => !one.includes('\u2060'))
    await fc.assert(
      fc.property(text, (text) => {
        const markdown = escaped(text)
        expect(markdown).not.toMatch(/[\n\r]/)
        expect(markdown).not.toMatch(/[`*[\]~]|<[a-z/]|:\/\//i)
        expect(escaped(unescaped(markdown))).toBe(markdown)
      }),
      { numRuns: 500 },
    )
  })

  it('a list that does not begin at 1 has its ranks as text', () => {
    expect([rankMarker(2, 1), rankMarker(4, 4)]).toEqual(['2.', '- **4.**'])
  })
})
