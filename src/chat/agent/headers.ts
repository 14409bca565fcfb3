import { MASK } from '../delivery/mask-secrets.ts'
import { PlatformError } from '../platform-error.ts'
import { type DataKeys, decryptHeader, encryptHeader } from './header-secrets.ts'

type Headers = Readonly<Record<string, string>>

/** The headers of a registration: those in the request, and the stored ones that are kept. */
export interface RegistrationHeaders {
  sent: Headers
  /** By name in lower case, as they are stored: encrypted or plain. */
  kept: Headers
}

/** The owner of the headers. Encrypted values are bound to both fields. */
interface Owner {
  uid: string
  /** The Deployment URL. */
  baseUrl: string
}

export function masked(headers: Headers): Record<string, string> {
  return Object.fromEntries(Object.keys(headers).map((name) => [name, MASK]))
}

/**
 * The headers after a change. Without headers in the request all are kept; a masked value, as the
 * API returns it, keeps that header.
 */
export function headersAfter(sent: Headers | undefined, stored: Headers): RegistrationHeaders {
  if (!sent) return { sent: {}, kept: stored }
  const known = new Map(Object.entries(stored))
  const keptNames = Object.keys(sent).filter(
    (name) => sent[name] === MASK && known.has(name.toLowerCase()),
  )
  const kept = new Set(keptNames)
  return {
    sent: Object.fromEntries(Object.entries(sent).filter(([name]) => !kept.has(name))),
    kept: Object.fromEntries(
      keptNames.map((name) => [name.toLowerCase(), known.get(name.toLowerCase()) ?? '']),
    ),
  }
}

/** Headers to store: encrypted with the current key, if there is one and they can be decrypted. */
export async function storedHeaders(
  { sent, kept }: RegistrationHeaders,
  owner: Owner,
  keys: DataKeys,
): Promise<Record<string, string>> {
  const place = placeOf(owner)
  const keptAgain = await mapValues(kept, async (stored, name) => {
    const value = await decryptHeader(stored, place(name), keys)
    return value === undefined ? stored : encryptHeader(value, place(name), keys)
  })
  const encrypted = await mapValues(sent, (value, name) => encryptHeader(value, place(name), keys))
  return { ...keptAgain, ...encrypted }
}

/**
 * Headers to send to the agent, decrypted.
 *
 * @throws PlatformError `ERR_NOT_CONFIGURED` if one of them cannot be decrypted.
 */
export async function openHeaders(
  { sent, kept }: RegistrationHeaders,
  owner: Owner,
  keys: DataKeys,
): Promise<Record<string, string>> {
  const place = placeOf(owner)
  const opened = await mapValues(kept, async (stored, name) => {
    const value = await decryptHeader(stored, place(name), keys)
    if (value === undefined) throw undecryptable(owner.uid)
    return value
  })
  return { ...opened, ...sent }
}

function undecryptable(uid: string) {
  const message = `The headers of the agent ${uid} cannot be decrypted.`
  const devMessage =
    `${message} DATA_KEY is missing, or is not the key they were encrypted with. ` +
    'Set it to that key, or send the headers again.'
  return new PlatformError('ERR_NOT_CONFIGURED', message, {
    devMessage,
    cause: new Error(devMessage),
  })
}

function placeOf({ uid, baseUrl }: Owner) {
  const { origin } = new URL(baseUrl)
  return (name: string) => ({ uid, origin, name })
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
