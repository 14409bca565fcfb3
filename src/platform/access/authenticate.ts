import type { Context, MiddlewareHandler } from 'hono'
import { PRIVATE } from '../../access/access.ts'
import type { CallerId } from '../../access/caller-id.ts'
import { digest } from '../../access/digest.ts'
import type { FailedLogins } from '../../access/failed-logins.ts'
import type { Env } from '../../http/env.ts'
import { addHeaders } from '../../http/reply.ts'
import type { SharedState } from '../../state/shared-state.ts'
import { invalidField, PlatformError } from '../platform-error.ts'
import type { Store } from '../store.ts'
import { findTokenUser } from './auth-tokens.ts'
import { limitCallsUnderWay, type PlatformCaller, rateLimits } from './call-limits.ts'
import type { Keys } from './keys.ts'

export interface AuthenticateDeps extends Store {
  keys: Keys
  callerId: CallerId
  failedLogins: FailedLogins
  /** Monotonic milliseconds. */
  clock(): number
  /** State that this process shares with others. */
  shared?: SharedState | undefined
  /** Whether requests share nothing: Workers end them without notice, so they cannot be counted. */
  isolatesRequests?: boolean | undefined
}

/**
 * Admits calls with a valid API key or auth token, within its rate limit; each operation says which
 * of them may call it. Calls without valid credentials are limited by address.
 */
export function authenticatePlatform(deps: AuthenticateDeps): MiddlewareHandler<Env> {
  const { failedLogins, isolatesRequests } = deps
  const countCall = rateLimits(deps)
  const underWay = isolatesRequests ? undefined : limitCallsUnderWay(deps)

  return async function authenticateCaller(c, next) {
    const address = c.get('address')
    failedLogins.check(address)
    const caller = await readCaller(c, deps)
    if (caller instanceof PlatformError) {
      await failedLogins.recordAsCall(address)
      throw caller
    }

    const { credential, id, uid } = caller
    const counted = await countCall(id, { credential, path: c.req.path })
    addHeaders(c, { ...PRIVATE, ...counted })
    c.set('credential', credential)
    if (uid !== undefined) {
      if (c.req.header('onBehalfOf') !== undefined) {
        const reason = 'must not be sent with an auth token, which identifies the user'
        throw invalidField('onBehalfOf', reason)
      }
      c.set('user', uid)
    }
    await (underWay ? underWay(c, next, caller) : next())
  }
}

/** Only from headers: URLs end up in logs and browser histories. */
async function readCaller(
  c: Context<Env>,
  { keys, callerId, ...store }: AuthenticateDeps,
): Promise<PlatformCaller | PlatformError> {
  const key = c.req.header('apikey')
  const token = c.req.header('authToken')
  if (token !== undefined) {
    if (key !== undefined) {
      throw invalidField('authToken', 'must not be sent together with apikey: send one of them')
    }
    const hash = await digest(token)
    const uid = await findTokenUser(hash, store)
    return uid === undefined
      ? tokenUnknown()
      : { credential: 'user', id: await callerId(hash), uid }
  }
  if (!key) {
    return new PlatformError('AUTH_ERR_EMPTY_APIKEY', 'The header `apikey` is missing.', {
      devMessage:
        'Send an API key in the header `apikey`, or the auth token of a user in `authToken`.',
    })
  }
  const hash = await digest(key)
  const credential = await keys.scopeOf(hash)
  return credential ? { credential, id: await callerId(hash) } : keyUnknown(keys)
}

function keyUnknown({ acceptsStored }: Keys) {
  return new PlatformError('AUTH_ERR_APIKEY_NOT_FOUND', 'The API key is unknown.', {
    devMessage: acceptsStored
      ? 'The key was printed at the first start. Set PLATFORM_API_KEYS to use other keys.'
      : 'Set keys with PLATFORM_API_KEYS: in the environment on Node; on Workers as a secret, or in .dev.vars.',
  })
}

export function tokenUnknown() {
  return new PlatformError('AUTH_ERR_AUTH_TOKEN_NOT_FOUND', 'The auth token is not valid.', {
    devMessage: 'It is unknown, has expired or was revoked: sign the user in again.',
  })
}
