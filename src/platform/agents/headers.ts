import { base64url } from 'jose'
import { MASK } from '../../core/upstream/request-headers.ts'
import { PlatformError } from '../platform-error.ts'

type Headers = Readonly<Record<string, string>>

/** Encrypts the values of headers where they are stored. Without it they are stored plain. */
export type DataKey = Uint8Array<ArrayBuffer> | undefined

/**
 * The owner of headers. Encrypted values are bound to it and to the name of the header: in any other
 * place they cannot be decrypted.
 */
interface HeaderOwner {
  uid: string
  /** The Deployment URL. Only its scheme, host and port count. */
  url: string
}

/**
 * Marks an encrypted value, with the version of its format. No header value can contain it, so a
 * plain value is never mistaken for an encrypted one.
 */
const MARK = '•v1•'

/** NIST SP 800-38D, section 8.3: with random nonces, a key may encrypt up to 2^32 values. */
const NONCE_BYTES = 12

export function masked(headers: Headers): Record<string, string> {
  return Object.fromEntries(Object.keys(headers).map((name) => [name, MASK]))
}

/** Headers as they are stored: AES-256-GCM, with a fresh nonce for each value. */
export function encryptHeaders(headers: Headers, owner: HeaderOwner, key: DataKey) {
  return mapValues(headers, async (value, name) => {
    if (!key) return value
    const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
    const text = new TextEncoder().encode(value)
    const imported = await importKey(key)
    const encrypted = await crypto.subtle.encrypt(algorithm(nonce, owner, name), imported, text)
    return MARK + base64url.encode(new Uint8Array([...nonce, ...new Uint8Array(encrypted)]))
  })
}

/**
 * Stored headers. Any of them may be plain.
 *
 * @throws PlatformError `ERR_NOT_CONFIGURED` if the key is another one, or a value was changed or moved.
 */
export function decryptHeaders(stored: Headers, owner: HeaderOwner, key: DataKey) {
  return mapValues(stored, async (value, name) => {
    if (!value.startsWith(MARK)) return value
    if (!key) throw notDecrypted(owner)
    return decrypt(value, owner, name, key).catch(() => {
      throw notDecrypted(owner)
    })
  })
}

function notDecrypted({ uid }: HeaderOwner) {
  const message = `The headers of the agent ${uid} cannot be decrypted.`
  const devMessage =
    `${message} DATA_KEY is missing, or is not the key they were encrypted with. ` +
    'Set it to that key, or send the headers again.'
  const cause = new Error(devMessage)
  return new PlatformError('ERR_NOT_CONFIGURED', message, { devMessage, cause })
}

async function decrypt(
  value: string,
  owner: HeaderOwner,
  name: string,
  key: Uint8Array<ArrayBuffer>,
) {
  const bytes = new Uint8Array(base64url.decode(value.slice(MARK.length)))
  const nonce = bytes.slice(0, NONCE_BYTES)
  const encrypted = bytes.slice(NONCE_BYTES)
  const imported = await importKey(key)
  const text = await crypto.subtle.decrypt(algorithm(nonce, owner, name), imported, encrypted)
  return new TextDecoder().decode(text)
}

function importKey(bytes: Uint8Array<ArrayBuffer>) {
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt'])
}

function algorithm(iv: Uint8Array<ArrayBuffer>, { uid, url }: HeaderOwner, name: string) {
  const place = JSON.stringify(['agent-header', uid, new URL(url).origin, name])
  return { name: 'AES-GCM', iv, additionalData: new TextEncoder().encode(place) }
}

async function mapValues(
  headers: Headers,
  change: (value: string, name: string) => Promise<string>,
): Promise<Record<string, string>> {
  const entries = Object.entries(headers).map(
    async ([name, value]) => [name, await change(value, name)] as const,
  )
  return Object.fromEntries(await Promise.all(entries))
}
