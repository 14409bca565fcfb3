import * as z from 'zod'
import { trustedProxies } from '../access/client-address.ts'
import { isLoopback } from '../access/origin-guard.ts'
import { CommaSeparated, Decimal, Flag, HeaderToken, HttpUrl, Text } from './variable.ts'

/** RFC 7518, section 3.2: as long as the digest. */
const MIN_SECRET_BYTES = 32
const PUBLIC_PER_MINUTE = 300

/** 120 bits, if the key is random and in base64. */
const MIN_KEY_CHARACTERS = 20

/** A token may speak for others only where it is said: what it says of them decides on limits. */
const AgentToken = z
  .string()
  .regex(
    /^[\x21-\x39\x3b-\x7e]+(:users)?$/,
    'must be visible ASCII characters, each `token` or `token:users`, without spaces or other colons',
  )
  .transform((entry) => {
    const [token = '', users] = entry.split(':')
    return { token, speaksForUsers: users !== undefined }
  })

/** Each of these variables decides who may call. */
const CALLER_VARIABLES = [
  'AGENT_TOKENS',
  'AGENT_JWT_SECRET',
  'AGENT_JWKS_URL',
  'ALLOW_PUBLIC',
] as const

/** The variables about who may call. */
export const AccessVariables = z.object({
  AGENT_TOKENS: CommaSeparated.pipe(z.array(AgentToken))
    .optional()
    .describe(
      'Tokens of callers, separated by commas: `token`, or `token:users` for a chat platform, whose users have limits of their own. At least 20 characters each where other machines can call.',
    ),
  AGENT_JWT_SECRET: z
    .string()
    .refine(
      (secret) => new TextEncoder().encode(secret).length >= MIN_SECRET_BYTES,
      `must have at least ${MIN_SECRET_BYTES} bytes`,
    )
    .optional()
    .describe('A secret of at least 32 bytes, for JWTs signed with HS256.'),
  AGENT_JWKS_URL: HttpUrl.optional().describe(
    'The public keys for JWTs signed with RS, PS, ES or EdDSA.',
  ),
  AGENT_JWT_ISSUER: Text.optional().describe('What `iss` of a JWT must be.'),
  AGENT_JWT_AUDIENCE: Text.optional().describe('What `aud` of a JWT must be.'),
  RATE_LIMIT_PER_MINUTE: Decimal.pipe(z.int().min(0))
    .optional()
    .describe(
      'Calls of one caller, of one address and of one user of `token:users`, who have 20 times as many together: 300 by default where other machines can call, else no limit. 0 is no limit.',
    ),
  TOKENS_PER_DAY: Decimal.pipe(z.int().min(1))
    .optional()
    .describe('Tokens that the hosted model may use in a UTC day, for all callers.'),
  TOKENS_PER_DAY_PER_CALLER: Decimal.pipe(z.int().min(1))
    .optional()
    .describe('The same for each caller.'),
  TRUST_PROXY: z
    .string()
    .transform(readTrustedProxies)
    .optional()
    .describe(
      'The number of proxies in front of the service, or their addresses (`10.0.0.0/8, ::1`).',
    ),
  ALLOW_PUBLIC: Flag.default(false).describe('`true` lets everybody call.'),
  METRICS_TOKEN: HeaderToken.optional().describe(
    'The token for `/metrics`. Without it, only this machine may read them.',
  ),
})

/** The callers who can reach the service at all. */
export type Exposure = 'this-machine' | 'everybody'

type Variables = z.infer<typeof AccessVariables> & { HOST: string }

export interface ConfigContext<Name extends string> {
  /** Set on a Worker; on Node it follows from `HOST` and `TRUST_PROXY`. */
  exposure?: Exposure | undefined
  /** Says what is wrong with a variable, unless it is invalid anyway. */
  issue(name: Name, message: string): void
  need(name: Name, reason: string): never
  /** Whether a variable is set but was left out here, because it is invalid. */
  isInvalid(name: Name): boolean
}

