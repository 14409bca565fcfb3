import type { Context } from 'hono'
import type { Env } from './env.ts'
import { addHeaders } from './reply.ts'

/**
 * The origin of the service for others. Where none is configured it is that at which the caller reached
 * it, as a trusted proxy says: anybody can send any `Host`, so no cache may keep the answer for others.
 */
export function originOf(c: Context<Env>): string {
  const known = c.get('publicUrl')
  if (known !== undefined) return known
  const { 'cache-control': cache = 'private, no-cache' } = c.get('headers')
  addHeaders(c, { 'cache-control': cache })
  const { protocol, host } = new URL(c.req.url)
  return `${c.get('isForwardedHttps') ? 'https:' : protocol}//${host}`
}
