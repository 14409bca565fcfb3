import type { Connection } from './client-address.ts'
import {
  type JsonWebTokenDeps,
  type JsonWebTokenOptions,
  jsonWebTokens,
} from './json-web-tokens.ts'
import { staticTokens } from './static-tokens.ts'
import { tokenMissing, tokenRefused } from './unauthenticated.ts'

/** More than any token needs; longer ones are not even looked at. */
const MAX_CHARACTERS = 8_192

interface TokenOptions {
  /** Tokens that are known beforehand. */
  tokens?: readonly string[] | undefined
  jwt?: JsonWebTokenOptions | undefined
}

/** Tells who calls, or throws. */
export type Authenticate = (request: Request, connection?: Connection) => Promise<string>

/**
 * Who calls, by the token in `Authorization: Bearer …` or, from those that cannot send it, in
 * `X-API-Key: …`. Any kind of token may come in either.
 *
 * @returns nothing where no kind of token is known: then nobody is asked for one.
 * @throws AppError `unauthenticated`, or `upstream-unavailable` while a token cannot be checked.
 */
export function authenticate(
  { tokens, jwt }: TokenOptions,
  deps: JsonWebTokenDeps,
): Authenticate | undefined {
  const verifiers = [
    ...(tokens ? [staticTokens(tokens)] : []),
    ...(jwt ? [jsonWebTokens(jwt, deps)] : []),
  ]
  if (verifiers.length === 0) return undefined

  return async ({ headers }) => {
    const token = tokenIn(headers)
    if (token === undefined) throw tokenMissing()
    if (token.length > MAX_CHARACTERS) throw tokenRefused()
    for (const verify of verifiers) {
      const caller = await verify(token)
      if (caller !== undefined) return caller
    }
    throw tokenRefused()
  }
}

function tokenIn(headers: Headers) {
  const [, bearer] = headers.get('authorization')?.match(/^Bearer +(\S.*)$/i) ?? []
  return bearer ?? (headers.get('x-api-key') || undefined)
}
