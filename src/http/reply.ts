import type { Context } from 'hono'
import type { AppError } from '../core/error.ts'
import type { Env } from './env.ts'

type Headers = Readonly<Record<string, string>>

/** A JSON response. */
export function reply(c: Context<Env>, body: unknown, status = 200, headers?: Headers): Response {
  return replyText(c, JSON.stringify(body), status, headers)
}

/** A response whose body is already serialized: JSON unless its headers say otherwise. */
export function replyText(c: Context<Env>, text: string, status = 200, headers?: Headers) {
  return respond(c.env, text, status, headers)
}

/** An error response in the format of our own routes. */
export function replyError(c: Context<Env>, error: AppError, status?: number): Response {
  return respondError(c.env, error, status)
}

/** The same for a request that is rejected before it reaches a route. */
export function respondError(
  env: Env['Bindings'],
  error: AppError,
  status: number = error.status,
): Response {
  return respondErrorText(env, error, errorBody(error, env.requestId), status)
}

/** An error response with a body in another format, and the headers of the error. */
export function respondErrorText(
  env: Env['Bindings'],
  error: Pick<AppError, 'headers' | 'retryAfterMs'>,
  body: string,
  status: number,
): Response {
  return respond(env, body, status, headersOf(error))
}

/** The body of an error on our own routes. */
export function errorBody({ message, code }: AppError, requestId: string): string {
  return JSON.stringify({ error: message, code, requestId })
}

/** The response headers of an error. */
export function headersOf({
  headers,
  retryAfterMs,
}: Pick<AppError, 'headers' | 'retryAfterMs'>): Headers {
  if (retryAfterMs === undefined) return headers
  return { ...headers, 'retry-after': String(retryAfterSeconds(retryAfterMs)) }
}

/** Headers are a plain object, for which the Node server has a fast path. */
export function respond(env: Env['Bindings'], text: string, status: number, headers?: Headers) {
  return new Response(text, { status, headers: responseHeaders(env.headers, headers) })
}

/** All headers of a response: those that every response has, and its own. */
export function responseHeaders(common: Headers, own?: Headers): Headers {
  const headers = { 'content-type': 'application/json', ...common, ...own }
  if (!common.vary || !own?.vary) return headers
  return { ...headers, vary: `${common.vary}, ${own.vary}` }
}

/** The value of `Retry-After`: seconds, rounded up so that nobody retries too early. */
export function retryAfterSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000))
}
