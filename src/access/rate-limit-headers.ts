import type { Taken } from './limiter.ts'

/**
 * The three fields of draft-ietf-httpapi-ratelimit-headers up to its version 06, which clients
 * know; later versions fold them into one structured `RateLimit`. Only what is known is said, and
 * `RateLimit-Reset` is in seconds from now.
 */
export function rateLimitHeaders({ limit, remaining, resetMs }: Taken): Record<string, string> {
  if (limit === undefined || remaining === undefined || resetMs === undefined) return {}
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(Math.ceil(resetMs / 1000)),
  }
}
