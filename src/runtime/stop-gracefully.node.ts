import type { Server, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect } from 'node:util'
import type { Log } from '../core/log.ts'

/** Aborted runs end within moments. Readers that stall are not waited for. */
const ABORT_GRACE_MS = 2_000

const IDLE_MS = 100

/** Threads and file operations end within moments, unless they hang. */
const MAX_EXIT_MS = 2_000

const EXIT_POLL_MS = 10

interface StopDeps {
  log: Log
  /** The time that responses in progress may still take. */
  graceMs: number
  /** Called when that time is over. Runs must then report it and end. */
  stopRuns(): void
  /** Resolves when background work has ended, which must stop after `graceMs`. */
  stopBackgroundWork?: ((graceMs: number) => Promise<void>) | undefined
  /** Called after the last response. Must not throw, and must be quick. */
  onClosed?: (() => Promise<void>) | undefined
  /** Called before the process exits, for which it waits. */
  endThreads(): Promise<void>
}

/**
 * On SIGTERM, SIGINT or the message `stop`: accepts no new connections, closes each existing one after
 * its response, lets responses finish for a while, then aborts them and exits. A second signal exits at
 * once.
 */
export function stopGracefully(server: Server, deps: StopDeps): void {
  const { log, graceMs, stopRuns, stopBackgroundWork, onClosed, endThreads } = deps
  let stopping = false
  let quitting = false

  const closeAfterwards = (_request: unknown, response: ServerResponse) => {
    response.setHeader('connection', 'close')
  }

  const quit = async () => {
    if (quitting) return
    quitting = true
    await onClosed?.()
    await exit(0, endThreads)
  }

  const end = () => {
    stopRuns()
    setTimeout(quit, ABORT_GRACE_MS)
  }

  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return exit(1, endThreads)
    stopping = true
    log.info('stopping', { signal, graceMs })
    server.prependListener('request', closeAfterwards)
    server.keepAliveTimeout = IDLE_MS // otherwise a connection is kept open for 5 s after its response
    const closed = new Promise((resolve) => server.close(resolve))
    Promise.all([closed, stopBackgroundWork?.(graceMs)]).then(quit, quit)
    setTimeout(end, graceMs)
  }

  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // From the process that started this one as one of several.
  process.on('message', (message) => message !== 'stop' || stopping || stop('SIGTERM'))
}

/**
 * Ends the threads and exits. `process.exit` waits for a thread that hangs, for ever if need be, so then
 * the process is killed. If there are several calls, the last code other than zero counts.
 */
export function exit(code: number, endThreads: () => Promise<void>): Promise<never> {
  exitCode = code || exitCode
  exiting ??= endAndExit(endThreads)
  return exiting
}

let exitCode = 0

let exiting: Promise<never> | undefined

/** Whether the process is about to exit. What fails from then on fails because of it: do not report it. */
export const isExiting = () => exiting !== undefined

/** Resolves at once, unless the process is about to exit: then the caller waits until it has. */
export const unlessExiting = () => exiting

async function endAndExit(endThreads: () => Promise<void>): Promise<never> {
  setTimeout(kill, MAX_EXIT_MS)
  await endThreads()
  // `process.exit` blocks until libuv's threads have ended, and with it the timer above.
  while (hasFileOperations()) await sleep(EXIT_POLL_MS)
  process.exit(exitCode)
}

function kill() {
  process.kill(process.pid, 'SIGKILL')
  // Process 1 of a container ignores its own signals, but cannot survive an abort.
  process.abort()
}

/** Whether a file operation is under way. Opening a named pipe without a writer can take for ever. */
function hasFileOperations() {
  return process.getActiveResourcesInfo().some((name) => name.startsWith('FSReq'))
}

interface UncaughtDeps {
  log: Log
  /** Called before the process exits, for which it waits. */
  endThreads(): Promise<void>
}

/**
 * Handles uncaught errors. An unhandled rejection is logged and the service continues. After an
 * uncaught exception the state of the process is unknown, so it exits and its supervisor restarts it.
 */
export function logUncaughtErrors({ log, endThreads }: UncaughtDeps): void {
  process.on('unhandledRejection', (reason) => {
    log.error('unhandled-rejection', { error: reason instanceof Error ? reason : inspect(reason) })
  })

  process.on('uncaughtException', (error) => {
    log.error('uncaught-exception', { error })
    console.error('The service exits after an uncaught error:', error)
    return exit(1, endThreads) // the rest of the log is written on exit
  })
}
