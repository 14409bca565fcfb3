import type { Log } from '../core/log.ts'
import { NO_UPSTREAM, type PartStatus } from '../core/status.ts'

interface HealthDeps {
  log: Log
  now(): Date
}

/** What is known of a server, for the log and the status. */
export function createRedisHealth({ log, now }: HealthDeps) {
  let isFailing = true
  let logged: 'available' | 'away' | undefined
  let lastSuccess: string | null = null
  let lastFailure: PartStatus['lastFailure'] = null

  return {
    passed() {
      isFailing = false
      lastSuccess = now().toISOString()
      if (logged !== 'available') log.info('redis-available')
      logged = 'available'
    },

    /** A lapse is logged only if it is not over with the next connection: a process that was late itself causes one. */
    failed(reason: string, { isLapse = false } = {}) {
      const isOver = isFailing || !isLapse
      isFailing = true
      lastFailure = { at: now().toISOString(), code: 'unavailable', reason }
      if (isOver && logged !== 'away') {
        log.warn('redis-away', { reason })
        logged = 'away'
      }
    },

    isFailing: () => isFailing,

    status: (): PartStatus => ({
      ...NO_UPSTREAM,
      serves: 'redis',
      lastSuccess,
      failing: isFailing,
      lastFailure,
    }),
  }
}
