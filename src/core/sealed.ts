import { base64url } from 'jose'

/** Encrypts secrets where they are stored. Without it they are stored plain. */
export type DataKey = Uint8Array<ArrayBuffer> | undefined

/**
 * Marks an encrypted value, with the version of its format. No secret can contain it, so a plain value
 * is never mistaken for an encrypted one.
 */
const MARK = '•v1•'

/** NIST SP 800-38D, section 8.3: with random nonces, a key may encrypt up to 2^32 values. */
const NONCE_BYTES = 12

/**
 * A secret as it is stored: AES-256-GCM with a fresh nonce. It is bound to its place, and cannot be
 * decrypted in any other.
 */
export async function seal(secret: string, place: readonly string[], key: DataKey) {
  if (!key) return secret
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const imported = await importKey(key)
  const bytes = new TextEncoder().encode(secret)
  const encrypted = await crypto.subtle.encrypt(algorithm(nonce, place), imported, bytes)
  return MARK + base64url.encode(new Uint8Array([...nonce, ...new Uint8Array(encrypted)]))
}

/** @throws Error if the key differs, or the value was changed or moved. */
export async function unseal(stored: string, place: readonly string[], key: DataKey) {
  if (!stored.startsWith(MARK)) return stored
  if (!key) throw new Error('there is no key')
  const bytes = new Uint8Array(base64url.decode(stored.slice(MARK.length)))
  const nonce = bytes.slice(0, NONCE_BYTES)
  const imported = await importKey(key)
  const encrypted = bytes.slice(NONCE_BYTES)
  const text = await crypto.subtle.decrypt(algorithm(nonce, place), imported, encrypted)
  return new TextDecoder().decode(text)
}

function importKey(bytes: Uint8Array<ArrayBuffer>) {
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

function algorithm(iv: Uint8Array<ArrayBuffer>, place: readonly string[]) {
  return {
    name: 'AES-GCM',
    iv,
    additionalData: new TextEncoder().encode(JSON.stringify(place)),
  }
}
