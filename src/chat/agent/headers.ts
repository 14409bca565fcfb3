import { base64url } from 'jose'
import { MASK } from '../delivery/mask-secrets.ts'
import { PlatformError } from '../platform-error.ts'

type Headers = Readonly<Record<string, string>>

/** The first key encrypts; all of them decrypt. Without any, values are stored plain. */
export type DataKeys = readonly Uint8Array<ArrayBuffer>[]

/**
 * The owner of headers. Encrypted values are bound to it and to the name of the header: in any other
 * place they cannot be decrypted.
 */
export interface HeaderOwner {
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

/**
 * Headers as they are stored: AES-256-GCM, with a fresh nonce for each value. Values that could not
 * be decrypted stay as they are.
 */
export function encryptHeaders(headers: Headers, owner: HeaderOwner, [key]: DataKeys) {
  return mapValues(headers, async (value, name) => {
    if (!key || value.startsWith(MARK)) return value
    const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
    const text = new TextEncoder().encode(value)
    const imported = await importKey(key)
    const encrypted = await crypto.subtle.encrypt(algorithm(nonce, owner, name), imported, text)
    return MARK + base64url.encode(new Uint8Array([...nonce, ...new Uint8Array(encrypted)]))
  })
}

/** Stored headers, which may be plain. Values that no key decrypts stay encrypted. */
export function decryptHeaders(stored: Headers, owner: HeaderOwner, keys: DataKeys) {
  return mapValues(stored, async (value, name) => {
    if (!value.startsWith(MARK)) return value
    for (const key of keys) {
      const text = await decrypt(value, owner, name, key).catch(() => undefined)
      if (text !== undefined) return text
    }
    return value
  })
}

/** @throws PlatformError `ERR_NOT_CONFIGURED` if a header could not be decrypted. */
export function assertDecrypted(headers: Headers, uid: string): void {
  if (!Object.values(headers).some((value) => value.startsWith(MARK))) return
  const message = `The headers of the agent ${uid} cannot be decrypted.`
  const devMessage =
    `${message} DATA_KEY is missing, or is not the key they were encrypted with. ` +
    'Set it to that key, or send the headers again.'
  throw new PlatformError('ERR_NOT_CONFIGURED', message, {
    devMessage,
    cause: new Error(devMessage),
  })
}

/** Throws if the key is another one, or the value was changed or moved. */
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
