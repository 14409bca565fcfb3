import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose'
import { digest } from './digest.ts'
import { type RemoteKeysDeps, remoteKeys } from './remote-keys.ts'
import { tokenRefused } from './unauthenticated.ts'
import type { Verify } from './verify.ts'

/** The clocks of those who issue tokens and ours may differ by this. */
const TOLERANCE_S = 30

// A key is used with the algorithms of its kind alone: else a public key would pass for a secret.
const SECRET_ALGORITHM = 'HS256'
const PUBLIC_ALGORITHMS = [
  ...['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'],
  ...['ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
]

export interface JsonWebTokenOptions {
  /** Shared with the one who issues them, for HS256. */
  secret?: string | undefined
  /** Where the public keys are, for signatures with a private one. */
  jwksUrl?: string | undefined
  issuer?: string | undefined
  audience?: string | undefined
}

export interface JsonWebTokenDeps extends RemoteKeysDeps {
  /** By which a token has expired or not. */
  now(): Date
}

/**
 * JSON Web Tokens (RFC 7519), as RFC 8725 wants them checked. They must expire. A caller goes by
 * the fingerprint of its subject.
 *
 * @throws AppError `unauthenticated`, or `upstream-unavailable` while the keys cannot be had.
 */
export function jsonWebTokens(options: JsonWebTokenOptions, deps: JsonWebTokenDeps): Verify {
  const { secret, jwksUrl, issuer, audience } = options
  const claims = {
    ...(issuer !== undefined && { issuer }),
    ...(audience !== undefined && { audience }),
    requiredClaims: ['exp'],
    clockTolerance: TOLERANCE_S,
  }
  const secretKey = secret === undefined ? undefined : hmacKey(secret)
  const publicKeys = jwksUrl === undefined ? undefined : remoteKeys(jwksUrl, deps)

  const check = async (token: string): Promise<JWTPayload> => {
    const { alg } = decodeProtectedHeader(token)
    const checks = { ...claims, currentDate: deps.now() }
    if (secretKey && (alg === SECRET_ALGORITHM || !publicKeys)) {
      const algorithms = [SECRET_ALGORITHM]
      return (await jwtVerify(token, await secretKey, { ...checks, algorithms })).payload
    }
    if (!publicKeys) throw new errors.JOSEAlgNotAllowed()
    const algorithms = PUBLIC_ALGORITHMS
    return (await jwtVerify(token, publicKeys, { ...checks, algorithms })).payload
  }

  return async (token) => {
    if (token.split('.').length !== 3) return undefined
    const { iss, sub } = await check(token).catch(refuse)
    return `user-${await fingerprint(JSON.stringify([iss, sub ?? token]))}`
  }
}

function hmacKey(secret: string) {
  const bytes = new TextEncoder().encode(secret)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  return crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify'])
}

function refuse(error: unknown): never {
  if (error instanceof errors.JWTExpired) throw tokenRefused('The token has expired.', error)
  if (error instanceof errors.JOSEError || error instanceof TypeError) {
    throw tokenRefused(undefined, error)
  }
  throw error
}

/** A quarter of a digest: enough to tell callers apart, too little to name one. */
async function fingerprint(text: string) {
  const bytes = (await digest(text)).slice(0, 8)
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
