import type { MiddlewareHandler } from 'hono'
import type { Env } from './env.ts'
import { addHeaders } from './reply.ts'

const EXPOSED_HEADERS = [
  'x-request-id',
  'x-run-id',
  'retry-after',
  'ratelimit-limit',
  'ratelimit-remaining',
  'ratelimit-reset',
  'x-ratelimit-limit-tokens',
  'x-ratelimit-remaining-tokens',
  'x-ratelimit-reset-tokens',
  'content-disposition',
  'x-source',
  'x-as-of',
  'x-stale',
  'x-next-cursor',
  'x-total',
  'x-rate-limit',
  'x-rate-limit-remaining',
  'x-rate-limit-reset',
].join(', ')

/**
 * Lets pages of these origins read every response, and answers their preflights; `*` is any origin. All
 * request headers are allowed: who may call is checked by other means.
 *
 * Hono's own middleware sets headers on the finished response, which takes as long as everything else.
 */
export function cors(origins: readonly string[]): MiddlewareHandler<Env> {
  const anyOrigin = origins.includes('*') ? allowing('*') : undefined
  const known = new Map(origins.map((origin) => [origin, { ...allowing(origin), ...VARY }]))

  return async function allowOrigins(c, next) {
    addHeaders(c, anyOrigin ?? known.get(c.req.header('origin') ?? '') ?? VARY)
    if (c.req.method !== 'OPTIONS') return next()
    addHeaders(c, {
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers': c.req.header('access-control-request-headers') ?? '*',
      'access-control-max-age': '86400',
    })
    return new Response(null, { status: 204, headers: c.get('headers') })
  }
}

const VARY = { vary: 'Origin' }

function allowing(origin: string) {
  return {
    'access-control-allow-origin': origin,
    'access-control-expose-headers': EXPOSED_HEADERS,
  }
}
