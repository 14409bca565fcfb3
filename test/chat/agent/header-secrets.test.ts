import { describe, expect, it } from 'vitest'
import {
  decryptHeader,
  encryptHeader,
  type HeaderPlace,
} from '../../../src/chat/agent/header-secrets.ts'
import { parseConfig } from '../../../src/config/config.ts'
import { KEYS } from './data-keys.fixture.ts'

const keysOf = (...keys: string[]) =>
  parseConfig({ DATA_KEY: keys.join(',') }).platform.dataKeys ?? []

const FIRST = keysOf(KEYS.first)
const PLACE: HeaderPlace = {
  ...{ uid: 'helper', origin: 'https://agent.example.com', name: 'authorization' },
}

describe('encryptHeader() and decryptHeader()', () => {
  it.each(['Bearer secret', '', 'a'.repeat(8_192), 'caf\u00e9 \u00ff\t!'])(
    'an encrypted header is decrypted to %j',
    async (value) => {
      const encrypted = await encryptHeader(value, PLACE, FIRST)
      expect(encrypted).toMatch(/^•v1•[\w-]+$/)
      if (value !== '') expect(encrypted).not.toContain(value)
      expect(await decryptHeader(encrypted, PLACE, FIRST)).toBe(value)
    },
  )

  it('each encryption uses a fresh 96-bit nonce', async () => {
    const all = await Promise.all(
      Array.from({ length: 50 }, () => encryptHeader('secret', PLACE, FIRST)),
    )
    const bytes = all.map((encrypted) =>
      atob(encrypted.slice(4).replaceAll('-', '+').replaceAll('_', '/')),
    )
    expect(new Set(bytes.map((text) => text.slice(0, 12))).size).toBe(50)
    // Nonce, text, tag.
    for (const text of bytes) expect(text).toHaveLength(12 + 'secret'.length + 16)
  })

  it.each<[string, Partial<HeaderPlace>]>([
    ['of another agent', { uid: 'other' }],
    ['of another header', { name: 'x-api-key' }],
    ['at another server', { origin: 'https://evil.example.com' }],
    ['at another port', { origin: 'https://agent.example.com:8443' }],
  ])('a header that was encrypted %s is not decrypted', async (_what, elsewhere) => {
    const encrypted = await encryptHeader('secret', PLACE, FIRST)
    const place = { ...PLACE, ...elsewhere }
    expect(await decryptHeader(encrypted, place, FIRST)).toBeUndefined()
  })

  it('a modified ciphertext is not decrypted', async () => {
    const encrypted = await encryptHeader('secret', PLACE, FIRST)
    const body = encrypted.slice(4)
    const other = (char: string) => (char === 'A' ? 'B' : 'A')
    const changed = [...body].slice(0, -1).map((char, at) => {
      return `•v1•${body.slice(0, at)}${other(char)}${body.slice(at + 1)}`
    })
    changed.push('•v1•', '•v1•AAAA', '•v1•!', encrypted.slice(0, -4), `${encrypted}AAAA`)
    for (const text of changed) expect(await decryptHeader(text, PLACE, FIRST)).toBeUndefined()
  })

  it('the first key encrypts and every key decrypts', async () => {
    const rotated = keysOf(KEYS.second, KEYS.first)
    const old = await encryptHeader('secret', PLACE, FIRST)
    expect(await decryptHeader(old, PLACE, rotated)).toBe('secret')
    const renewed = await encryptHeader('secret', PLACE, rotated)
    expect(await decryptHeader(renewed, PLACE, keysOf(KEYS.second))).toBe('secret')
    expect(await decryptHeader(renewed, PLACE, FIRST)).toBeUndefined()
  })

  it('without a key values are stored plain, and plain ones are read with any key', async () => {
    expect(await encryptHeader('secret', PLACE, [])).toBe('secret')
    expect(await decryptHeader('secret', PLACE, FIRST)).toBe('secret')
    const encrypted = await encryptHeader('secret', PLACE, FIRST)
    expect(await decryptHeader(encrypted, PLACE, [])).toBeUndefined()
  })
})
