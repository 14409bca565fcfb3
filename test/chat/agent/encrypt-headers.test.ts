import { describe, expect, it } from 'vitest'
import {
  decryptHeaders,
  encryptHeaders,
  type HeaderOwner,
} from '../../../src/chat/agent/headers.ts'
import { parseConfig } from '../../../src/config/config.ts'
import { KEYS } from './data-keys.fixture.ts'

const keysOf = (...keys: string[]) =>
  parseConfig({ DATA_KEY: keys.join(',') }).platform.dataKeys ?? []

const FIRST = keysOf(KEYS.first)
const OWNER: HeaderOwner = { uid: 'helper', url: 'https://agent.example.com/stream' }

/** One header, encrypted and decrypted. */
const encrypt = async (value: string, keys = FIRST) =>
  (await encryptHeaders({ authorization: value }, OWNER, keys)).authorization!
const decrypt = async (value: string, keys = FIRST, owner = OWNER, name = 'authorization') =>
  (await decryptHeaders({ [name]: value }, owner, keys))[name]

describe('encryptHeaders() and decryptHeaders()', () => {
  it.each(['Bearer secret', '', 'a'.repeat(8_192), 'caf\u00e9 \u00ff\t!'])(
    'an encrypted header is decrypted to %j',
    async (value) => {
      const encrypted = await encrypt(value)
      expect(encrypted).toMatch(/^•v1•[\w-]+$/)
      if (value !== '') expect(encrypted).not.toContain(value)
      expect(await decrypt(encrypted)).toBe(value)
    },
  )

  it('each encryption uses a fresh 96-bit nonce', async () => {
    const all = await Promise.all(Array.from({ length: 50 }, () => encrypt('secret')))
    const bytes = all.map((encrypted) =>
      atob(encrypted.slice(4).replaceAll('-', '+').replaceAll('_', '/')),
    )
    expect(new Set(bytes.map((text) => text.slice(0, 12))).size).toBe(50)
    // Nonce, text, tag.
    for (const text of bytes) expect(text).toHaveLength(12 + 'secret'.length + 16)
  })

  it.each<[string, Partial<HeaderOwner>, string?]>([
    ['of another agent', { uid: 'other' }],
    ['of another header', {}, 'x-api-key'],
    ['at another server', { url: 'https://evil.example.com/stream' }],
    ['at another port', { url: 'https://agent.example.com:8443/stream' }],
  ])('a header that was encrypted %s is not decrypted', async (_what, elsewhere, name) => {
    const encrypted = await encrypt('secret')
    expect(await decrypt(encrypted, FIRST, { ...OWNER, ...elsewhere }, name)).toBe(encrypted)
  })

  it('a header that was encrypted at another path of its server is decrypted', async () => {
    const owner = { ...OWNER, url: 'https://agent.example.com/other' }
    expect(await decrypt(await encrypt('secret'), FIRST, owner)).toBe('secret')
  })

  it('a modified ciphertext is not decrypted', async () => {
    const encrypted = await encrypt('secret')
    const body = encrypted.slice(4)
    const other = (char: string) => (char === 'A' ? 'B' : 'A')
    const changed = [...body].slice(0, -1).map((char, at) => {
      return `•v1•${body.slice(0, at)}${other(char)}${body.slice(at + 1)}`
    })
    changed.push('•v1•', '•v1•AAAA', '•v1•!', encrypted.slice(0, -4), `${encrypted}AAAA`)
    for (const text of changed) expect(await decrypt(text)).toBe(text)
  })

  it('the first key encrypts and every key decrypts', async () => {
    const rotated = keysOf(KEYS.second, KEYS.first)
    const old = await encrypt('secret')
    expect(await decrypt(old, rotated)).toBe('secret')
    const renewed = await encrypt('secret', rotated)
    expect(await decrypt(renewed, keysOf(KEYS.second))).toBe('secret')
    expect(await decrypt(renewed)).toBe(renewed)
  })

  it('without a key values are stored plain, and plain ones are read with any key', async () => {
    expect(await encrypt('secret', [])).toBe('secret')
    expect(await decrypt('secret')).toBe('secret')
    const encrypted = await encrypt('secret')
    expect(await decrypt(encrypted, [])).toBe(encrypted)
    expect(await encrypt(encrypted, keysOf(KEYS.second))).toBe(encrypted)
  })
})
