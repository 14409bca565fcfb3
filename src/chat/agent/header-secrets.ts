import { base64url } from 'jose'

/**
 * Marks an encrypted value, with the version of its format. No header value can contain it, so a
 * plain value is never mistaken for an encrypted one.
 */
const MARK = '•v1•'

/** NIST SP 800-38D, section 8.3: with random nonces, a key may encrypt up to 2^32 values. */
const NONCE_BYTES = 12

/** The first key encrypts; all of them decrypt. Without any, values are stored plain. */
export type DataKeys = readonly Uint8Array<ArrayBuffer>[]

/** The context of a value, authenticated with it: in any other place it cannot be decrypted. */
export interface HeaderPlace {
  uid: string
  /** Scheme, host and port of the Deployment URL. */
  origin: string
  /** The name of the header, in lower case. */
  name: string
}

/** The value of an agent's header as it is stored: AES-256-GCM, with a fresh nonce for each. */
export async function encryptHeader(value: string, place: HeaderPlace, [key]: DataKeys) {
  if (!key) return value
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const text = new TextEncoder().encode(value)
  const imported = await importKey(key, 'encrypt')
  const encrypted = await crypto.subtle.encrypt(algorithm(nonce, place), imported, text)
  return MARK + base64url.encode(new Uint8Array([...nonce, ...new Uint8Array(encrypted)]))
}

/** The value of a stored header, which may be plain; undefined if no key decrypts it. */
export async function decryptHeader(stored: string, place: HeaderPlace, keys: DataKeys) {
  if (!stored.startsWith(MARK)) return stored
  for (const key of keys) {
    try {
      const bytes = new Uint8Array(base64url.decode(stored.slice(MARK.length)))
      const nonce = bytes.slice(0, NONCE_BYTES)
      const encrypted = bytes.slice(NONCE_BYTES)
      const imported = await importKey(key, 'decrypt')
      const text = await crypto.subtle.decrypt(algorithm(nonce, place), imported, encrypted)
      return new TextDecoder().decode(text)
    } catch {
      // The key is another one, or the value was changed or moved.
    }
  }
  return undefined
}

function importKey(bytes: Uint8Array<ArrayBuffer>, usage: 'encrypt' | 'decrypt') {
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, [usage])
}

function algorithm(iv: Uint8Array<ArrayBuffer>, { uid, origin, name }: HeaderPlace) {
  const place = JSON.stringify(['agent-header', uid, origin, name])
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(place) }
}
