import { createServer, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Hono } from 'hono'
import { errorCode } from '../core/error.ts'
import type { Log } from '../core/log.ts'
import type { Env } from '../http/env.ts'

/** More would need too much memory for one process. Further ones are closed at once. */
const MAX_CONNECTIONS = 10_000
/** Headers and body must be complete by then. */
const REQUEST_TIMEOUT_MS = 30_000
const CHECK_INTERVAL_MS = 1_000
/** A connection is closed if its reader takes nothing of a pending response for this long. */
const WRITE_TIMEOUT_MS = 30_000
/** Longer than the 60 s of most load balancers: the side that reuses a connection must close it first. */
const KEEP_ALIVE_TIMEOUT_MS = 70_000

const MIN_REPORT_INTERVAL_MS = 60_000

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
 * Serves the app, and resolves with the address in use. Requests that are not valid HTTP, or not
 * complete in time, are answered by Node and never reach the app.
 *
 * @throws Error that says what is wrong with PORT or HOST.
 */
export async function listen(app: Pick<Hono<Env>, 'fetch'>, options: ListenOptions) {
  const { hostname, port, log, maxConnections = MAX_CONNECTIONS } = options
  const { requestTimeoutMs = REQUEST_TIMEOUT_MS, writeTimeoutMs = WRITE_TIMEOUT_MS } = options
  const server = createServer({
    requestTimeout: requestTimeoutMs,
    headersTimeout: requestTimeoutMs,
    connectionsCheckingInterval: Math.min(requestTimeoutMs, CHECK_INTERVAL_MS),
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
  })
  server.maxConnections = maxConnections
  server.on('request', (_request, response: ServerResponse) => {
    // A response that nothing was written to yet may take longer.
    response.setTimeout(writeTimeoutMs, () => {
      if (response.writableLength > 0) response.destroy()
    })
  })
  // For HTTP/1.0, which knows no Host.
  server.on('request', getRequestListener(app.fetch, { hostname: inUrl(hostname) }))

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(startError(error, options)))
    server.listen(port, hostname, resolve)
  })
  const report = limitReports(log)
  server.on('drop', () => report({ maxConnections }))
  // Most often for lack of a file descriptor. Other connections are unaffected.
  server.on('error', (error) => report({ reason: errorCode(error) ?? error.name }))
  return { server, url: urlOf(server, hostname) }
}

/** At most one record a minute: under a flood there would be one per connection. */
function limitReports(log: Log) {
  let nextMs = 0
  return (fields: { maxConnections: number } | { reason: string }) => {
    if (performance.now() < nextMs) return
    nextMs = performance.now() + MIN_REPORT_INTERVAL_MS
    log.warn('connection-limit', fields)
  }
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
