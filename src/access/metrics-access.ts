import { AppError } from '../core/error.ts'
import { type Authenticate, missingToken } from './authenticate.ts'
import type { Connection } from './client-address.ts'
import type { FailedLogins } from './failed-logins.ts'
import { isForwarded, isLoopback, type OriginGuard } from './origin-guard.ts'

/** @throws AppError if the caller may not read the metrics. */
export type MetricsAccess = (
  request: Request,
  from: { address: string | undefined; connection: Connection | undefined },
) => Promise<void>

interface MetricsAccessOptions {
  /** The check of `METRICS_TOKEN`. Without one, only callers on this machine are allowed. */
  authenticate: Authenticate | undefined
  originGuard: OriginGuard
  failedLogins: FailedLogins
}

export function metricsAccess(options: MetricsAccessOptions): MetricsAccess {
  const { authenticate, originGuard, failedLogins } = options

  return async (request, { address, connection }) => {
    failedLogins.check(address)
    try {
      if (authenticate) await authenticate(request.headers)
      else requireThisMachine(request, connection)
    } catch (error) {
      if (AppError.from(error).code === 'unauthenticated') await failedLogins.recordAsCall(address)
      throw error
    }
  }

  /** Decides by the peer of the connection: no header can make a caller local. */
  function requireThisMachine({ url, headers }: Request, connection: Connection | undefined) {
    const peer = connection?.socket.remoteAddress
    if (peer === undefined || !isLoopback(peer) || isForwarded(headers)) {
      throw missingToken(
        'Metrics can only be read on this machine, or with the token of METRICS_TOKEN.',
      )
    }
    const error = originGuard(url, headers)
    if (error) throw error
  }
}
