import { decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose'
import { AppError } from '../core/error.ts'
import type { CallerId } from './caller-id.ts'
import { digest, isSameDigest } from './digest.ts'
import { type RemoteKeysDeps, remoteKeys } from './remote-keys.ts'

/** Longer tokens are rejected without a check. */
const MAX_TOKEN_CHARACTERS = 8_192

export interface Caller {
  id: string
  /** Whether it may name the user whom it asks for, as a chat platform does. */
  speaksForUsers: boolean
}

interface StaticToken {
  token: string
  speaksForUsers: boolean
}

interface TokenOptions {
  tokens?: readonly StaticToken[] | undefined
  jwt?: JsonWebTokenOptions | undefined
}

/** Identifies the caller, or throws. */
export type Authenticate = (headers: Headers) => Promise<Caller>

/**
 * Identifies a caller by the token in `Authorization: Bearer …` or, for clients that cannot send
 * that, in `X-API-Key: …`. Either may hold any kind of token.
 *
 * @returns undefined if no tokens are configured, so that none is required.
 * @throws AppError `unauthenticated`, or `upstream-unavailable` while a token cannot be checked.
 */
export function authenticate(
  { tokens, jwt }: TokenOptions,
  deps: AuthenticateDeps,
): Authenticate | undefined {
  const verifiers = [
    ...(tokens ? [staticTokens(tokens, deps)] : []),
    ...(jwt ? [jsonWebTokens(jwt, deps)] : []),
  ]
  if (verifiers.length === 0) return undefined

  return async (headers) => {
    const token = tokenIn(headers)
    if (token === undefined) throw missingToken()
    if (token.length > MAX_TOKEN_CHARACTERS) throw invalidToken()
    for (const verify of verifiers) {
      const caller = await verify(token)
      if (caller !== undefined) return caller
    }
    throw invalidToken()
  }
}

function tokenIn(headers: Headers) {
  const [, bearer] = headers.get('authorization')?.match(/^Bearer +(\S.*)$/i) ?? []
  return bearer ?? (headers.get('x-api-key') || undefined)
}

/** The caller that a token belongs to; undefined for a token of another kind. */
type Verify = (token: string) => Promise<Caller | undefined>

/** Static tokens. A caller is whoever sends the same one, wherever it is in the list. */
function staticTokens(tokens: readonly StaticToken[], { callerId }: AuthenticateDeps): Verify {
  const known = Promise.all(tokens.map(({ token }) => digest(token)))

  return async (token) => {
    const sent = await digest(token)
    // All are compared, so that timing does not reveal which one matched.
    const matches = await Promise.all((await known).map((hash) => isSameDigest(hash, sent)))
    const found = tokens[matches.indexOf(true)]
    if (!found) return undefined
    return { id: `token-${await callerId(token)}`, speaksForUsers: found.speaksForUsers }
  }
}

/** The difference that the clock of a token issuer may have from ours. */
const TOLERANCE_S = 30

// Each key is only used with its kind of algorithm. Otherwise a public key could serve as a secret.
const SECRET_ALGORITHM = 'HS256'
const PUBLIC_ALGORITHMS =
  'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ')

interface JsonWebTokenOptions {
  /** Shared with the issuer, for HS256. */
  secret?: string | undefined
  /** The URL of the issuer's public keys. */
  jwksUrl?: string | undefined
  issuer?: string | undefined
  audience?: string | undefined
}

interface AuthenticateDeps extends RemoteKeysDeps {
  callerId: CallerId
  /** Decides whether a token has expired. */
  now(): Date
}

/**
 * JSON Web Tokens (RFC 7519), verified according to RFC 8725. They must have an expiry. A caller is
 * whoever has the same subject.
 *
 * @throws AppError `unauthenticated`, or `upstream-unavailable` while the keys cannot be fetched.
 */
function jsonWebTokens(options: JsonWebTokenOptions, deps: AuthenticateDeps): Verify {
  const { secret, jwksUrl, issuer, audience } = options
  const claims = {
    ...(issuer !== undefined && { issuer }),
    ...(audience !== undefined && { audience }),
    requiredClaims: ['exp'],
    clockTolerance: TOLERANCE_S,
  }
  const bySecret = secret === undefined ? undefined : hmacKey(secret)
  const byPublicKey = jwksUrl && {
    getKey: remoteKeys(jwksUrl, deps),
    algorithms: PUBLIC_ALGORITHMS,
  }

  const check = async (token: string): Promise<JWTPayload> => {
    const { alg } = decodeProtectedHeader(token)
    const way = alg === SECRET_ALGORITHM ? (bySecret ?? byPublicKey) : (byPublicKey ?? bySecret)
    if (!way) throw new errors.JOSEAlgNotAllowed()
    const { getKey, algorithms } = way
    const checks = { ...claims, algorithms, currentDate: deps.now() }
    return (await jwtVerify(token, getKey, checks)).payload
  }

  return async (token) => {
    if (token.split('.').length !== 3) return undefined
    const { iss, sub } = await check(token).catch(toTokenError)
    const id = `user-${await deps.callerId(JSON.stringify([iss, sub ?? token]))}`
    return { id, speaksForUsers: false }
  }
}

function hmacKey(secret: string) {
  const bytes = new TextEncoder().encode(secret)
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify'])
  return { getKey: () => key, algorithms: [SECRET_ALGORITHM] }
}

function toTokenError(error: unknown): never {
  if (error instanceof errors.JWTExpired) throw invalidToken('The token has expired.', error)
  if (error instanceof errors.JOSEError || error instanceof TypeError) {
    throw invalidToken(undefined, error)
  }
  throw error
}

// RFC 6750, section 3: a request without a token gets a challenge without an error.
const CHALLENGE = 'Bearer realm="launchboard"'
const INVALID = `${CHALLENGE}, error="invalid_token"`

const TOKEN_REQUIRED = 'A token is required: send Authorization: Bearer … or X-API-Key: …'

export function missingToken(message = TOKEN_REQUIRED): AppError {
  return new AppError('unauthenticated', message, { headers: { 'www-authenticate': CHALLENGE } })
}

/** `cause` says why, for the log. */
function invalidToken(message = 'The token is invalid.', cause?: unknown): AppError {
  return new AppError('unauthenticated', message, {
    headers: { 'www-authenticate': INVALID },
    cause,
  })
}
