import { type Access, createAccess, createStreamLimit } from '../access/access.ts'
import { type Attempts, countingAttempts, createAttempts } from '../access/attempts.ts'
import { type Authenticate, authenticate } from '../access/authenticate.ts'
import { clientAddress as addressOf } from '../access/client-address.ts'
import { localOnly, type Screen } from '../access/local-only.ts'
import { type MetricsAccess, metricsAccess } from '../access/metrics-access.ts'
import { memoryLimiter } from '../access/rate-limit.ts'
import type { Config } from '../config/config.ts'
import { AppError } from '../core/error.ts'
import type { Picking } from './picking.ts'

/** A limit of calls a minute admits at least as many streams as it lets begin in ten seconds. */
const MIN_STREAMS = 50
const STREAM_SHARE = 1 / 6

export interface AccessParts {
  /** Absent where everybody may call, as often as they like. */
  access: Access | undefined
  /** Absent where callers need not be on this machine. */
  screen: Screen | undefined
  /** For routes with keys of their own. */
  attempts: Attempts
  metricsAccess: MetricsAccess
}

export function pickAccess(config: Config, deps: Picking): AccessParts {
  const { callers, perMinute, isUnlimited, trustedProxies, metricsToken } = config.access
  const { clock, clientAddress = addressOf(trustedProxies) } = deps
  const own = perMinute > 0 ? memoryLimiter({ perMinute, clock }) : undefined
  const limiter = isUnlimited ? undefined : (deps.limiter ?? own)
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

/** What stands where Node would not have started: a Worker that was not told who may call. */
const nobody: Authenticate = async () => {
  const cause = new Error(
    'AGENT_TOKENS, AGENT_JWT_SECRET or AGENT_JWKS_URL must say who may call, or ALLOW_PUBLIC=true',
  )
  throw new AppError('not-configured', 'The service is closed until it knows who may call.', {
    cause,
  })
}
