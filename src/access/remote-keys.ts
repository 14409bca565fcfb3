import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from 'jose'
import { AppError } from '../error.ts'

const TIMEOUT_MS = 5_000

/** How long keys are taken for current. */
const KEPT_MS = 10 * 60_000

/** A key that is not there is looked for once in this time, whatever tokens name. */
const COOLDOWN_MS = 30_000

/** So long is a server left alone that failed. */
const PAUSE_MS = 5_000

/** What the token is to blame for: with any other failure we cannot tell whether it is good. */
const TOKEN_FAULTS = [
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
  errors.JOSENotSupported,
]

interface RemoteKeysNeeds {
  now(): Date
}

/**
 * The public keys at an address of ours (RFC 7517). Addresses and keys in a token are not heeded.
 *
 * @throws AppError `upstream-unavailable` while the keys cannot be had.
 */
export function remoteKeys(address: string, { now }: RemoteKeysNeeds): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(address), {
    timeoutDuration: TIMEOUT_MS,
    cooldownDuration: COOLDOWN_MS,
    cacheMaxAge: KEPT_MS,
    [customFetch]: pausingFetch(now),
  })

  return async (header, token) => {
    try {
      return await keys(header, token)
    } catch (cause) {
      if (TOKEN_FAULTS.some((Fault) => cause instanceof Fault)) throw cause
      const message = 'Tokens cannot be checked at the moment.'
      const options = { retryAfterMs: PAUSE_MS, retryable: true, cause }
      throw new AppError('upstream-unavailable', message, options)
    }
  }
}

/** Else every call of anybody would knock at a server that is down, and wait for it. */
function pausingFetch(now: () => Date) {
  let pausedUntilMs = 0

  return async (url: string, init: RequestInit): Promise<Response> => {
    if (now().getTime() < pausedUntilMs) throw new Error('The keys could not be had a moment ago.')
    pausedUntilMs = 0
    const response = await fetch(url, init).catch((error: unknown) => {
      pausedUntilMs = now().getTime() + PAUSE_MS
      throw error
    })
    if (!response.ok) pausedUntilMs = now().getTime() + PAUSE_MS
    return response
  }
}
