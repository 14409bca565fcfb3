import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose'
import { untilAborted } from '../core/abort.ts'
import { AppError } from '../core/error.ts'
import type { Log } from '../core/log.ts'
import { requestText } from '../core/upstream/request-text.ts'
import { unreadableAnswer } from '../core/upstream/upstream-error.ts'
import { withTimeout } from '../core/upstream/with-timeout.ts'

const TIMEOUT_MS = 5_000

/** Up to this age keys are fresh. */
const FRESH_MS = 10 * 60_000

/** Up to this age keys stay valid while their server cannot be reached. */
const STALE_MS = 24 * 60 * 60_000

/** Tokens with unknown keys cause at most one refresh in this time. */
const COOLDOWN_MS = 30_000

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

type Keys = ReturnType<typeof createLocalJWKSet>

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
  const { clock, waitUntil = () => {} } = deps
  const refresh = createRefresh(url, deps)

  const current = async (): Promise<Keys> => {
    const known = refresh.latest()
    if (!known) return refresh.awaited()
    const ageMs = clock() - known.readAtMs
    if (ageMs < FRESH_MS) return known.keys
    if (ageMs >= STALE_MS) return refresh.awaited()
    if (!known.isFailing) return refresh.awaited().catch(() => known.keys)
    waitUntil(refresh.awaited().catch(() => {}))
    return known.keys
  }

  return async (header, token) => {
    const keys = await current()
    try {
      return await keys(header, token)
    } catch (error) {
      const readAtMs = refresh.latest()?.readAtMs ?? Number.NEGATIVE_INFINITY
      const isCoolingDown = clock() - readAtMs < COOLDOWN_MS
      if (!(error instanceof errors.JWKSNoMatchingKey) || isCoolingDown) throw error
      return (await refresh.awaited())(header, token)
    }
  }
}

/** Fetches the keys: one fetch at a time, and none for a while after a failure. */
function createRefresh(url: string, { log, clock }: RemoteKeysDeps) {
  let known: { keys: Keys; readAtMs: number } | undefined
  let failedAtMs = Number.NEGATIVE_INFINITY
  let isFailing = false
  let pending: { keys: Promise<Keys>; startedAtMs: number } | undefined

  const read = async () => {
    try {
      const keys = await readKeys(url)
      known = { keys, readAtMs: clock() }
      isFailing = false
      return keys
    } catch (error) {
      if (known && !isFailing) log.warn('keys-not-refreshed', { error })
      failedAtMs = clock()
      isFailing = true
      throw error
    }
  }

  const begin = () => {
    const request = { keys: read(), startedAtMs: clock() }
    const end = () => {
      if (pending === request) pending = undefined
    }
    request.keys.then(end, end)
    pending = request
    return request
  }

  // On Workers a refresh can stop silently, together with the request that began it.
  const isLost = ({ startedAtMs }: { startedAtMs: number }) => clock() - startedAtMs > TIMEOUT_MS

  return {
    latest: () => known && { ...known, isFailing },

    async awaited(): Promise<Keys> {
      // Without a cause, as the failure has been logged.
      if (clock() - failedAtMs < RETRY_AFTER_MS) throw cannotCheck()
      const { keys } = pending && !isLost(pending) ? pending : begin()
      const limit = { upstream, timeoutMs: TIMEOUT_MS }
      return withTimeout(limit, (signal) => untilAborted(keys, signal)).catch((error) => {
        throw cannotCheck(AppError.from(error).cause ?? error)
      })
    },
  }
}

async function readKeys(url: string): Promise<Keys> {
  const init = { headers: { accept: 'application/json, application/jwk-set+json' } }
  const { text } = await requestText({ upstream, url, init, timeoutMs: TIMEOUT_MS })
  try {
    return createLocalJWKSet(JSON.parse(text))
  } catch {
    // The original error may quote the body.
    throw unreadableAnswer(upstream, 'not a JSON Web Key Set')
  }
}

function cannotCheck(cause?: unknown) {
  const message = 'Tokens cannot be verified at the moment.'
  const options = { retryAfterMs: RETRY_AFTER_MS, retryable: true, cause }
  return new AppError('upstream-unavailable', message, options)
}
