import type { AppError } from '../../error.ts'
import { credentialsRefused, rateLimited } from '../../upstream/refusal.ts'
import { unreadable } from '../../upstream/unreadable.ts'
import type { Problem } from './posts-answer.ts'
import { rateLimitWait } from './rate-limit-wait.ts'

interface Failed {
  upstream: string
  problems: readonly Problem[]
  headers: Headers
}

/** The failure behind an answer with errors, or with nothing at all, in the place of its posts. */
export function answerFailure({ upstream, problems, headers }: Failed): AppError {
  const names = problems.map(({ error }) => error)
  if (names.includes('rate_limit_reached')) {
    const wait = rateLimitWait(headers, problems)
    return rateLimited(upstream, wait, new Error('rate_limit_reached'))
  }
  if (names.includes('invalid_oauth_token')) {
    return credentialsRefused(upstream, new Error('invalid_oauth_token'))
  }
  return unreadable(upstream, `no posts, ${problems.length} errors`)
}
