import { AppError } from '../core/error.ts'
import type { Attempts } from './attempts.ts'
import { type Authenticate, missingToken } from './authenticate.ts'
import type { Connection } from './client-address.ts'
import { isLoopback, type Screen } from './local-only.ts'

/** Headers that proxies add. The caller behind a proxy may be anywhere. */
const FORWARDING = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']

/** @throws AppError if the caller may not read the metrics. */
export type MetricsAccess = (request: Request, connection?: Connection) => Promise<void>

interface MetricsAccessOptions {
  /** By `METRICS_TOKEN`. Without one, only callers on this machine are allowed. */
  authenticate: Authenticate | undefined
  screen: Screen
  attempts: Attempts
}

export function metricsAccess(options: MetricsAccessOptions): MetricsAccess {
  const { authenticate = onThisMachine(options.screen), attempts } = options

  return async (request, connection) => {
    attempts.check(request, connection)
    try {
      await authenticate(request, connection)
    } catch (error) {
      if (AppError.from(error).code === 'unauthenticated') {
        await attempts.recordFailure(request, connection)
      }
      throw error
    }
  }
}

/** Decides by the peer of the connection: no header can make a caller local. */
function onThisMachine(screen: Screen): Authenticate {
  return async (request, connection) => {
    const peer = connection?.socket.remoteAddress
    const isForwarded = FORWARDING.some((name) => request.headers.has(name))
    if (peer === undefined || !isLoopback(peer) || isForwarded) {
      throw missingToken(
        'Metrics can only be read on this machine, or with the token of METRICS_TOKEN.',
      )
    }
    const error = screen(request.url, connection?.headers ?? request.headers)
    if (error) throw error
    return 'this-machine'
  }
}
