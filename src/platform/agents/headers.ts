import { type DataKey, seal, unseal } from '../../core/sealed.ts'
import { MASK } from '../../core/upstream/request-headers.ts'
import { PlatformError } from '../platform-error.ts'

type Headers = Readonly<Record<string, string>>

/**
 * The owner of headers. Encrypted values are bound to it and to the name of the header: in any other
 * place they cannot be decrypted.
 */
interface HeaderOwner {
  uid: string
  /** The Deployment URL. Only its scheme, host and port count. */
  url: string
}

export function masked(headers: Headers): Record<string, string> {
  return Object.fromEntries(Object.keys(headers).map((name) => [name, MASK]))
}

/** Headers as they are stored. */
export function encryptHeaders(headers: Headers, owner: HeaderOwner, key: DataKey) {
  return mapValues(headers, (value, name) => seal(value, placeOf(owner, name), key))
}

/**
 * Stored headers. Any of them may be plain.
 *
 * @throws PlatformError `ERR_NOT_CONFIGURED` if the key differs, or a value was changed or moved.
 */
export function decryptHeaders(stored: Headers, owner: HeaderOwner, key: DataKey) {
  return mapValues(stored, (value, name) =>
    unseal(value, placeOf(owner, name), key).catch(() => {
      throw notDecrypted(owner)
    }),
  )
}

function notDecrypted({ uid }: HeaderOwner) {
  const message = `The headers of the agent ${uid} cannot be decrypted.`
  const devMessage =
    `${message} DATA_KEY is missing, or is not the key they were encrypted with. ` +
    'Set it to that key, or send the headers again.'
  const cause = new Error(devMessage)
  return new PlatformError('ERR_NOT_CONFIGURED', message, { devMessage, cause })
}

function placeOf({ uid, url }: HeaderOwner, name: string) {
  return ['agent-header', uid, new URL(url).origin, name]
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
