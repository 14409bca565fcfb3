import type { ServerResponse } from 'node:http'
import { post, user } from './test-services.ts'
import type { Answer, Question } from './upstream-server.ts'

/** Stands in every key of ours: it belongs in requests to upstreams alone. */
export const KEY = 'top-secret-key'
/** Stands in all that a caller says: it belongs in answers to that caller at most. */
export const SAID = 'whispered'

/** Every part asks an upstream at this address, each with a key. */
export function envWithKeys(url: string) {
  return {
    OPENAI_API_KEY: `${KEY}-openai`,
    OPENAI_BASE_URL: url,
    OPENAI_HEADERS: `x-gateway: ${KEY}-gateway`,
    PRODUCTHUNT_API_TOKEN: `${KEY}-product-hunt`,
    PRODUCTHUNT_API_URL: `${url}/graphql`,
    ALGOLIA_APP_ID: 'app',
    ALGOLIA_API_KEY: `${KEY}-algolia`,
    ALGOLIA_INDEX: 'posts',
    ALGOLIA_URL: url,
    PLATFORM_API_KEYS: `${KEY}-platform`,
    METRICS_TOKEN: `${KEY}-metrics`,
    DATABASE_AUTH_TOKEN: `${KEY}-database`,
    REDIS_URL: `redis://user:${KEY}-redis@127.0.0.1:1`,
    DATA_KEY: `${KEY}-data`.padEnd(43, 'x'),
    LOG_LEVEL: 'debug',
  }
}

/** Everything of a question that a server could quote, the key among it. */
export function quoted({ headers, path, body }: Question) {
  return JSON.stringify({ headers, path, body })
}

/** Quotes in its body and in its headers what it was asked with. */
export function quotes(status: number, type = 'application/json'): Answer {
  return (question, response) => {
    const words = quoted(question)
    const body =
      type === 'application/json'
        ? { message: words, errors: [{ error: words, message: words }], error: { message: words } }
        : undefined
    quoteHeaders(response, question, status, type).end(body ? JSON.stringify(body) : words)
  }
}

export function quoteHeaders(
  response: ServerResponse,
  { headers }: Question,
  status: number,
  type: string,
) {
  const { authorization = '', 'x-algolia-api-key': key = '', 'x-gateway': gateway = '' } = headers
  const words = `${authorization} ${key} ${gateway}`
  return response.writeHead(status, {
    ...{ 'content-type': type, 'retry-after-ms': '1', location: `/${encodeURI(words)}` },
    ...{ 'www-authenticate': words, 'x-request-id': words, 'x-rate-limit-reset': words },
    'set-cookie': words,
  })
}

type Ask = [path: string, init: RequestInit]

/** Requests that say something private wherever something can be said. */
export function whispers(routes: readonly { method: string; path: string }[]): Ask[] {
  const headers = {
    authorization: `Bearer ${SAID}`,
    cookie: `session=${SAID}`,
    ...{ 'x-api-key': SAID, 'user-agent': SAID, referer: `https://${SAID}.example/` },
  }
  const query = `q=${SAID}&timeframe=${SAID}&tz=${SAID}&limit=${SAID}&token=${SAID}`
  const call = { id: 'old', function: { name: 'searchProducts', arguments: `{"query":"${SAID}"}` } }
  const messages = [
    { role: 'system', content: SAID },
    user(`find ${SAID}`),
    { role: 'assistant', toolCalls: [call] },
    { role: 'tool', toolCallId: 'old', content: SAID },
    user(`search for ${SAID}`),
  ]
  const ids = { thread_id: 'a\n{"event":"forged"}', threadId: 'a\r\nb', runId: 'c\u2028d' }
  const bodies = [
    { messages, message: `search for ${SAID}`, ...ids },
    { messages: [{ role: SAID, content: SAID }], threadId: SAID.repeat(1_000) },
    `{"messages":[{"role":"user","content":"${SAID}`,
    SAID,
  ]

  // Hono answers the path `/*` itself with each part that is meant for all paths, twice.
  const everywhere = routes.flatMap(({ method, path }): Ask[] => {
    const address = `${path.replace('*', 'any')}?${query}`
    if (method === 'GET') return [[address, { headers }]]
    return bodies.map((body) => [address, post(body, headers)])
  })
  return [
    ...everywhere,
    [`/api/search?q=${SAID}`, { headers }],
    ['/api/top', { headers }],
    ['/api/top-week', { headers }],
    [`/nowhere?${query}`, { headers }],
    [`/api/top?${query}`, { method: 'OPTIONS', headers }],
    [`/stream?${query}`, { method: 'DELETE', headers }],
  ]
}
