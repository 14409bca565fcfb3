import type { Limiter } from './limiter.ts'

/** The `period` of `wrangler.toml`, which the binding does not tell. */
const PERIOD_MS = 60_000

/** The rate-limiting binding of Cloudflare Workers, as much of it as we use. */
export interface RateLimitBinding {
  limit(options: { key: string }): Promise<{ success: boolean }>
}

/** Counts for all isolates of one location. Of what is left the platform says nothing. */
export function bindingLimiter(binding: RateLimitBinding): Limiter {
  return {
    async take(key) {
      const { success } = await binding.limit({ key })
      return success ? { isAdmitted: true } : { isAdmitted: false, resetMs: PERIOD_MS }
    },
  }
}
