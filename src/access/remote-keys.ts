import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  type FetchImplementation,
  type JWTVerifyGetKey,
} from 'jose'
import { AppError } from '../core/error.ts'
import type { Log } from '../core/log.ts'
import { requestText } from '../core/upstream/request-text.ts'
import { unreadableAnswer } from '../core/upstream/upstream-error.ts'

const TIMEOUT_MS = 5_000

/** Up to this age keys are fresh. */
const FRESH_MS = 10 * 60_000

/** Up to this age keys stay valid while their server cannot be reached. */
const STALE_MS = 24 * 60 * 60_000

/** How long a server is not called again after a failure. */
const RETRY_AFTER_MS = 5_000

const upstream = 'The server of AGENT_JWKS_URL'

export interface RemoteKeysDeps {
  log: Log
  /** Monotonic milliseconds. */
  clock(): number
  /** Keeps a Worker alive until a background refresh has finished. */
  waitUntil?: ((work: Promise<unknown>) => void) | undefined
}

/**
 * The public keys at a configured URL (RFC 7517). URLs and keys in a token are ignored.
 *
 * Keys are refreshed every ten minutes, and when a token has an unknown key. If that fails, the
 * previous keys stay valid for a day, while a refresh is tried every few seconds in the background.
 * A key that the server has removed becomes invalid with the next successful refresh.
 *
 * @throws AppError `upstream-unavailable` while a key cannot be verified.
 */
export function remoteKeys(url: string, deps: RemoteKeysDeps): JWTVerifyGetKey {
  const { log, clock, waitUntil = () => {} } = deps
  let readAtMs = Number.NEGATIVE_INFINITY
  let failedAtMs = Number.NEGATIVE_INFINITY

  const fetchKeys: FetchImplementation = async (url, { headers }) => {
    // Without a cause, as the failure has been logged.
    if (clock() - failedAtMs < RETRY_AFTER_MS) throw cannotVerify()
    try {
      const init = { headers }
      const { text } = await requestText({ upstream, url, init, timeoutMs: TIMEOUT_MS })
      checkKeySet(text)
      readAtMs = clock()
      return new Response(text)
    } catch (error) {
      if (readAtMs > failedAtMs) log.warn('keys-not-refreshed', { error })
      failedAtMs = clock()
      throw cannotVerify(AppError.from(error).cause ?? error)
    }
  }

  // How long keys are valid is decided here: jose would reject them as soon as a refresh fails.
  const keys = createRemoteJWKSet(new URL(url), {
    cacheMaxAge: Number.POSITIVE_INFINITY,
    [customFetch]: fetchKeys,
  })

  return async (header, token) => {
    const ageMs = clock() - readAtMs
    if (ageMs >= STALE_MS) await keys.reload()
    else if (ageMs >= FRESH_MS) {
      const refreshed = keys.reload().catch(() => {})
      if (failedAtMs > readAtMs) waitUntil(refreshed)
      else await refreshed
    }
    return keys(header, token)
  }
}

function checkKeySet(text: string) {
  try {
    createLocalJWKSet(JSON.parse(text))
  } catch {
    // The original error may quote the body.
    throw unreadableAnswer(upstream, 'not a JSON Web Key Set')
  }
}

function cannotVerify(cause?: unknown) {
  const message = 'Tokens cannot be verified at the moment.'
  const options = { retryAfterMs: RETRY_AFTER_MS, retryable: true, cause }
  return new AppError('upstream-unavailable', message, options)
}
