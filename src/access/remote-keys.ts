import { createLocalJWKSet, createRemoteJWKSet, customFetch, type JWTVerifyGetKey } from 'jose'
import { DAY_MS } from '../core/durations.ts'
import { AppError } from '../core/error.ts'
import type { Log } from '../core/log.ts'
import { requestText } from '../core/upstream/request-text.ts'
import { unreadableAnswer } from '../core/upstream/upstream-error.ts'

const TIMEOUT_MS = 5_000

/** The age up to which keys stay valid while their server cannot be reached. */
const STALE_MS = DAY_MS

/** The pause after a failure. */
const RETRY_AFTER_MS = 5_000

const upstream = 'The server of AGENT_JWKS_URL'

export interface RemoteKeysDeps {
  log: Log
  /** Monotonic milliseconds. */
  clock(): number
}

/**
 * The public keys at a configured URL (RFC 7517), which jose refreshes every ten minutes, and when a
 * token has an unknown key. While that fails it gets the previous keys again, for a day.
 *
 * @throws AppError `upstream-unavailable` while there are no keys.
 */
export function remoteKeys(url: string, { log, clock }: RemoteKeysDeps): JWTVerifyGetKey {
  let keySet = ''
  let readAtMs = Number.NEGATIVE_INFINITY
  let failedAtMs = Number.NEGATIVE_INFINITY

  async function refresh(headers: Headers) {
    try {
      keySet = await readKeySet(url, headers)
      readAtMs = clock()
    } catch (error) {
      if (clock() - readAtMs >= STALE_MS) throw cannotVerify(AppError.from(error).cause ?? error)
      log.warn('keys-not-refreshed', { error })
    }
  }

  return createRemoteJWKSet(new URL(url), {
    async [customFetch](_url, { headers }) {
      // Without a cause, as the failure has been logged.
      if (clock() - failedAtMs < RETRY_AFTER_MS) throw cannotVerify()
      await refresh(headers).catch((error) => {
        failedAtMs = clock()
        throw error
      })
      return new Response(keySet)
    },
  })
}

async function readKeySet(url: string, headers: Headers) {
  const { text } = await requestText({ upstream, url, init: { headers }, timeoutMs: TIMEOUT_MS })
  try {
    createLocalJWKSet(JSON.parse(text))
    return text
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
