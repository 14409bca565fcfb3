const NO_SNIFFING = { 'x-content-type-options': 'nosniff' }

const ANY_ORIGIN = {
  ...NO_SNIFFING,
  'access-control-allow-origin': '*',
  'access-control-expose-headers': [
    ...['x-request-id', 'retry-after', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'],
    ...['content-disposition', 'x-source', 'x-as-of', 'x-stale'],
    ...['x-rate-limit', 'x-rate-limit-remaining', 'x-rate-limit-reset'],
  ].join(', '),
}

const OTHER_ORIGIN = { ...NO_SNIFFING, vary: 'Origin' }

/**
 * The headers that every response has for browsers: they must not guess its type, and only pages of
 * these origins may read it. `*` is any origin.
 */
export function headersForBrowsers(origins: readonly string[]) {
  if (origins.includes('*')) return () => ANY_ORIGIN

  return ({ headers }: Request): Record<string, string> => {
    const origin = headers.get('origin')
    if (!origin || !origins.includes(origin)) return OTHER_ORIGIN
    return { ...ANY_ORIGIN, 'access-control-allow-origin': origin, vary: 'Origin' }
  }
}

/** Answers a preflight. All headers are allowed: who may call is checked by other means. */
export function preflight(request: Request, headers: Readonly<Record<string, string>>): Response {
  const wanted = request.headers.get('access-control-request-headers')
  return new Response(null, {
    status: 204,
    headers: {
      ...headers,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers': wanted ?? '*',
      'access-control-max-age': '86400',
    },
  })
}
