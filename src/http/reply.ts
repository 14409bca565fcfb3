import type { Context } from 'hono'
import type { AppError } from '../core/error.ts'
import type { Env } from './env.ts'

type Headers = Readonly<Record<string, string>>

/** An answer in JSON. */
export function reply(c: Context<Env>, body: unknown, status = 200, headers?: Headers): Response {
  return replyText(c, JSON.stringify(body), status, headers)
}

/** An answer that is JSON already. */
export function replyText(c: Context<Env>, text: string, status = 200, headers?: Headers) {
  return respond(c.env, text, status, headers)
}

/** A failure as every route of ours tells it. */
export function replyError(c: Context<Env>, error: AppError, status?: number): Response {
  return refusal(c.env, error, status)
}

/** The same for those whom no route gets to see. */
export function refusal(
  env: Env['Bindings'],
  error: AppError,
  status: number = error.status,
): Response {
  return errorResponse(env, error, errorBody(error, env.requestId), status)
}

/** A failure in whatever words its callers read, with the headers that belong to it. */
export function errorResponse(
  env: Env['Bindings'],
  error: Pick<AppError, 'headers' | 'retryAfterMs'>,
  body: string,
  status: number,
): Response {
  return respond(env, body, status, headersOf(error))
}

/** The body of a failure, the same on all of our own routes. */
export function errorBody({ message, code }: AppError, requestId: string): string {
  return JSON.stringify({ error: message, code, requestId })
}

/** Those that belong to a failure. */
export function headersOf({
  headers,
  retryAfterMs,
}: Pick<AppError, 'headers' | 'retryAfterMs'>): Headers {
  if (retryAfterMs === undefined) return headers
  return { ...headers, 'retry-after': String(retryAfterSeconds(retryAfterMs)) }
}

/** Headers are a plain object: the Node server's fast path. */
export function respond(env: Env['Bindings'], text: string, status: number, headers?: Headers) {
  return new Response(text, { status, headers: responseHeaders(env.headers, headers) })
}

/** All headers of a response: those that every one has, and its own. */
export function responseHeaders(common: Headers, own?: Headers): Headers {
  const headers = { 'content-type': 'application/json', ...common, ...own }
  if (!common.vary || !own?.vary) return headers
  return { ...headers, vary: `${common.vary}, ${own.vary}` }
}

/** What `Retry-After` says: whole seconds, so that nobody comes too early. */
export function retryAfterSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000))
}
