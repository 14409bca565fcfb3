import { type Access, createAccess, createStreamLimit } from '../access/access.ts'
import { type Attempts, countingAttempts, createAttempts } from '../access/attempts.ts'
import { type Authenticate, authenticate } from '../access/authenticate.ts'
import { clientAddress as addressOf } from '../access/client-address.ts'
import { localOnly, type Screen } from '../access/local-only.ts'
import { type MetricsAccess, metricsAccess } from '../access/metrics-access.ts'
import { memoryLimiter } from '../access/rate-limit.ts'
import type { Config } from '../config/config.ts'
import { AppError } from '../core/error.ts'
import type { PickDeps } from './runtime.ts'

/** An address may have as many streams as the limit of calls lets it begin in ten seconds. */
const MIN_STREAMS = 50
const STREAM_SHARE = 1 / 6

export interface AccessParts {
  /** Absent if anybody may call without a limit. */
  access: Access | undefined
  /** Absent unless only callers on this machine may call. */
  screen: Screen | undefined
  /** For routes that check their own keys. */
  attempts: Attempts
  metricsAccess: MetricsAccess
}

export function pickAccess(config: Config, deps: PickDeps): AccessParts {
  const { callers, perMinute, isUnlimited, trustedProxies, metricsToken } = config.access
  const { clock, clientAddress = addressOf(trustedProxies) } = deps
  const local = perMinute > 0 ? memoryLimiter({ perMinute, clock }) : undefined
  const limiter = isUnlimited ? undefined : (deps.limiter ?? local)
  const failures = createAttempts({ clientAddress, clock })
  const attempts = countingAttempts(failures, { limiter, clientAddress })
  const screen = localOnly({ corsOrigins: config.CORS_ORIGINS, host: config.HOST })

  const authenticated = callers === 'nobody' ? nobody : authenticate(config.access, deps)
  const access =
    authenticated || limiter
      ? createAccess({
          authenticate: authenticated,
          limiter,
          attempts: failures,
          streams:
            limiter && createStreamLimit({ maxStreams: maxStreams(perMinute), clientAddress }),
          clientAddress,
        })
      : undefined
  const byToken = metricsToken ? authenticate({ tokens: [metricsToken] }, deps) : undefined
  return {
    access,
    screen: callers === 'this-machine' ? screen : undefined,
    attempts,
    metricsAccess: metricsAccess({ authenticate: byToken, screen, attempts }),
  }
}

function maxStreams(perMinute: number) {
  return Math.max(MIN_STREAMS, Math.ceil(perMinute * STREAM_SHARE))
}

/** For a Worker that is not configured: it rejects all calls where Node would refuse to start. */
const nobody: Authenticate = async () => {
  const cause = new Error(
    'Set AGENT_TOKENS, AGENT_JWT_SECRET or AGENT_JWKS_URL, or ALLOW_PUBLIC=true',
  )
  throw new AppError(
    'not-configured',
    'The service rejects all calls until its access is configured.',
    {
      cause,
    },
  )
}
