import type { MiddlewareHandler } from 'hono'
import type { ClientAddress } from '../access/client-address.ts'
import { elapsedMs } from '../core/elapsed-ms.ts'
import type { Log } from '../core/log.ts'
import type { Env } from './env.ts'

interface RequestLogDeps {
  log: Log
  clientAddress: ClientAddress
}

/** The first middleware: each request gets an id, the address of its caller, and a log record. */
export function requestLog({ log, clientAddress }: RequestLogDeps): MiddlewareHandler<Env> {
  return async function logRequest(c, next) {
    const started = performance.now()
    const requestId = crypto.randomUUID()
    c.set('requestId', requestId)
    c.set('address', clientAddress(c.req.raw, c.env?.incoming))
    // Browsers must not guess the type of a response.
    c.set('headers', { 'x-request-id': requestId, 'x-content-type-options': 'nosniff' })
    await next()
    const { method, path } = c.req
    const { status } = c.res
    const ms = elapsedMs(started)
    log.info('request', { requestId, method, path, status, ms, caller: c.get('caller') })
  }
}
