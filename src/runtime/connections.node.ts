import { readdirSync, readFileSync } from 'node:fs'
import { type Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Log } from '../log.ts'

/** More would need more memory than one process should have. */
const DEFAULT_MAX_CONNECTIONS = 10_000
/** What a start opens once it listens: the database, its thread, those that do work behind. */
const OPENED_LATER = 16
/** Of the descriptors that are free by then; the rest is for files and for calls of ours. */
const CONNECTIONS_SHARE = 0.75
/** Connections above the limit, so that they can be told instead of being dropped. */
const EXCESS_SHARE = 0.1

const SWEEPS_PER_TIMEOUT = 3
const MIN_REPORT_INTERVAL_MS = 60_000

interface ConnectionsOptions {
  log: Log
  maxConnections: number
  /** A reader that takes nothing for this long, while there is something to take, is cut. */
  writeTimeoutMs: number
}

/**
 * Limits the connections of a server, and cuts readers that stall. At the limit an idle connection
 * gives way to a new one: the oldest that never sent anything, else the oldest. Where every one is
 * busy the new one is in excess, which the function that is returned tells.
 *
 * Nothing of this is done for each request: that would cost throughput.
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
  // Node could not accept one, for want of a descriptor: nothing the others need suffers from it.
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

  // Node's own, which `server.close` calls, leaves connections that never sent anything, and cuts
  // answers that are complete but not yet sent.
  server.closeIdleConnections = () => {
    for (const socket of sockets) if (isIdle(socket)) socket.destroy()
  }

  cutStalledReaders(server, sockets, { log, writeTimeoutMs })
  return (socket) => excess.size > 0 && excess.has(socket)
}

function cutStalledReaders(
  server: Server,
  sockets: Iterable<Socket>,
  { log, writeTimeoutMs }: Pick<ConnectionsOptions, 'log' | 'writeTimeoutMs'>,
) {
  // A socket's own timer knows whether the system takes any of what is written, but to set it for
  // every request costs too much: it is set where something has been left to write.
  const sweep = () => {
    for (const socket of sockets) {
      if (socket.writableLength > 0 && socket.timeout !== writeTimeoutMs) {
        socket.setTimeout(writeTimeoutMs)
      }
    }
  }
  const sweeping = setInterval(sweep, writeTimeoutMs / SWEEPS_PER_TIMEOUT).unref()
  server.once('close', () => clearInterval(sweeping))

  // Comes after the time above, or after `keepAliveTimeout`, without any traffic.
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
 * The response that a connection is to send next, or is sending, with its request. Node documents
 * no way to ask for it, and to keep account of each request costs more than the answer is worth.
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

/** One record a minute at most: under a flood there would be one a connection. */
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

/** How many connections the process has descriptors for, where the system tells. */
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
