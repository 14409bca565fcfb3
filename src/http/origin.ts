import type { Context } from 'hono'

/** The origin at which the caller reached the service: a proxy in front of it may speak HTTPS for it. */
export function originOf(c: Context): string {
  const { protocol, host } = new URL(c.req.url)
  const isSecure = c.req.header('x-forwarded-proto') === 'https'
  return `${isSecure ? 'https:' : protocol}//${host}`
}
