import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { AppError, errorCode } from '../core/error.ts'
import type { Log } from '../core/log.ts'
import type { Env } from '../http/env.ts'
import { errorBody } from '../http/reply.ts'
import { limitConnections, processMaxConnections } from './connections.node.ts'
import { answerInvalidRequests, hostError, type OnInvalid } from './invalid-requests.node.ts'

/** Headers and body must be complete by then. */
const REQUEST_TIMEOUT_MS = 30_000
const MAX_CHECK_INTERVAL_MS = 1_000

const WRITE_TIMEOUT_MS = 30_000

interface ListenOptions {
  hostname: string
  /** 0 means any free port. */
  port: number
  log: Log
  onInvalid?: OnInvalid
  maxConnections?: number
  requestTimeoutMs?: number
  writeTimeoutMs?: number
}

/**
 * Serves the app, and resolves with the address in use.
 *
 * @throws Error that says what is wrong with PORT or HOST.
 */
export async function listen(app: Pick<Hono<Env>, 'fetch'>, options: ListenOptions) {
  const { hostname, port, log, onInvalid, maxConnections = processMaxConnections() } = options
  const { requestTimeoutMs = REQUEST_TIMEOUT_MS, writeTimeoutMs = WRITE_TIMEOUT_MS } = options
  const server = createServer({
    requestTimeout: requestTimeoutMs,
    headersTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(requestTimeoutMs, MAX_CHECK_INTERVAL_MS),
    requireHostHeader: false, // hostError looks at it
  })
  limitConnections(server, { log, maxConnections, writeTimeoutMs })
  const reject = answerInvalidRequests(server, { log, onInvalid })

  let isInvalid = false
  const serve = getRequestListener(app.fetch, {
    hostname: inUrl(hostname), // for HTTP/1.0, which knows no Host
    errorHandler(error) {
      if (error instanceof Error && error.name === 'RequestError') {
        isInvalid = true
        return undefined
      }
      const requestId = crypto.randomUUID()
      log.error('request-failed', { requestId, error })
      const headers = { 'content-type': 'application/json', 'x-request-id': requestId }
      return new Response(errorBody(AppError.from(error), requestId), { status: 500, headers })
    },
  })

  server.on('request', (request, response) => {
    const error = hostError(request)
    if (error) return reject(request, response, error)
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

function startError(cause: Error, { hostname, port }: ListenOptions): Error {
  return new Error(startMessage(cause, hostname, port), { cause })
}

function startMessage(cause: Error, hostname: string, port: number): string {
  switch (errorCode(cause)) {
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
  return `The service cannot listen: ${cause.message}`
}

function urlOf(server: Server, hostname: string) {
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return `http://${inUrl(hostname)}:${port}`
}

function inUrl(hostname: string) {
  return hostname.includes(':') ? `[${hostname}]` : hostname
}
