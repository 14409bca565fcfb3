import type { Log } from '../../core/log.ts'
import { databaseError } from '../storage/database-error.ts'

/** Work that goes on after its response was sent. */
export interface BackgroundTasks {
  /** Begins work that has to end soon once its signal aborts. Its failures are for the log. */
  begin(work: (stop: AbortController) => Promise<void>): void
  /** Waits until all of it is done. What is not done by then is aborted. */
  stop(graceMs: number): Promise<void>
}

interface Keeping {
  log: Log
  /** Keeps a request alive until what it began behind its answer is done. */
  waitUntil?: ((work: Promise<unknown>) => void) | undefined
}

export function createBackgroundTasks({ log, waitUntil }: Keeping): BackgroundTasks {
  const running = new Map<AbortController, Promise<void>>()

  return {
    begin(work) {
      const stop = new AbortController()
      const done = work(stop)
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
