import {
  type Access,
  ALL_USERS,
  createAccess,
  createStreamLimit,
  type StreamLimit,
} from '../access/access.ts'
import { type Authenticate, authenticate } from '../access/authenticate.ts'
import { type CallerId, createCallerId } from '../access/caller-id.ts'
import {
  type ClientAddress,
  clientAddress,
  grouped,
  type TrustedProxies,
} from '../access/client-address.ts'
import { createFailedLogins, type FailedLogins } from '../access/failed-logins.ts'
import { createLimiter } from '../access/limiter.ts'
import { type MetricsAccess, metricsAccess } from '../access/metrics-access.ts'
import { type OriginGuard, originGuard } from '../access/origin-guard.ts'
import type { Config } from '../config/config.ts'
import { AppError } from '../core/error.ts'
import { storedSecret } from '../storage/secrets.ts'
import type { Runtime } from './runtime.ts'

export interface AccessServices {
  clientAddress: ClientAddress
  trustedProxies: TrustedProxies | undefined
  callerId: CallerId
  /** Absent if anybody may call without a limit. */
  access?: Access | undefined
  /** Absent unless only callers on this machine may call. */
  originGuard?: OriginGuard | undefined
  /** Absent if open streams are not limited. */
  streamLimit?: StreamLimit | undefined
  failedLogins: FailedLogins
  metricsAccess: MetricsAccess
}

export function pickAccess(
  config: Config,
  { log, now, clock, database, node, worker }: Runtime,
): AccessServices {
  const { callers, perMinute, isUnlimited, trustedProxies, metricsToken } = config.access
  const callerId = createCallerId(
    database && {
      read: (offered) => storedSecret(database, 'callers', offered),
      log,
      clock,
    },
  )
  const deps = { log, now, clock, callerId }
  const shared = node?.shared
  const counted = (name: string, limit: number) =>
    limit > 0 ? createLimiter({ name, perMinute: limit, clock, shared }) : undefined
  const limiter = isUnlimited ? undefined : (worker?.limiter ?? counted('calls', perMinute))
  const allUsersLimiter = isUnlimited
    ? undefined
    : (worker?.allUsersLimiter ?? counted('calls-for-users', perMinute * ALL_USERS))
  const failedLogins = createFailedLogins(limiter, { clock, shared })
  const thisMachine = originGuard({ corsOrigins: config.CORS_ORIGINS, host: config.HOST })
  const byToken = callers === 'nobody' ? nobody : authenticate(config.access, deps)

  return {
    clientAddress: grouped(worker?.clientAddress ?? clientAddress(trustedProxies)),
    trustedProxies,
    callerId,
    access:
      byToken || limiter
        ? createAccess({ authenticate: byToken, callerId, limiter, allUsersLimiter, failedLogins })
        : undefined,
    originGuard: callers === 'this-machine' ? thisMachine : undefined,
    streamLimit: limiter && createStreamLimit(perMinute, shared),
    failedLogins,
    metricsAccess: metricsAccess({
      authenticate: metricsToken
        ? authenticate(
            { tokens: [{ token: metricsToken, speaksForUsers: false }] },
            { ...deps, callerId: createCallerId() },
          )
        : undefined,
      originGuard: thisMachine,
      failedLogins,
    }),
  }
}

/** The check of a Worker that is not configured: it rejects all calls where Node would refuse to start. */
const nobody: Authenticate = async () => {
  const message = 'The service rejects all calls until its access is configured.'
  const cause = new Error(
    'Set AGENT_TOKENS, AGENT_JWT_SECRET or AGENT_JWKS_URL, or ALLOW_PUBLIC=true',
  )
  throw new AppError('not-configured', message, { cause })
}
