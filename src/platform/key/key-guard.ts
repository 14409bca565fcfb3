import type { MiddlewareHandler } from 'hono'
import { PRIVATE } from '../../access/access.ts'
import type { Attempts } from '../../access/attempts.ts'
import type { Door } from '../../route/door.ts'
import { PlatformFailure } from '../failure.ts'
import { hashKey } from './api-key.ts'
import type { Keys } from './keys.ts'
import { rateLimits } from './rate-limits.ts'

interface KeyGuardNeeds {
  keys: Keys
  attempts: Attempts
  now(): Date
  clock(): number
}

/**
 * Lets in who has a key with full access and calls left, and nobody else. Calls with a good key are
 * counted by the key, all others by their address.
 */
export function keyGuard({ keys, attempts, ...clocks }: KeyGuardNeeds): MiddlewareHandler<Door> {
  const countCall = rateLimits(clocks)

  return async function guardByKey(c, next) {
    const { connection } = c.env
    attempts.check(c.req.raw, connection)
    const key = c.req.header('apikey')
    const hash = key && (await hashKey(key))
    const scope = hash && (await keys.scopeOf(hash))
    if (!hash || !scope) {
      await attempts.failed(c.req.raw, connection)
      throw key ? keyUnknown(keys) : keyMissing()
    }

    const counted = await countCall(hash, c.req.path)
    c.env.headers = { ...c.env.headers, ...PRIVATE, ...counted }
    if (scope !== 'fullAccess') {
      throw new PlatformFailure('AUTH_ERR_NO_ACCESS', 'The API key may not do this.', {
        devMessage: 'The operation needs an API key with the scope fullAccess.',
      })
    }
    await next()
  }
}

function keyMissing() {
  return new PlatformFailure('AUTH_ERR_EMPTY_APIKEY', 'The header `apikey` is missing.')
}

function keyUnknown({ acceptsStored }: Keys) {
  return new PlatformFailure('AUTH_ERR_APIKEY_NOT_FOUND', 'The API key is not known.', {
    devMessage: acceptsStored
      ? 'The key was printed at the first start. PLATFORM_API_KEYS sets others.'
      : 'PLATFORM_API_KEYS sets the keys: in the environment on Node; on Workers as a secret, or in .dev.vars.',
  })
}
