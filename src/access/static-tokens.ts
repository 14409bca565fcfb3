import { digest, isSameDigest } from './digest.ts'
import type { Verify } from './verify.ts'

/**
 * Tokens that are known beforehand. A caller goes by the place of its token in the list, which
 * tells nothing of the token.
 */
export function staticTokens(tokens: readonly string[]): Verify {
  const known = Promise.all(tokens.map(digest))

  return async (token) => {
    const sent = await digest(token)
    // All are compared, so that the time does not tell which of them it was.
    const matches = (await known).map((one) => isSameDigest(one, sent))
    const at = matches.indexOf(true)
    return at < 0 ? undefined : `token-${at + 1}`
  }
}
