import type { MiddlewareHandler } from 'hono'
import { shortId } from '../access/caller-id.ts'
import {
  type ClientAddress,
  isForwardedHttps,
  type TrustedProxies,
} from '../access/client-address.ts'
import { elapsedMs } from '../core/elapsed-ms.ts'
import type { Log } from '../core/log.ts'
import type { Env } from './env.ts'

interface RequestLogDeps {
  log: Log
  clientAddress: ClientAddress
  /** The configured origin of the service. */
  publicUrl?: string | undefined
  /** The proxies in front of the service, if there are any. */
  trustedProxies?: TrustedProxies | undefined
}

/** The first middleware: each request gets an id, the address of its caller, and a log record. */
export function requestLog(deps: RequestLogDeps): MiddlewareHandler<Env> {
  const { log, clientAddress, publicUrl, trustedProxies } = deps
  return async function logRequest(c, next) {
    const started = performance.now()
    const requestId = crypto.randomUUID()
    c.set('requestId', requestId)
    const { raw } = c.req
    c.set('address', clientAddress(raw, c.env?.incoming))
    if (publicUrl) c.set('publicUrl', publicUrl)
    if (trustedProxies) {
      c.set('isForwardedHttps', isForwardedHttps(raw, c.env?.incoming, trustedProxies))
    }
    // Browsers must not guess the type of a response.
    c.set('headers', { 'x-request-id': requestId, 'x-content-type-options': 'nosniff' })
    await next()
    const { method, path } = c.req
    const { status } = c.res
    const ms = elapsedMs(started)
    const caller = shortId(c.get('caller')?.id)
    const asker = shortId(c.get('asker'))
    log.info('request', { requestId, method, path, status, ms, caller, asker })
  }
}
