import { readdirSync, readFileSync } from 'node:fs'
import { type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '../core/log.ts'

/** More connections would need too much memory for one process. */
const DEFAULT_MAX_CONNECTIONS = 10_000
/** Descriptors that are opened after the server listens: the database, its thread, other threads. */
const OPENED_LATER = 16
/** The share of the free descriptors. The rest is for files and outgoing calls. */
const CONNECTIONS_SHARE = 0.75

const MIN_REPORT_INTERVAL_MS = 60_000

interface ConnectionsOptions {
  log: Log
  maxConnections: number
  /** A connection is closed if pending data makes no progress for this long. */
  writeTimeoutMs: number
}

/**
 * Limits the connections of a server, and closes those whose reader stalls. At the limit, a new
 * connection replaces the oldest idle one. If none is idle, the new one is closed.
 */
export function limitConnections(
  server: Server,
  { log, maxConnections, writeTimeoutMs }: ConnectionsOptions,
): void {
  const sockets = new Set<Socket>() // the oldest first
  const report = limitReports(log, maxConnections)

  // Node could not accept a connection for lack of a descriptor. Other connections are unaffected.
  server.once('listening', () => server.on('error', () => report()))
  server.on('connection', (socket: Socket) => {
    if (sockets.size >= maxConnections) {
      const closed = [...sockets].find(isIdle) ?? socket
      closed.destroy()
      sockets.delete(closed)
      report()
    }
    if (socket.destroyed) return
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  // `server.close` calls this. Node's own implementation keeps connections that never sent anything,
  // and truncates responses that are complete but not yet sent.
  server.closeIdleConnections = () => {
    for (const socket of sockets) if (isIdle(socket)) socket.destroy()
  }

  // After this time, or after `keepAliveTimeout`, without any traffic.
  server.timeout = writeTimeoutMs
  server.on('timeout', (socket: Socket) => {
    if (socket.writableLength > 0) {
      const path = currentResponse(socket)?.req.url?.replace(/\?.*/s, '')
      log.info('reader-stalled', { path, afterMs: writeTimeoutMs })
      socket.resetAndDestroy() // the system drops what it still holds for the reader
    } else if (isIdle(socket)) {
      socket.destroy()
    }
  })
}

/** The response that a connection is sending or sends next. Node has no documented way to get it. */
export function currentResponse(socket: Socket): ServerResponse | undefined {
  const response = '_httpMessage' in socket ? socket._httpMessage : undefined
  return response instanceof ServerResponse ? response : undefined
}

function isIdle(socket: Socket) {
  return currentResponse(socket) === undefined && socket.writableLength === 0
}

/** At most one record per minute: under a flood there would be one per connection. */
function limitReports(log: Log, maxConnections: number) {
  let closed = 0
  let nextMs = 0

  return () => {
    closed += 1
    if (performance.now() < nextMs) return
    nextMs = performance.now() + MIN_REPORT_INTERVAL_MS
    log.warn('connection-limit', { maxConnections, closed })
    closed = 0
  }
}

/** The number of connections that the process has descriptors for; a default if that is unknown. */
export function processMaxConnections(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8')
    const limit = limits.match(/^Max open files\s+(\d+)/m)?.[1]
    if (limit === undefined) return DEFAULT_MAX_CONNECTIONS
    const free = Number(limit) - readdirSync('/proc/self/fd').length - OPENED_LATER
    return Math.min(Math.max(1, Math.floor(free * CONNECTIONS_SHARE)), DEFAULT_MAX_CONNECTIONS)
  } catch {
    return DEFAULT_MAX_CONNECTIONS // no /proc
  }
}
