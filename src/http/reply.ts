import type { Context } from 'hono'
import type { AppError } from '../core/error.ts'
import { jsonText } from '../core/json.ts'
import type { Env } from './env.ts'

type Headers = Readonly<Record<string, string>>

/** A JSON response. */
export function replyJson(
  c: Context<Env>,
  body: unknown,
  status = 200,
  headers?: Headers,
): Response {
  return replyText(c, jsonText(body), status, headers)
}

/** A response whose body is already serialized: JSON unless its headers say otherwise. */
export function replyText(c: Context<Env>, text: string, status = 200, headers?: Headers) {
  return new Response(text, { status, headers: responseHeaders(c, headers) })
}

/** An error response in the format of our own routes. */
export function replyError(c: Context<Env>, error: AppError, status?: number): Response {
  const { message, code } = error
  const described = OAUTH_PATH.test(c.req.path) && { error_description: message }
  const body = { error: message, ...described, code, requestId: c.get('requestId') }
  return replyText(c, JSON.stringify(body), status ?? error.status, headersOf(error))
}

/** Where clients of MCP look for OAuth. They show `error_description`, and nothing of `error`. */
const OAUTH_PATH = /^\/(?:register|authorize|token|mcp|\.well-known\/.*)$/

/** The response headers of an error. */
export function headersOf({
  headers,
  retryAfterMs,
}: Pick<AppError, 'headers' | 'retryAfterMs'>): Headers {
  if (retryAfterMs === undefined) return headers
  return { ...headers, 'retry-after': String(retryAfterSeconds(retryAfterMs)) }
}

/** Adds to the headers of the response to come: setting them on a finished response is slow. */
export function addHeaders(c: Context<Env>, headers: Headers): void {
  c.set('headers', { ...c.get('headers'), ...headers })
}

/**
 * All headers of a response, which is JSON unless its own say otherwise, and those that every response
 * has. They are a plain object, for which the Node server has a fast path.
 */
export function responseHeaders(c: Context<Env>, own?: Headers): Headers {
  const common = c.get('headers')
  const headers = { 'content-type': 'application/json', ...common, ...own }
  if (!common?.vary || !own?.vary) return headers
  return { ...headers, vary: `${common.vary}, ${own.vary}` }
}

/** The value of `Retry-After`: seconds, rounded up so that nobody retries too early. */
export function retryAfterSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000))
}
