import { describe, expect, it } from 'vitest'
import { checkSize, decodeAnyText, decodeText } from '../../../src/core/rows/decode-text.ts'

const TEXT = 'id;Grün 🪁\n'
const little = Uint8Array.from(Buffer.from(`\ufeff${TEXT}`, 'utf16le'))

describe('decodeText()', () => {
  it.each([
    ['UTF-8', new TextEncoder().encode(TEXT)],
    ['UTF-8 with a byte order mark', new TextEncoder().encode(`\ufeff${TEXT}`)],
    ['UTF-16 LE', little],
    ['UTF-16 BE', Uint8Array.from(Buffer.from(little).swap16())],
  ])('%s is decoded', (_name, bytes) => {
    expect(decodeText(bytes)).toBe(TEXT)
  })

  it.each([
    ['Latin-1', Uint8Array.of(0x63, 0xe9)],
    ['UTF-16 without a mark', little.slice(2)],
    ['half a character', Uint8Array.of(0x63, 0xc3)],
    ['half a character of UTF-16', little.slice(0, 5)],
    ['an image', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)],
  ])('%s is an error', (_name, bytes) => {
    expect(() => decodeText(bytes)).toThrow('must be UTF-8 text')
  })

  it('an Excel workbook is named, with what to do', () => {
    expect(() => decodeAnyText(new TextEncoder().encode('PK\x03\x04…'))).toThrow(
      'is an Excel workbook: save the sheet as CSV (UTF-8), and use that file',
    )
  })

  it('what is neither UTF-8 nor binary is read as Windows-1252', () => {
    const text = (...bytes: number[]) => decodeAnyText(Uint8Array.from(bytes))
    expect(text(0x80, 0x20, 0xe9)).toEqual({ text: '€ é', isGuessed: true })
    expect(text(0x61)).toEqual({ text: 'a', isGuessed: false })
    expect(() => text(0x89, 0x50, 0x4e, 0x47, 0x1a)).toThrow('must be UTF-8 text')
  })

  it.each([
    ['Cyrillic', '\xc7\xec\xe5\xe9'],
    ['a short word of Greek', 'a; \xcd\xe1\xe9;'],
    ['Chinese', '\xb7\xe7\xf3\xdd'],
    ['DOS', 'Caf\x82'],
    ['an old Mac', 'Caf\x8e'],
  ])('%s in its own encoding is not taken for Windows-1252', (_name, latin) => {
    expect(() => decodeAnyText(Buffer.from(latin, 'latin1'))).toThrow('must be UTF-8 text')
  })

  it('a file over 64 MiB is not read', () => {
    expect(() => checkSize(64 * 1024 * 1024)).not.toThrow()
    expect(() => checkSize(64 * 1024 * 1024 + 1)).toThrow('is larger than 64 MiB')
  })
})
