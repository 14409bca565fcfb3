import { describe, expect, it } from 'vitest'
import { createHeaderCipher, type HeaderPlace } from '../../../src/chat/agent/header-cipher.ts'
import { parseConfig } from '../../../src/config/config.ts'
import { KEYS } from './data-keys.fixture.ts'

const cipherWith = (...keys: string[]) =>
  createHeaderCipher(parseConfig({ DATA_KEY: keys.join(',') }).platform.dataKeys ?? [])

const cipher = cipherWith(KEYS.first)
const PLACE: HeaderPlace = {
  ...{ uid: 'helper', origin: 'https://agent.example.com', name: 'authorization' },
}

describe('createHeaderCipher()', () => {
  it.each(['Bearer secret', '', 'a'.repeat(8_192), 'caf\u00e9 \u00ff\t!'])(
    'an encrypted header is decrypted to %j',
    async (value) => {
      const sealed = await cipher.seal(value, PLACE)
      expect(sealed).toMatch(/^•v1•[\w-]+$/)
      if (value !== '') expect(sealed).not.toContain(value)
      expect(await cipher.open(sealed, PLACE)).toBe(value)
    },
  )

  it('each encryption uses a fresh 96-bit nonce', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => cipher.seal('secret', PLACE)))
    const bytes = all.map((sealed) =>
      atob(sealed.slice(4).replaceAll('-', '+').replaceAll('_', '/')),
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
    const sealed = await cipher.seal('secret', PLACE)
    const place = { ...PLACE, ...elsewhere }
    expect(await cipher.open(sealed, place)).toBeUndefined()
    expect(await cipher.reseal(sealed, place)).toBe(sealed)
  })

  it('a modified ciphertext is not decrypted', async () => {
    const sealed = await cipher.seal('secret', PLACE)
    const body = sealed.slice(4)
    const other = (char: string) => (char === 'A' ? 'B' : 'A')
    const changed = [...body].slice(0, -1).map((char, at) => {
      return `•v1•${body.slice(0, at)}${other(char)}${body.slice(at + 1)}`
    })
    changed.push('•v1•', '•v1•AAAA', '•v1•!', sealed.slice(0, -4), `${sealed}AAAA`)
    for (const text of changed) expect(await cipher.open(text, PLACE)).toBeUndefined()
  })

  it('plain values are read, and encrypted when next written', async () => {
    expect(await cipher.open('Bearer secret', PLACE)).toBe('Bearer secret')
    const sealed = await cipher.reseal('Bearer secret', PLACE)
    expect(sealed).not.toContain('secret')
    expect(await cipher.open(sealed, PLACE)).toBe('Bearer secret')
    expect(await cipher.reseal(sealed, PLACE)).toBe(sealed)
  })

  it('the first key encrypts and every key decrypts', async () => {
    const rotated = cipherWith(KEYS.second, KEYS.first)
    const old = await cipher.seal('secret', PLACE)
    expect(await rotated.open(old, PLACE)).toBe('secret')
    const renewed = await rotated.reseal(old, PLACE)
    expect(await cipherWith(KEYS.second).open(renewed, PLACE)).toBe('secret')
    expect(await cipher.open(renewed, PLACE)).toBeUndefined()
  })

  it('without a key values are stored plain, and encrypted ones are left alone', async () => {
    const none = createHeaderCipher([])
    expect(await none.seal('secret', PLACE)).toBe('secret')
    expect(await none.reseal('secret', PLACE)).toBe('secret')
    const sealed = await cipher.seal('secret', PLACE)
    for (const other of [none, cipherWith(KEYS.second)]) {
      expect(await other.open(sealed, PLACE)).toBeUndefined()
      expect(await other.reseal(sealed, PLACE)).toBe(sealed)
    }
  })
})
