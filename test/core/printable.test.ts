import { describe, expect, it } from 'vitest'
import { escapeUnprintable, excerpt, printable } from '../../src/core/printable.ts'

describe('printable()', () => {
  it.each([
    ['a terminal escape', 'red \u001B[31malert', 'red  [31malert'],
    ['line breaks', 'one\r\ntwo\u2028three', 'one two three'],
    ['a bidirectional override', 'safe\u202Etxt.exe', 'safe txt.exe'],
    ['controls at either end', '\u0000 text \u0007', 'text'],
    ['plain text', 'Zwölf 🎈', 'Zwölf 🎈'],
  ])('%s leaves one harmless line', (_name, text, expected) => {
    expect(printable(text)).toBe(expected)
  })
})

describe('excerpt()', () => {
  it.each([
    ['a short text is quoted whole', 'short', 5, 'short'],
    ['a long text is cut and says so', 'longer', 5, 'longe…'],
    ['a control becomes the replacement character', 'a\u0007b', 5, 'a\uFFFDb'],
    ['half of a character becomes the replacement character', 'ab🎈', 3, 'ab\uFFFD…'],
  ])('%s', (_name, text, maxCharacters, expected) => {
    expect(excerpt(text, maxCharacters)).toBe(expected)
  })
})

describe('escapeUnprintable()', () => {
  it('the escaped JSON holds the same value and nothing that a terminal obeys', () => {
    const value = { text: 'plain', bell: '\u0085', hidden: '\u{E0041}\u200B' }
    const escaped = escapeUnprintable(JSON.stringify(value))
    expect(JSON.parse(escaped)).toEqual(value)
    expect(escaped).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })

  it('printable JSON is returned as it is', () => {
    expect(escapeUnprintable('{"a":"b"}')).toBe('{"a":"b"}')
  })
})