type Context = ConfigContext<keyof Variables>

export function accessOf(variables: Variables, context: Context) {
  const { RATE_LIMIT_PER_MINUTE, TRUST_PROXY, METRICS_TOKEN, AGENT_TOKENS: tokens } = variables
  const jwt = jwtOf(variables, context)
  const isPublic = isPublicOf(variables, context)
  if (isPublic) {
    requireLongKeys(
      'AGENT_TOKENS',
      tokens?.map(({ token }) => token),
      context,
    )
    requireLongKeys('METRICS_TOKEN', METRICS_TOKEN ? [METRICS_TOKEN] : [], context)
  }
  return {
    /** The callers that are admitted. `nobody` is for a Worker, in a case where Node would not start. */
    callers: tokens || jwt ? 'with-token' : callersWithoutToken(variables, isPublic, context),
    /** Whether other machines can reach the service. */
    isPublic,
    tokens,
    jwt,
    metricsToken: METRICS_TOKEN,
    /** 0 means no limit. */
    perMinute: RATE_LIMIT_PER_MINUTE ?? (isPublic ? PUBLIC_PER_MINUTE : 0),
    /** The tokens that a hosted model may use in a day. */
    tokensPerDay: variables.TOKENS_PER_DAY,
    tokensPerCaller: variables.TOKENS_PER_DAY_PER_CALLER,
    /** Whether the limit was switched off explicitly. */
    isUnlimited: RATE_LIMIT_PER_MINUTE === 0,
    trustedProxies: TRUST_PROXY,
  }
}

/** Keys must be long if other machines can try to guess them. */
export function requireLongKeys<Name extends string>(
  name: Name,
  keys: readonly string[] = [],
  { issue }: Pick<ConfigContext<Name>, 'issue'>,
) {
  if (keys.every((key) => key.length >= MIN_KEY_CHARACTERS)) return
  issue(name, `must have at least ${MIN_KEY_CHARACTERS} characters each if other machines can call`)
}

/** Behind a proxy the service is as public as the proxy, whatever it listens on. */
function isPublicOf({ HOST, TRUST_PROXY }: Variables, { exposure, isInvalid }: Context) {
  if (exposure) return exposure === 'everybody'
  return !isLoopback(HOST) || TRUST_PROXY !== undefined || isInvalid('TRUST_PROXY')
}

function callersWithoutToken(
  { ALLOW_PUBLIC }: Variables,
  isPublic: boolean,
  { exposure, need, isInvalid }: Context,
) {
  if (ALLOW_PUBLIC) return 'anybody'
  if (!isPublic) return 'this-machine'
  if (!exposure && !CALLER_VARIABLES.some(isInvalid)) {
    const others =
      'or set AGENT_JWT_SECRET or AGENT_JWKS_URL, or ALLOW_PUBLIC=true to let anybody call'
    need('AGENT_TOKENS', `a HOST that other machines can reach, or for TRUST_PROXY (${others})`)
  }
  return 'nobody'
}

function jwtOf(variables: Variables, { need, isInvalid }: Context) {
  const { AGENT_JWT_SECRET: secret, AGENT_JWKS_URL: jwksUrl } = variables
  const { AGENT_JWT_ISSUER: issuer, AGENT_JWT_AUDIENCE: audience } = variables
  if (secret || jwksUrl) return { secret, jwksUrl, issuer, audience }
  // Setting an issuer implies that callers must authenticate.
  const reason = 'AGENT_JWT_ISSUER and AGENT_JWT_AUDIENCE, unless AGENT_JWKS_URL is set'
  if ((issuer || audience) && !isInvalid('AGENT_JWKS_URL')) need('AGENT_JWT_SECRET', reason)
  return undefined
}

function readTrustedProxies(text: string, context: z.RefinementCtx) {
  const trusted = trustedProxies(text)
  if (trusted) return trusted
  const message = 'must be the number of proxies, or their addresses and ranges separated by commas'
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}
