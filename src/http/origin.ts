import type { Context } from 'hono'
import type { Env } from './env.ts'

/** The origin at which the caller reached the service: a trusted proxy may speak HTTPS for it. */
export function originOf(c: Context<Env>): string {
  const { protocol, host } = new URL(c.req.url)
  return `${c.get('isForwardedHttps') ? 'https:' : protocol}//${host}`
}
