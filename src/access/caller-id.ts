import { AppError } from '../core/error.ts'
import type { Log } from '../core/log.ts'
import { randomHex, toHex } from './digest.ts'

/**
 * The id of a caller, for what it sends or is. Without the secret it cannot be traced to its caller, however
 * short the token.
 */
export type CallerId = (text: string) => Promise<string>

const SECRET_BYTES = 32

const ALGORITHM = { name: 'HMAC', hash: 'SHA-256' }

/** A caller waits for a database that is unavailable at most once in this time. */
const READ_AGAIN_MS = 5_000

interface StoredSecret {
  /** Stores the given secret unless one is stored, and returns the stored one. */
  read(offered: string): Promise<string>
  log: Log
  clock(): number
}

/**
 * Keyed with the stored secret: all who know it give a caller the same id. While it cannot be read,
 * and without any, a secret of this process serves.
 */
export function createCallerId(stored?: StoredSecret): CallerId {
  let own: string | undefined
  let key: Promise<CryptoKey> | undefined
  let readAgainAt: number | undefined

  async function readKey() {
    // Workers have no random numbers until the first request.
    own ??= randomHex(SECRET_BYTES)
    const secret = stored ? await readSecret(stored, own) : own
    return crypto.subtle.importKey('raw', encoded(secret), ALGORITHM, false, ['sign'])
  }

  async function readSecret({ read, log, clock }: StoredSecret, offered: string) {
    try {
      const secret = await read(offered)
      readAgainAt = undefined
      return secret
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'unavailable') throw error
      if (readAgainAt === undefined) log.warn('caller-secret-not-read', { error })
      readAgainAt = clock() + READ_AGAIN_MS
      return offered
    }
  }

  function currentKey() {
    const now = stored?.clock() ?? 0
    if (key && readAgainAt !== undefined && now >= readAgainAt) {
      // All others go on with the key that there is.
      readAgainAt = now + READ_AGAIN_MS
      return readKey().then((read) => {
        key = Promise.resolve(read)
        return read
      })
    }
    key ??= readKey().catch((error: unknown) => {
      key = undefined
      throw error
    })
    return key
  }

  return async (text) =>
    toHex(new Uint8Array(await crypto.subtle.sign(ALGORITHM, await currentKey(), encoded(text))))
}

const encoded = (text: string) => new TextEncoder().encode(text)

const SHOWN = 16

/** Enough of an id to distinguish callers in the log. */
export function shortId(caller: string | undefined): string | undefined {
  return caller?.slice(0, SHOWN)
}
