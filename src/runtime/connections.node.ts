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
/** Connections accepted above the limit, so that they get an error instead of being dropped. */
const EXCESS_SHARE = 0.1

const SWEEPS_PER_TIMEOUT = 3
const MIN_REPORT_INTERVAL_MS = 60_000

interface ConnectionsOptions {
  log: Log
  maxConnections: number
  /** A connection is closed if pending data makes no progress for this long. */
  writeTimeoutMs: number
}

/**
 * Limits the connections of a server, and closes those whose reader stalls. At the limit, a new
 * connection replaces an idle one: the oldest that never sent anything, otherwise the oldest. If none
 * is idle, the new one is in excess. The returned function tells whether a connection is.
 *
 * Nothing is done per request, which would cost throughput.
 */
export function limitConnections(
  server: Server,
  { log, maxConnections, writeTimeoutMs }: ConnectionsOptions,
): (socket: Socket) => boolean {
  const sockets = new Set<Socket>() // the oldest first
  const excess = new Set<Socket>()
  const report = limitReports(log, maxConnections)

  server.maxConnections = maxConnections + Math.ceil(maxConnections * EXCESS_SHARE)
  server.on('drop', () => report('dropped'))
  // Node could not accept a connection for lack of a descriptor. Other connections are unaffected.
  server.once('listening', () => server.on('error', () => report('dropped')))

  server.on('connection', (socket: Socket) => {
    if (sockets.size >= maxConnections) {
      const idle = oldestIdle(sockets)
      idle?.destroy()
      if (!idle) excess.add(socket)
      report(idle ? 'closed' : 'refused')
    }
    sockets.add(socket)
    socket.once('close', () => {
      sockets.delete(socket)
      excess.delete(socket)
    })
  })

  // `server.close` calls this. Node's own implementation keeps connections that never sent anything,
  // and truncates responses that are complete but not yet sent.
  server.closeIdleConnections = () => {
    for (const socket of sockets) if (isIdle(socket)) socket.destroy()
  }

  closeStalledConnections(server, sockets, { log, writeTimeoutMs })
  return (socket) => excess.size > 0 && excess.has(socket)
}

function closeStalledConnections(
  server: Server,
  sockets: Iterable<Socket>,
  { log, writeTimeoutMs }: Pick<ConnectionsOptions, 'log' | 'writeTimeoutMs'>,
) {
  // A socket's own timeout notices whether pending data makes progress. Setting it for every request
  // would cost too much, so it is only set on sockets with pending data.
  const sweep = () => {
    for (const socket of sockets) {
      if (socket.writableLength > 0 && socket.timeout !== writeTimeoutMs) {
        socket.setTimeout(writeTimeoutMs)
      }
    }
  }
  const sweeping = setInterval(sweep, writeTimeoutMs / SWEEPS_PER_TIMEOUT).unref()
  server.once('close', () => clearInterval(sweeping))

  // Emitted after the timeout above or after `keepAliveTimeout`, without any traffic.
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

/**
 * The response that a connection is sending or sends next, with its request. Node has no documented
 * way to get it, and tracking each request would cost too much.
 */
export function currentResponse(socket: Socket): ServerResponse | undefined {
  const response = '_httpMessage' in socket ? socket._httpMessage : undefined
  return response instanceof ServerResponse ? response : undefined
}

function isIdle(socket: Socket) {
  return currentResponse(socket) === undefined && socket.writableLength === 0
}

function oldestIdle(sockets: Iterable<Socket>) {
  let oldest: Socket | undefined
  for (const socket of sockets) {
    if (socket.destroyed || !isIdle(socket)) continue
    if (socket.bytesRead === 0) return socket
    oldest ??= socket
  }
  return oldest
}

/** At most one record per minute: under a flood there would be one per connection. */
function limitReports(log: Log, maxConnections: number) {
  let counts = { closed: 0, refused: 0, dropped: 0 }
  let nextMs = 0

  return (what: keyof typeof counts) => {
    counts[what] += 1
    if (performance.now() < nextMs) return
    nextMs = performance.now() + MIN_REPORT_INTERVAL_MS
    log.warn('connection-limit', { maxConnections, ...counts })
    counts = { closed: 0, refused: 0, dropped: 0 }
  }
}

/** How many connections the process has descriptors for; a default if the system does not say. */
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
