import type { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import type { Access } from '../access/access.ts'
import type { Connection } from '../access/client-address.ts'
import type { Screen } from '../access/local-only.ts'
import { elapsedMs } from '../core/elapsed-ms.ts'
import { AppError } from '../core/error.ts'
import type { Log } from '../core/log.ts'
import { headersForBrowsers, preflight } from './cors.ts'
import type { Env } from './env.ts'
import { failure } from './failure.ts'
import { refusal } from './reply.ts'
import { nextRequestId } from './request-id.ts'

export interface PipelineDeps {
  log: Log
  /** Origins whose pages may read our answers; `*` is any. */
  corsOrigins: readonly string[]
  /** Turns some away at once, before anything is counted or awaited. */
  screen?: Screen | undefined
  /** Without it everybody may call, as often as they like. */
  access?: Access | undefined
  /** Whether the process has more to do than it can, so that it takes on nothing new. */
  isOverloaded?: (() => boolean) | undefined
  paths?: Paths
}

/** What has to be known of a path. */
export interface Paths {
  /** Whether everybody may ask for it, wherever they are. */
  isForEverybody(path: string): boolean
  /** Whether there is anything at it. */
  isKnown(path: string): boolean
  /** Whether nobody has to be admitted to it. */
  isOpen(path: string): boolean
  /** How those are told who are turned away from it. */
  refuse(path: string, env: Env['Bindings'], error: AppError): Response
}

const NO_PATHS: Paths = {
  isForEverybody: () => false,
  isKnown: () => true,
  isOpen: () => false,
  refuse: (_path, env, error) => refusal(env, error),
}

/** An overloaded service is still alive, and whoever watches it must see that. */
const NEVER_SHED = '/health'
const OVERLOADED = new AppError(
  'unavailable',
  'The service is overloaded. Try again in a moment.',
  { retryAfterMs: 5_000 },
)

export type Fetch = (request: Request, connection?: Connection) => Response | Promise<Response>

/**
 * Every request comes in here: it gets an id, the headers of its answer and a record in the log,
 * and is let in or not.
 *
 * It stands before the app, not in it, and touches no response once it is made: a middleware costs
 * as much as a route does, and setting a header afterwards three quarters of the throughput.
 */
export function requestPipeline(app: Hono<Env>, deps: PipelineDeps): Fetch {
  const { log, corsOrigins, screen, access, paths = NO_PATHS, isOverloaded } = deps
  const browserHeaders = headersForBrowsers(corsOrigins)

  return (request, connection) => {
    const started = performance.now()
    const requestId = nextRequestId()
    const requestHeaders = connection?.headers ?? request.headers
    // In this order: V8 takes ten times as long to add to what begins as a copy.
    const headers = { 'x-request-id': requestId, ...browserHeaders(requestHeaders) }
    const path = getPath(request)

    const answered = (response: Response, caller?: string) => {
      const { method } = request
      const { status } = response
      log.info('request', { requestId, method, path, status, ms: elapsedMs(started), caller })
      return response
    }

    const admitted = async (access: Access) => {
      const admission = await access.admit(request, connection)
      const { caller, error: reason } = admission
      const env = { requestId, connection, headers: { ...headers, ...admission.headers } }
      const isPage = reason && !paths.isKnown(path) && wantsHtml(request)
      if (reason && !isPage) {
        return answered(paths.refuse(path, env, failure(reason, env, log)), caller)
      }
      return answered(await app.fetch(request, env), caller)
    }

    if (request.method === 'OPTIONS') return answered(preflight(request, headers))
    const env = { requestId, connection, headers }
    const turnedAway = screen?.(request.url, requestHeaders)
    if (turnedAway && !paths.isForEverybody(path)) {
      return answered(paths.refuse(path, env, turnedAway))
    }
    if (isOverloaded?.() && path !== NEVER_SHED) {
      return answered(paths.refuse(path, env, OVERLOADED))
    }
    if (access && !paths.isOpen(path)) return admitted(access)
    const response = app.fetch(request, env)
    return response instanceof Promise
      ? response.then((response) => answered(response))
      : answered(response)
  }
}

/** Whether someone looks at this address with a browser: programs accept anything, or JSON. */
export function wantsHtml({ method, headers }: Request): boolean {
  return method === 'GET' && (headers.get('accept') ?? '').includes('text/html')
}
