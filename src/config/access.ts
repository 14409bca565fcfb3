import * as z from 'zod'
import { trustedProxies } from '../access/trusted-proxies.ts'
import { isLoopback } from './is-loopback.ts'
import { Address, Listed } from './variable.ts'

/** RFC 7518, section 3.2: as long as the digest. */
const LEAST_SECRET_BYTES = 32
const PUBLIC_PER_MINUTE = 300

const Token = z.string().regex(/^[\x21-\x7e]+$/, 'must be tokens, with commas between them')

/** The variables that say who may call. */
export const AccessVariables = z.object({
  AGENT_TOKENS: Listed.pipe(z.array(Token)).optional(),
  AGENT_JWT_SECRET: z
    .string()
    .refine(
      (secret) => new TextEncoder().encode(secret).length >= LEAST_SECRET_BYTES,
      `must have at least ${LEAST_SECRET_BYTES} bytes`,
    )
    .optional(),
  AGENT_JWKS_URL: Address.optional(),
  AGENT_JWT_ISSUER: z.string().optional(),
  AGENT_JWT_AUDIENCE: z.string().optional(),
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(0).optional(),
  TRUST_PROXY: z.string().transform(readTrustedProxies).optional(),
  ALLOW_PUBLIC: z
    .enum(['true', 'false'])
    .default('false')
    .transform((said) => said === 'true'),
})

type Variables = z.infer<typeof AccessVariables> & { HOST: string }
type Need = (name: keyof Variables, reason: string) => never

export function accessOf(variables: Variables, need: Need) {
  const { HOST, ALLOW_PUBLIC, AGENT_TOKENS: tokens, RATE_LIMIT_PER_MINUTE, TRUST_PROXY } = variables
  const jwt = jwtOf(variables, need)
  const isPublic = !isLoopback(HOST)
  if (isPublic && !tokens && !jwt && !ALLOW_PUBLIC) {
    const others = 'AGENT_JWT_SECRET or AGENT_JWKS_URL will do, ALLOW_PUBLIC=true lets anybody call'
    need('AGENT_TOKENS', `a HOST that others can reach (${others})`)
  }
  return {
    tokens,
    jwt,
    /** 0 is no limit. */
    perMinute: RATE_LIMIT_PER_MINUTE ?? (isPublic ? PUBLIC_PER_MINUTE : 0),
    /** Whether somebody asked that there be no limit. */
    isUnlimited: RATE_LIMIT_PER_MINUTE === 0,
    trustedProxies: TRUST_PROXY,
  }
}

function jwtOf(variables: Variables, need: Need) {
  const { AGENT_JWT_SECRET: secret, AGENT_JWKS_URL: jwksUrl } = variables
  const { AGENT_JWT_ISSUER: issuer, AGENT_JWT_AUDIENCE: audience } = variables
  if (secret || jwksUrl) return { secret, jwksUrl, issuer, audience }
  // Who names an issuer believes that callers are checked.
  const reason = 'AGENT_JWT_ISSUER and AGENT_JWT_AUDIENCE, unless there is AGENT_JWKS_URL'
  if (issuer || audience) need('AGENT_JWT_SECRET', reason)
  return undefined
}

function readTrustedProxies(text: string, context: z.RefinementCtx) {
  const trusted = trustedProxies(text)
  if (trusted) return trusted
  const message = 'must be a number of proxies, or their addresses and ranges with commas between'
  context.addIssue({ code: 'custom', message })
  return z.NEVER
}
