/** The headers by which a browser lets pages of these origins read an answer; `*` is any. */
export function cors(origins: readonly string[]) {
  if (origins.includes('*')) return () => ANY_ORIGIN

  return ({ headers }: Request): Record<string, string> => {
    const origin = headers.get('origin')
    if (!origin || !origins.includes(origin)) return { vary: 'Origin' }
    return { ...ANY_ORIGIN, 'access-control-allow-origin': origin, vary: 'Origin' }
  }
}

const ANY_ORIGIN = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': [
    ...['x-request-id', 'retry-after', 'ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'],
    ...['content-disposition', 'x-source', 'x-as-of', 'x-stale'],
    ...['x-rate-limit', 'x-rate-limit-remaining', 'x-rate-limit-reset'],
  ].join(', '),
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
