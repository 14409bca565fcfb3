import type { Server, ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import type { Log } from '../core/log.ts'
import { withSourcePlaces } from './source-places.node.ts'

/** Aborted runs end within moments. Readers that stall are not waited for. */
const ABORT_GRACE_MS = 2_000
/** A kept connection closes this soon after its response. */
const IDLE_MS = 100
/** A thread of the database ends when the disk and the locks of others let it. */
const MAX_CLOSING_MS = 2_000

interface StopDeps {
  log: Log
  /** The time that responses in progress may still take. */
  graceMs: number
  /** Called when the grace period is over. Runs must then report it and end. */
  stopRuns(): void
  /** Resolves when background work has ended, which must stop after `graceMs`. */
  stopBackgroundWork(graceMs: number): Promise<void>
  /** Called after the last response. Must not throw. */
  onClosed(): Promise<void>
}

/**
 * On SIGTERM, SIGINT or the message `stop`: accepts no new connections, closes each existing one after
 * its response, lets responses finish for a while, then aborts them and exits. A second signal exits at
 * once.
 */
export function stopOnSignal(server: Server, deps: StopDeps): void {
  const { log, graceMs, stopRuns, stopBackgroundWork, onClosed } = deps
  const responses = responsesInProgress(server)
  let isStopping = false

  function stop(signal: string) {
    if (isStopping) return
    isStopping = true
    log.info('stopping', { signal, graceMs })
    server.prependListener('request', (_request, response: ServerResponse) => {
      response.setHeader('connection', 'close')
    })
    server.keepAliveTimeout = IDLE_MS
    const closed = new Promise((resolve) => server.close(resolve))
    // A connection without a request would delay the stop.
    responses.whenNone(() => server.closeAllConnections())
    Promise.all([closed, stopBackgroundWork(graceMs)]).then(quit, quit)
    setTimeout(() => {
      stopRuns()
      setTimeout(quit, ABORT_GRACE_MS)
    }, graceMs)
  }

  async function quit() {
    setTimeout(() => process.exit(1), MAX_CLOSING_MS)
    server.closeAllConnections()
    await onClosed()
    process.exit()
  }

  const onSignal = (signal: NodeJS.Signals) => (isStopping ? process.exit(1) : stop(signal))
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal)
  // From the process that started this one as one of several.
  process.on('message', (message) => message === 'stop' && stop('stop'))
}

/** Counts the responses that have not been sent to the end. */
function responsesInProgress(server: Server) {
  let count = 0
  let onNone = () => {}
  server.prependListener('request', (_request, response: ServerResponse) => {
    count += 1
    response.once('close', () => {
      count -= 1
      if (count === 0) onNone()
    })
  })

  return {
    whenNone(listener: () => void) {
      onNone = listener
      if (count === 0) listener()
    },
  }
}

/**
 * Handles uncaught errors. An unhandled rejection is logged and the service continues. After an
 * uncaught exception the state of the process is unknown, so it exits and its supervisor restarts it.
 */
export function logUncaughtErrors(log: Log): void {
  process.on('unhandledRejection', (reason) => {
    log.error('unhandled-rejection', { error: reason instanceof Error ? reason : inspect(reason) })
  })

  process.on('uncaughtException', (error) => {
    log.error('uncaught-exception', { error })
    console.error('The service exits after an uncaught error:', withSourcePlaces(inspect(error)))
    process.exit(1) // the rest of the log is written on exit
  })
}
