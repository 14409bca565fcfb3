import { randomHex, toHex } from './digest.ts'

/**
 * The id of a caller, for what it sends or is. Without the secret nobody can tell whose it is, however
 * short the token.
 */
export type CallerId = (text: string) => Promise<string>

const SECRET_BYTES = 32

const ALGORITHM = { name: 'HMAC', hash: 'SHA-256' }

/**
 * Keyed with a secret that is read once: `readSecret` gets a random one to keep, unless there is one
 * already. All who know it give a caller the same id.
 */
export function createCallerId(
  readSecret: (offered: string) => Promise<string> = async (offered) => offered,
): CallerId {
  let key: Promise<CryptoKey> | undefined

  async function readKey() {
    const secret = new TextEncoder().encode(await readSecret(randomHex(SECRET_BYTES)))
    return crypto.subtle.importKey('raw', secret, ALGORITHM, false, ['sign'])
  }

  return async (text) => {
    key ??= readKey().catch((error: unknown) => {
      key = undefined
      throw error
    })
    const bytes = new TextEncoder().encode(text)
    return toHex(new Uint8Array(await crypto.subtle.sign(ALGORITHM, await key, bytes)))
  }
}

const SHOWN = 16

/** Enough of an id to distinguish callers in the log. */
export function shortId(caller: string | undefined): string | undefined {
  return caller?.slice(0, SHOWN)
}
