import type { ParsedHeaders } from '../access/client-address.ts'
import { elapsedMs } from '../core/elapsed-ms.ts'
import { headersForBrowsers } from './cors.ts'
import { responseHeaders } from './reply.ts'
import { nextRequestId } from './request-id.ts'
import type { PipelineDeps } from './request-pipeline.ts'
import type { CachedResponse, ResponseCache } from './response-cache.ts'

/** The head of a request as a server has parsed it. */
export interface RequestHead {
  readonly method?: string | undefined
  /** The request target: a path with its query. */
  readonly url?: string | undefined
  readonly headers: ParsedHeaders
}

/** A complete response with status 200. Its headers are reused, so write it before asking for the next. */
export interface ReadyResponse {
  /** Names and values, alternating. */
  readonly headers: readonly string[]
  readonly text: string
  /** Whether every character of the text is ASCII. */
  readonly isAscii: boolean
}

/** Returns undefined for a request that must go through the router. */
export type AnswerCached = (head: RequestHead) => ReadyResponse | undefined

/**
 * The hot path: answers a request from the response cache, given only its head. Creating a `Request`,
 * routing it and creating a `Response` would cost nearly as much as node:http itself.
 *
 * Callers, the log and the metrics see no difference: everything that the pipeline does for each request
 * is done here too. Requests that must be authenticated, limited or rejected go through the pipeline.
 */
export function answerCached(deps: PipelineDeps & { responses: ResponseCache }): AnswerCached {
  const { log, corsOrigins, screen, access, isOverloaded, responses } = deps
  if (access) return () => undefined
  const browserHeaders = headersForBrowsers(corsOrigins)
  const ready = new WeakMap<CachedResponse, Template>()

  const templateOf = (response: CachedResponse, common: Headers) => {
    const known = ready.get(response)
    if (known?.common === common) return known
    const made = createTemplate(response, common)
    ready.set(response, made)
    return made
  }

  return ({ method, url, headers }) => {
    const started = performance.now()
    const { host, accept } = headers
    if (method !== 'GET' || url === undefined || typeof host !== 'string') return undefined
    const response = responses.get(url, typeof accept === 'string' ? accept : undefined)
    // `screen` reads the host from its header, which is there.
    if (!response || screen?.(url, headers) || isOverloaded?.()) return undefined

    const requestId = nextRequestId()
    const template = templateOf(response, browserHeaders(headers))
    template.headers[template.requestIdAt] = requestId
    const { path } = response
    log.info('request', { requestId, method, path, status: 200, ms: elapsedMs(started) })
    return template
  }
}

type Headers = Readonly<Record<string, string>>

/** A response for all callers who get the same headers, with a place for the id of the request. */
interface Template extends ReadyResponse {
  readonly common: Headers
  readonly headers: string[]
  readonly requestIdAt: number
}

function createTemplate({ text, headers: own }: CachedResponse, common: Headers): Template {
  const { length } = new TextEncoder().encode(text)
  const all = responseHeaders({ 'x-request-id': '', ...common }, own)
  const headers = Object.entries({ ...all, 'content-length': String(length) }).flat()
  const requestIdAt = headers.indexOf('x-request-id') + 1
  return { common, headers, requestIdAt, text, isAscii: length === text.length }
}
