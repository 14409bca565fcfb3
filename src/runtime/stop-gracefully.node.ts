import type { Server, ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import type { Log } from '../core/log.ts'

/** Aborted runs end within moments. Readers that stall are not waited for. */
const ABORT_GRACE_MS = 2_000

const IDLE_MS = 100

/** Threads end within moments, unless they hang. */
const MAX_EXIT_MS = 2_000

interface StopDeps {
  log: Log
  /** How long responses in progress may still take. */
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
 * On SIGTERM or SIGINT: accepts no new connections, closes each existing one after its response, lets
 * responses finish for a while, then aborts them and exits. A second signal exits at once.
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
}

/**
 * Ends the threads and exits. `process.exit` waits for a thread that hangs, for ever if need be, so then
 * the process is killed.
 */
export function exit(code: number, endThreads: () => Promise<void>): Promise<never> {
  exiting ??= endAndExit(code, endThreads)
  return exiting
}

let exiting: Promise<never> | undefined

/** Never resolves once the process exits: what fails now, fails because of that. */
export const unlessExiting = () => exiting

async function endAndExit(code: number, endThreads: () => Promise<void>): Promise<never> {
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), MAX_EXIT_MS)
  await endThreads()
  process.exit(code)
}

/**
 * Handles uncaught errors. An unhandled rejection is logged and the service continues. After an
 * uncaught exception the state of the process is unknown, so it exits and its supervisor restarts it.
 */
export function logUncaughtErrors({ log }: { log: Log }): void {
  process.on('unhandledRejection', (reason) => {
    log.error('unhandled-rejection', { error: reason instanceof Error ? reason : inspect(reason) })
  })

  process.on('uncaughtException', (error) => {
    log.error('uncaught-exception', { error })
    console.error('The service exits after an uncaught error:', error)
    process.exit(1) // the rest of the log is written on exit
  })
}
