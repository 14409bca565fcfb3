import type { Log } from '../../core/log.ts'
import { databaseError } from '../../storage/database-error.ts'

/** Work that continues after the response was sent. */
export interface BackgroundTasks {
  /** Starts work, which has to end soon once `stop` is aborted. Its errors are logged. */
  start(stop: AbortController, work: () => Promise<void>): void
  /** Waits until all work is done. After `graceMs`, what is left is aborted. */
  stop(graceMs: number): Promise<void>
}

interface BackgroundTasksDeps {
  log: Log
  /** Keeps the Worker running until work started by a request is done. */
  waitUntil?: ((work: Promise<unknown>) => void) | undefined
}

export function createBackgroundTasks({ log, waitUntil }: BackgroundTasksDeps): BackgroundTasks {
  const running = new Map<AbortController, Promise<void>>()

  return {
    start(stop, work) {
      const done = work()
        .catch((error: unknown) => log.error('work-failed', { error: databaseError(error) }))
        .finally(() => running.delete(stop))
      running.set(stop, done)
      waitUntil?.(done)
    },

    async stop(graceMs) {
      const stopAll = () => {
        for (const stop of running.keys()) stop.abort()
      }
      const timeout = setTimeout(stopAll, graceMs)
      while (running.size > 0) await Promise.allSettled(running.values())
      clearTimeout(timeout)
    },
  }
}
