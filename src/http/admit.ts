import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import { type Access, PRIVATE } from '../access/access.ts'
import type { MetricsAccess } from '../access/metrics-access.ts'
import type { OriginGuard } from '../access/origin-guard.ts'
import { AppError } from '../core/error.ts'
import type { Env } from './env.ts'
import { wantsHtml } from './not-found.ts'
import { addHeaders } from './reply.ts'

const MAX_HOST_CHARACTERS = 255
const HOST = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d{1,5})?$/i

/**
 * Requires one valid `Host` (RFC 9112, section 3.2), where the server passes on several: others would
 * decide by another one than we do. HTTP/1.0 does not know it.
 */
export const guardHost: MiddlewareHandler<Env> = function checkHost(c, next) {
  const [host, ...others] = c.env?.incoming?.headersDistinct?.host ?? []
  const isValid = host === undefined || isHost(host)
  if (isValid && others.length === 0) return next()
  throw new AppError('invalid-request', 'Host: must be one valid host, with or without a port.')
}

function isHost(text: string) {
  if (text.length > MAX_HOST_CHARACTERS || !HOST.test(text)) return false
  return URL.canParse(`http://${text}/`)
}

/** Rejects calls for pages of other origins, for a service that only this machine may call. */
export function guardOrigin(originGuard: OriginGuard): MiddlewareHandler<Env> {
  return function checkOrigin(c, next) {
    const error = originGuard(c.req.url, c.req.raw.headers)
    if (error) throw error
    return next()
  }
}

const RETRY_AFTER_MS = 5_000

/** Rejects calls while the process has fallen behind. */
export function rejectOverload(isOverloaded: () => boolean): MiddlewareHandler<Env> {
  return function checkLoad(c, next) {
    // An overloaded service is still alive, and its monitoring must see that.
    if (isOverloaded() && c.req.path !== '/health') {
      const message = 'The service is overloaded. Try again in a moment.'
      throw new AppError('unavailable', message, { retryAfterMs: RETRY_AFTER_MS })
    }
    return next()
  }
}

/** Authenticates callers and limits their rate. */
export function admit(access: Access): MiddlewareHandler<Env> {
  return async function admitCaller(c, next) {
    const { caller, headers, error } = await access.admit(c.req.raw.headers, c.get('address'))
    c.set('caller', caller)
    addHeaders(c, headers)
    // A person without a token who opens an unknown address sees the page that says so.
    const isKnown = () => matchedRoutes(c).some(({ path }) => path !== '/*')
    if (error && (isKnown() || !wantsHtml(c.req.raw))) throw error
    await next()
  }
}

export function admitToMetrics(check: MetricsAccess): MiddlewareHandler<Env> {
  return async function admitReader(c, next) {
    addHeaders(c, PRIVATE)
    await check(c.req.raw, { address: c.get('address'), connection: c.env?.incoming })
    await next()
  }
}
