import type { MiddlewareHandler } from 'hono'
import type { Door } from '../../route/door.ts'
import { PlatformFailure } from '../failure.ts'
import { hashKey } from './api-key.ts'
import type { Keys } from './keys.ts'
import { rateLimits } from './rate-limits.ts'

interface KeyGuardNeeds {
  keys: Keys
  now(): Date
  clock(): number
}

/** Lets in who has a key with full access and calls left, and nobody else. */
export function keyGuard({ keys, ...clocks }: KeyGuardNeeds): MiddlewareHandler<Door> {
  const countCall = rateLimits(clocks)

  return async function guardByKey(c, next) {
    const key = c.req.header('apikey')
    if (!key) throw new PlatformFailure('AUTH_ERR_EMPTY_APIKEY', 'The header `apikey` is missing.')

    const hash = await hashKey(key)
    const scope = await keys.scopeOf(hash)
    if (!scope) {
      throw new PlatformFailure('AUTH_ERR_APIKEY_NOT_FOUND', 'The API key is not known.', {
        devMessage: 'Keys come from PLATFORM_API_KEYS, or are printed at the first start.',
      })
    }
    if (scope !== 'fullAccess') {
      throw new PlatformFailure('AUTH_ERR_NO_ACCESS', 'The API key may not do this.', {
        devMessage: 'The operation needs an API key with the scope fullAccess.',
      })
    }

    const counted = await countCall(hash, c.req.path)
    c.env.headers = { ...c.env.headers, ...counted }
    await next()
  }
}
