import type { Server, ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import type { Log } from '../log.ts'

/** What is told to stop ends within moments; a reader that takes nothing is not waited for. */
const LAST_MOMENTS_MS = 2_000

const IDLE_MS = 100

interface StopDeps {
  log: Log
  /** How long answers that are under way may still take. */
  graceMs: number
  /** Called when they may take no longer: what runs is to say so, and end. */
  stopRuns(): void
  /** Resolves when what goes on behind answers has ended; it is told to, when `graceMs` are over. */
  workBehind?: ((graceMs: number) => Promise<void>) | undefined
  /** What is left to do when no answer is under way any more. Never throws, takes moments. */
  lastly?: (() => Promise<void>) | undefined
}

/**
 * On SIGTERM or SIGINT: no new connections and no further request on those there are; answers that
 * are under way may end, then are ended; then `lastly`. A second signal ends at once.
 */
export function stopGracefully(server: Server, deps: StopDeps): void {
  const { log, graceMs, stopRuns, workBehind, lastly } = deps
  let stopping = false
  let quitting = false

  const closeAfterwards = (_request: unknown, response: ServerResponse) => {
    response.setHeader('connection', 'close')
  }

  const quit = async () => {
    if (quitting) return
    quitting = true
    await lastly?.()
    process.exit(0)
  }

  const end = () => {
    stopRuns()
    setTimeout(quit, LAST_MOMENTS_MS)
  }

  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return process.exit(1)
    stopping = true
    log.info('stopping', { signal, graceMs })
    server.prependListener('request', closeAfterwards)
    server.keepAliveTimeout = IDLE_MS // else a connection whose answer ends is kept for 5 s
    const closed = new Promise((resolve) => server.close(resolve))
    Promise.all([closed, workBehind?.(graceMs)]).then(quit, quit)
    setTimeout(end, graceMs)
  }

  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

/**
 * What nobody caught. A rejection that nobody awaits leaves everything else as it was, so it is
 * logged and the service goes on. After an exception nobody knows what state the process is in, so
 * it ends, for its supervisor to start a new one.
 */
export function logUncaughtErrors({ log }: { log: Log }): void {
  process.on('unhandledRejection', (reason) => {
    log.error('unhandled-rejection', { error: reason instanceof Error ? reason : inspect(reason) })
  })

  process.on('uncaughtException', (error) => {
    log.error('uncaught-exception', { error })
    console.error('The service ends after an error that nothing caught:', error)
    process.exit(1) // the last of the log is written as it exits
  })
}
