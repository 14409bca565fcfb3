import { describe, expect, it } from 'vitest'
import { textDecoder } from '../../../src/core/rows/decode-text.ts'

const TEXT = 'id;Grün 🪁\n'
const little = Uint8Array.from(Buffer.from(`\ufeff${TEXT}`, 'utf16le'))

function decode(bytes: Uint8Array, length: number) {
  const decoder = textDecoder()
  let text = ''
  for (let at = 0; at < bytes.length; at += length) text += decoder(bytes.slice(at, at + length))
  return text + decoder()
}

describe('textDecoder()', () => {
  it.each([
    ['UTF-8', new TextEncoder().encode(TEXT)],
    ['UTF-8 with a byte order mark', new TextEncoder().encode(`\ufeff${TEXT}`)],
    ['UTF-16 LE', little],
    ['UTF-16 BE', Uint8Array.from(Buffer.from(little).swap16())],
  ])('%s is decoded, however it is cut', (_name, bytes) => {
    for (const length of [1, 3, bytes.length]) expect(decode(bytes, length)).toBe(TEXT)
  })

  it.each([
    ['Latin-1', Uint8Array.of(0x63, 0xe9)],
    ['UTF-16 without a mark', little.slice(2)],
    ['half a character', Uint8Array.of(0x63, 0xc3)],
    ['half a character of UTF-16', little.slice(0, 5)],
    ['an image', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0)],
  ])('%s is an error', (_name, bytes) => {
    for (const length of [1, bytes.length]) {
      expect(() => decode(bytes, length)).toThrow('must be UTF-8 text')
    }
  })
})
