import type { Context } from 'hono'
import type { AppError } from '../error.ts'
import type { Door } from './door.ts'

type Headers = Readonly<Record<string, string>>

/** An answer in JSON. */
export function reply(c: Context<Door>, body: unknown, status = 200, headers?: Headers): Response {
  return replyText(c, JSON.stringify(body), status, headers)
}

/** An answer that is JSON already. Headers are a plain object: the Node server's fast path. */
export function replyText(c: Context<Door>, text: string, status = 200, headers?: Headers) {
  return new Response(text, {
    status,
    headers: { 'content-type': 'application/json', ...c.env.headers, ...headers },
  })
}

/** A failure as every route of ours tells it. */
export function replyError(c: Context<Door>, error: AppError): Response {
  const { message, code, status, headers, retryAfterMs } = error
  const wait = retryAfterMs === undefined ? {} : { 'retry-after': seconds(retryAfterMs) }
  const body = { error: message, code, requestId: c.env.requestId }
  return reply(c, body, status, { ...headers, ...wait })
}

function seconds(ms: number) {
  return String(Math.max(1, Math.ceil(ms / 1000)))
}
