/** No answer is anything but what it says it is. */
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
 * What every answer tells browsers: not to guess what it is, and which pages may read it. Those are
 * the pages of these origins; `*` is any.
 */
export function headersForBrowsers(origins: readonly string[]) {
  if (origins.includes('*')) return () => ANY_ORIGIN

  return ({ headers }: Request): Record<string, string> => {
    const origin = headers.get('origin')
    if (!origin || !origins.includes(origin)) return OTHER_ORIGIN
    return { ...ANY_ORIGIN, 'access-control-allow-origin': origin, vary: 'Origin' }
  }
}

/** A browser asks before it sends; whatever it wants to send is welcome. */
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
