import type { Hono } from 'hono'
import { getPathNoStrict } from 'hono/utils/url'
import type { Access } from '../access/access.ts'
import type { Connection } from '../access/client-address.ts'
import type { Screen } from '../access/local-only.ts'
import { elapsedMs } from '../core/elapsed-ms.ts'
import { AppError } from '../core/error.ts'
import type { Log } from '../core/log.ts'
import { headersForBrowsers, preflight } from './cors.ts'
import type { Env } from './env.ts'
import { failure } from './failure.ts'
import { respondError } from './reply.ts'
import { nextRequestId } from './request-id.ts'

export interface PipelineDeps {
  log: Log
  /** Origins whose pages may read our answers; `*` is any. */
  corsOrigins: readonly string[]
  /** Rejects some requests at once, before anything is counted or awaited. */
  screen?: Screen | undefined
  /** Authenticates callers and limits their rate. Without it everyone may call. */
  access?: Access | undefined
  /** Whether the process is overloaded, so that new requests are rejected. */
  isOverloaded?: (() => boolean) | undefined
  paths?: PathAccess
}

/** Who may call each path, whatever the method. */
export interface PathAccess {
  /** Whether any route has this path. */
  isKnown(path: string): boolean
  /** Whether everyone may call it, also from a foreign origin. */
  isPublic(path: string): boolean
  /** Whether `access` is not needed: it is public, or authenticates its callers itself. */
  isOpen(path: string): boolean
  /** The response to a request that is rejected before it reaches a route. */
  reject(path: string, env: Env['Bindings'], error: AppError): Response
}

const NO_PATHS: PathAccess = {
  isKnown: () => true,
  isPublic: () => false,
  isOpen: () => false,
  reject: (_path, env, error) => respondError(env, error),
}

/** An overloaded service is still alive, and its monitoring must see that. */
const HEALTH_PATH = '/health'
const OVERLOADED = new AppError(
  'unavailable',
  'The service is overloaded. Try again in a moment.',
  { retryAfterMs: 5_000 },
)

export type Fetch = (request: Request, connection?: Connection) => Response | Promise<Response>

/**
 * What every request goes through: it gets an id, the headers of its response and a log record, and is
 * admitted or rejected.
 *
 * This is deliberately not middleware, and it does not change a response that was already created:
 * middleware costs as much as a route, and setting a header afterwards costs three quarters of the
 * throughput.
 */
export function requestPipeline(app: Hono<Env>, deps: PipelineDeps): Fetch {
  const { log, corsOrigins, screen, access, paths = NO_PATHS, isOverloaded } = deps
  const browserHeaders = headersForBrowsers(corsOrigins)

  return (request, connection) => {
    const started = performance.now()
    const requestId = nextRequestId()
    const requestHeaders = connection?.headers ?? request.headers
    // In this order: V8 takes ten times as long to add a property after a spread.
    const headers = { 'x-request-id': requestId, ...browserHeaders(requestHeaders) }
    const path = getPathNoStrict(request)

    const logged = (response: Response, caller?: string) => {
      const { method } = request
      const { status } = response
      log.info('request', { requestId, method, path, status, ms: elapsedMs(started), caller })
      return response
    }

    const admit = async (access: Access) => {
      const admission = await access.admit(request, connection)
      const { caller, error: reason } = admission
      const env = { requestId, connection, headers: { ...headers, ...admission.headers } }
      const servesNotFoundPage = reason && !paths.isKnown(path) && wantsHtml(request)
      if (reason && !servesNotFoundPage) {
        return logged(paths.reject(path, env, failure(reason, env, log)), caller)
      }
      return logged(await app.fetch(request, env), caller)
    }

    if (request.method === 'OPTIONS') return logged(preflight(request, headers))
    const env = { requestId, connection, headers }
    const rejection = screen?.(request.url, requestHeaders)
    if (rejection && !paths.isPublic(path)) {
      return logged(paths.reject(path, env, rejection))
    }
    if (isOverloaded?.() && path !== HEALTH_PATH) {
      return logged(paths.reject(path, env, OVERLOADED))
    }
    if (access && !paths.isOpen(path)) return admit(access)
    const response = app.fetch(request, env)
    return response instanceof Promise
      ? response.then((response) => logged(response))
      : logged(response)
  }
}

/** Whether a browser navigates to this address: programs accept anything, or JSON. */
export function wantsHtml({ method, headers }: Request): boolean {
  return method === 'GET' && (headers.get('accept') ?? '').includes('text/html')
}
