import { base64url } from 'jose'

/**
 * Marks an encrypted value, with the version of its format. No header value can contain it, so a
 * plain value is never mistaken for an encrypted one.
 */
const SEALED = '•v1•'

/** NIST SP 800-38D, section 8.3: with random nonces, a key may encrypt up to 2^32 values. */
const NONCE_BYTES = 12

/** The context of a value, authenticated with it: in any other place it cannot be decrypted. */
export interface HeaderPlace {
  uid: string
  /** Scheme, host and port of the Deployment URL. */
  origin: string
  /** The name of the header, in lower case. */
  name: string
}

/**
 * Encrypts the values of agents' headers for storage: AES-256-GCM, with a fresh nonce for each.
 * Without a key values are stored as they are.
 */
export interface HeaderCipher {
  seal(value: string, place: HeaderPlace): Promise<string>
  /** Decrypts a stored value, which may be plain; undefined if no key decrypts it. */
  open(stored: string, place: HeaderPlace): Promise<string | undefined>
  /** Encrypts a stored value with the first key; unchanged if no key decrypts it. */
  reseal(stored: string, place: HeaderPlace): Promise<string>
}

/** The first key encrypts; all of them decrypt. */
export function createHeaderCipher(keys: readonly Uint8Array<ArrayBuffer>[]): HeaderCipher {
  let importing: Promise<CryptoKey[]> | undefined
  const imported = () => {
    importing ??= Promise.all(keys.map(importKey))
    return importing
  }

  async function seal(value: string, place: HeaderPlace) {
    const [key] = await imported()
    return key ? encrypt(value, place, key) : value
  }

  return {
    seal,
    open: async (stored, place) => openWith(await imported(), stored, place),
    async reseal(stored, place) {
      const [first, ...others] = await imported()
      if (!first) return stored
      const isCurrent = isSealed(stored) && (await decrypt(stored, place, first)) !== undefined
      if (isCurrent) return stored
      const value = await openWith(others, stored, place)
      return value === undefined ? stored : encrypt(value, place, first)
    },
  }
}

function isSealed(stored: string): boolean {
  return stored.startsWith(SEALED)
}

async function openWith(keys: readonly CryptoKey[], stored: string, place: HeaderPlace) {
  if (!isSealed(stored)) return stored
  for (const key of keys) {
    const value = await decrypt(stored, place, key)
    if (value !== undefined) return value
  }
  return undefined
}

function importKey(bytes: Uint8Array<ArrayBuffer>) {
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

async function encrypt(value: string, place: HeaderPlace, key: CryptoKey) {
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const text = new TextEncoder().encode(value)
  const encrypted = await crypto.subtle.encrypt(algorithm(nonce, place), key, text)
  return SEALED + base64url.encode(new Uint8Array([...nonce, ...new Uint8Array(encrypted)]))
}

/** Undefined if the key is wrong, or the value was changed or moved. */
async function decrypt(stored: string, place: HeaderPlace, key: CryptoKey) {
  try {
    const bytes = new Uint8Array(base64url.decode(stored.slice(SEALED.length)))
    const [nonce, encrypted] = [bytes.slice(0, NONCE_BYTES), bytes.slice(NONCE_BYTES)]
    const text = await crypto.subtle.decrypt(algorithm(nonce, place), key, encrypted)
    return new TextDecoder().decode(text)
  } catch {
    return undefined
  }
}

function algorithm(iv: Uint8Array<ArrayBuffer>, { uid, origin, name }: HeaderPlace) {
  const place = JSON.stringify(['agent-header', uid, origin, name])
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(place) }
}
