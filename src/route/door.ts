import type { Hono } from 'hono'
import { getPath } from 'hono/utils/url'
import type { Access } from '../access/access.ts'
import type { Connection } from '../access/client-address.ts'
import { elapsedMs } from '../elapsed-ms.ts'
import type { Log } from '../log.ts'
import { cors, preflight } from './cors.ts'
import { failure } from './failure.ts'
import { refusal } from './reply.ts'

/** What every handler finds in its environment. */
export interface Door {
  Bindings: {
    requestId: string
    /** Headers that every answer carries: written once, with the response. */
    headers: Readonly<Record<string, string>>
  }
}

interface DoorNeeds {
  log: Log
  /** Origins whose pages may read our answers; `*` is any. */
  corsOrigins: readonly string[]
  /** Without it everybody may call, as often as they like. */
  access?: Access | undefined
  /** Paths at which nobody has to be admitted. */
  isOpen?: (path: string) => boolean
}

export type Fetch = (request: Request, connection?: Connection) => Response | Promise<Response>

/**
 * Every request comes in here: it gets an id, the headers of its answer and a record in the log,
 * and is let in or not.
 *
 * It stands before the app, not in it, and touches no response once it is made: a middleware costs
 * as much as a route does, and setting a header afterwards three quarters of the throughput.
 */
export function door(app: Hono<Door>, needs: DoorNeeds): Fetch {
  const { log, corsOrigins, access, isOpen = () => false } = needs
  const corsHeaders = cors(corsOrigins)

  return (request, connection) => {
    const started = performance.now()
    const requestId = crypto.randomUUID()
    const headers = { 'x-request-id': requestId, ...corsHeaders(request) }
    const path = getPath(request)

    const answered = (response: Response, caller?: string) => {
      const { method } = request
      const { status } = response
      log.info('request', { requestId, method, path, status, ms: elapsedMs(started), caller })
      return response
    }

    const admitted = async (access: Access) => {
      const admission = await access.admit(request, connection)
      const { caller, refusal: reason } = admission
      const env = { requestId, headers: { ...headers, ...admission.headers } }
      if (reason) return answered(refusal(env, failure(reason, env, log)), caller)
      return answered(await app.fetch(request, env), caller)
    }

    if (request.method === 'OPTIONS') return answered(preflight(request, headers))
    if (access && !isOpen(path)) return admitted(access)
    const response = app.fetch(request, { requestId, headers })
    return response instanceof Promise
      ? response.then((response) => answered(response))
      : answered(response)
  }
}
