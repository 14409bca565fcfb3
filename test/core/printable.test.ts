import { describe, expect, it } from 'vitest'
import { escapeUnprintable, excerpt, printable, printableLines } from '../../src/core/printable.ts'

const TEXTS = [
  'Zwölf 🎈',
  '👩🏽‍💻🏴󠁧󠁢󠁳󠁣󠁴󠁿',
  'نمی\u200Cدانم',
  'ক্\u200Dষ',
  'co\u00ADop',
  'ภาษา\u200Bไทย',
  'א\u200F!',
]

describe('printable()', () => {
  it.each([
    ['a terminal escape', 'red \u001B[31malert', 'red  [31malert'],
    ['line breaks', 'one\r\ntwo\u2028three', 'one two three'],
    ['a bidirectional override', 'safe\u202Etxt.exe', 'safe txt.exe'],
    ['controls at either end', '\u0000 text \u0007', 'text'],
    ['bidirectional isolates', 'a\u2067b\u2069', 'a b'],
    ...TEXTS.map((text) => ['a text with joiners or tags', text, text]),
  ])('%s leaves one harmless line', (_name, text, expected) => {
    expect(printable(text)).toBe(expected)
  })
})

describe('printableLines()', () => {
  it('line breaks and spaces stay', () => {
    expect(printableLines(' a\n\u001B[1m b\u202E ')).toBe(' a\n [1m b  ')
  })

  it.each(TEXTS)('%s is not altered', (text) => {
    expect(printableLines(text)).toBe(text)
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
    const value = { text: 'plain', bell: '\u0085', override: '\u202E', mark: '\u200F\u061C' }
    const escaped = escapeUnprintable(JSON.stringify(value))
    expect(JSON.parse(escaped)).toEqual(value)
    expect(escaped).toMatch(/^[ -~]+$/)
  })

  it('printable JSON is returned as it is', () => {
    expect(escapeUnprintable('{"a":"b"}')).toBe('{"a":"b"}')
  })
})
