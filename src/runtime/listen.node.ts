import { createServer, type Server, type ServerResponse } from 'node:http'
import { getRequestListener, type Http2Bindings, type HttpBindings } from '@hono/node-server'
import type { App } from '../app.ts'
import { AppError, errorCode } from '../core/error.ts'
import type { Log } from '../core/log.ts'
import type { ReadyResponse } from '../http/answer-cached.ts'
import { respondError } from '../http/reply.ts'
import { nextRequestId } from '../http/request-id.ts'
import { limitConnections, processMaxConnections } from './connections.node.ts'
import { answerInvalidRequests, hostError } from './invalid-requests.node.ts'

/** Headers and body must be complete by then. */
const REQUEST_TIMEOUT_MS = 30_000
const MAX_CHECK_INTERVAL_MS = 1_000

const WRITE_TIMEOUT_MS = 30_000

const RETRY_AFTER_MS = 1_000

type Bindings = HttpBindings | Http2Bindings

type Served = Pick<App, 'fetch'> & Partial<Pick<App, 'answerCached'>>

interface ListenOptions {
  hostname: string
  /** 0 means any free port. */
  port: number
  log: Log
  maxConnections?: number
  requestTimeoutMs?: number
  writeTimeoutMs?: number
}

/**
 * Serves the app, and resolves with the address in use.
 *
 * @throws Error that says what is wrong with PORT or HOST.
 */
export async function listen(app: Served, options: ListenOptions) {
  const { hostname, port, log, maxConnections = processMaxConnections() } = options
  const { requestTimeoutMs = REQUEST_TIMEOUT_MS, writeTimeoutMs = WRITE_TIMEOUT_MS } = options
  const server = createServer({
    requestTimeout: requestTimeoutMs,
    headersTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(requestTimeoutMs, MAX_CHECK_INTERVAL_MS),
    requireHostHeader: false, // hostError looks at it
  })
  const isExcess = limitConnections(server, { log, maxConnections, writeTimeoutMs })
  const reject = answerInvalidRequests(server, { log })

  let isInvalid = false
  const answer = (request: Request, { incoming }: Bindings) => app.fetch(request, incoming)
  const serve = getRequestListener(answer, {
    hostname: inUrl(hostname), // for HTTP/1.0, which knows no Host
    errorHandler(error) {
      if (error instanceof Error && error.name === 'RequestError') {
        isInvalid = true
        return undefined
      }
      const requestId = nextRequestId()
      log.error('request-failed', { requestId, error })
      return respondError({ requestId, headers: {} }, AppError.from(error))
    },
  })

  server.on('request', (request, response) => {
    const error = isExcess(request.socket) ? tooManyConnections() : hostError(request)
    if (error) return reject(request, response, error)
    const ready = app.answerCached?.(request)
    if (ready) return write(response, ready)
    isInvalid = false
    void serve(request, response)
    // `serve` has set this before its first await, if the request target is not a valid URL.
    if (isInvalid) reject(request, response, new AppError('invalid-request', 'The URL is invalid.'))
  })

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(startError(error, options)))
    server.listen(port, hostname, resolve)
  })
  return { server, url: urlOf(server, hostname) }
}

/** ASCII is the same in Latin-1, in which Node writes it several times as fast as in UTF-8. */
function write(response: ServerResponse, { headers, text, isAscii }: ReadyResponse) {
  response.writeHead(200, [...headers])
  response.end(text, isAscii ? 'latin1' : 'utf8')
}

function tooManyConnections() {
  const message = 'Too many connections. Try again in a moment.'
  return new AppError('unavailable', message, { retryAfterMs: RETRY_AFTER_MS })
}

function startError(cause: Error, { hostname, port }: ListenOptions): Error {
  const message = startMessage(errorCode(cause), { hostname, port })
  return new Error(message ?? `The service cannot listen: ${cause.message}`, { cause })
}

function startMessage(
  code: string | undefined,
  { hostname, port }: { hostname: string; port: number },
) {
  switch (code) {
    case 'EADDRINUSE':
      return `PORT ${port} is already in use on ${hostname}. Stop the other process, or set another PORT.`
    case 'EACCES':
      return `PORT ${port} requires privileges that this user does not have. Set PORT to 1024 or above.`
    case 'EADDRNOTAVAIL':
      return `HOST ${hostname} is not an address of this machine.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST ${hostname} cannot be resolved.`
  }
  return undefined
}

function urlOf(server: Server, hostname: string) {
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return `http://${inUrl(hostname)}:${port}`
}

function inUrl(hostname: string) {
  return hostname.includes(':') ? `[${hostname}]` : hostname
}
