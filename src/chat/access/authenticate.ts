import type { Context, MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { PRIVATE } from '../../access/access.ts'
import type { FailedLogins } from '../../access/failed-logins.ts'
import type { Env } from '../../http/env.ts'
import { addHeaders } from '../../http/reply.ts'
import type { RouteGroup } from '../../http/route-group.ts'
import type { Database } from '../../storage/database.ts'
import { CALLERS, type Caller, mayCall, type OperationId } from '../callers.ts'
import { PlatformError } from '../platform-error.ts'
import { hashKey } from './api-key.ts'
import { findTokenUser } from './auth-token.ts'
import { limitCallsUnderWay } from './calls-under-way.ts'
import type { Keys } from './keys.ts'
import { rateLimits } from './rate-limits.ts'

interface AuthenticateDeps {
  keys: Keys
  database: Database
  failedLogins: FailedLogins
  now(): Date
  clock(): number
  /** Whether requests share nothing: Workers end them without notice, so they cannot be counted. */
  isolatesRequests?: boolean | undefined
}

interface Credentials {
  caller: Caller
  hash: string
  /** The user of an auth token. */
  uid?: string
}

/**
 * Admits calls with an API key or auth token that is valid for the operation, within its rate
 * limit. Calls without valid credentials are limited by address.
 */
export function authenticate(
  paths: RouteGroup['paths'],
  { failedLogins, isolatesRequests, ...deps }: AuthenticateDeps,
): MiddlewareHandler<Env> {
  const countCall = rateLimits(deps)
  const underWay = isolatesRequests ? undefined : limitCallsUnderWay()
  const operationOf = operationFinder(paths)

  return async function authenticateCaller(c, next) {
    const address = c.get('address')
    failedLogins.check(address)
    const credentials = await readCredentials(c, deps)
    if (credentials instanceof PlatformError) {
      await failedLogins.recordAsCall(address)
      throw credentials
    }

    const { caller, hash, uid } = credentials
    const counted = await countCall(hash, { caller, path: c.req.path })
    addHeaders(c, { ...PRIVATE, ...counted })
    requireAccess(operationOf(c), caller)
    if (uid !== undefined) {
      rejectOnBehalfOf(c)
      c.set('user', uid)
    }
    await (underWay ? underWay(c, next, credentials) : next())
  }
}

type Deps = Pick<AuthenticateDeps, 'keys' | 'database' | 'now'>

/** Only from headers: URLs end up in logs and browser histories. */
async function readCredentials(
  c: Context<Env>,
  { keys, database, now }: Deps,
): Promise<Credentials | PlatformError> {
  const key = c.req.header('apikey')
  const token = c.req.header('authToken')
  if (token !== undefined) {
    if (key !== undefined) throw twoCredentials()
    const hash = await hashKey(token)
    const uid = await findTokenUser(hash, { database, now })
    return uid === undefined ? tokenUnknown() : { caller: 'user', hash, uid }
  }
  if (!key) return credentialsMissing()
  const hash = await hashKey(key)
  const caller = await keys.scopeOf(hash)
  return caller ? { caller, hash } : keyUnknown(keys)
}

/** Finds the operation of a request, by the route that matched. */
function operationFinder(paths: RouteGroup['paths']) {
  const operations = new Map<string, OperationId>()
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, { operationId }] of Object.entries(item)) {
      if (isOperationId(operationId)) operations.set(`${method.toUpperCase()} ${path}`, operationId)
    }
  }

  return (c: Context<Env>): OperationId | undefined => {
    for (const { method, path } of matchedRoutes(c)) {
      const operationId = operations.get(`${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
      if (operationId) return operationId
    }
  }
}

function isOperationId(id: unknown): id is OperationId {
  return typeof id === 'string' && Object.hasOwn(CALLERS, id)
}

/** A path without an operation is let through to get a 404, but not for keys that only sign in. */
function requireAccess(operationId: OperationId | undefined, caller: Caller) {
  const isAllowed = operationId ? mayCall(operationId, caller) : caller !== 'authOnly'
  if (isAllowed) return
  const credential = caller === 'user' ? 'auth token' : 'API key'
  const callers: readonly Caller[] = operationId ? CALLERS[operationId] : ['fullAccess']
  throw new PlatformError(
    'AUTH_ERR_NO_ACCESS',
    `This ${credential} is not allowed to call this operation.`,
    {
      devMessage: `The operation requires ${callers.map((one) => CREDENTIALS[one]).join(' or ')}.`,
    },
  )
}

const CREDENTIALS = {
  fullAccess: 'an API key with the scope fullAccess',
  authOnly: 'an API key with the scope authOnly',
  user: 'the auth token of a user',
} as const satisfies Record<Caller, string>

function rejectOnBehalfOf(c: Context<Env>) {
  if (c.req.header('onBehalfOf') === undefined) return
  const reason = 'must not be sent with an auth token, which identifies the user'
  throw new PlatformError('ERR_BAD_REQUEST', `onBehalfOf ${reason}.`, {
    details: { onBehalfOf: [reason] },
  })
}

function twoCredentials() {
  const reason = 'must not be sent together with apikey: send one of them'
  return new PlatformError('ERR_BAD_REQUEST', `authToken ${reason}.`, {
    details: { authToken: [reason] },
  })
}

function credentialsMissing() {
  return new PlatformError('AUTH_ERR_EMPTY_APIKEY', 'The header `apikey` is missing.', {
    devMessage:
      'Send an API key in the header `apikey`, or the auth token of a user in `authToken`.',
  })
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
