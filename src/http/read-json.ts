import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AppError } from '../core/error.ts'
import { parseJson } from '../core/json.ts'
import type { Env } from './env.ts'

const MAX_BYTES = 1024 * 1024

const limit = bodyLimit({
  maxSize: MAX_BYTES,
  onError: () => {
    // The rest of the body stays unread, so the connection cannot be used again.
    const headers = { connection: 'close' }
    throw new AppError('payload-too-large', 'The body must not be larger than 1 MiB.', { headers })
  },
})

/** Middleware before every route that reads a body. A chunked body is read whole. */
export const limitBody: MiddlewareHandler<Env> = (c, next) =>
  limit(c, next).catch((error: unknown) => {
    throw incompleteBody(c, error)
  })

/**
 * The body as JSON, whatever its content type: that of a plain `curl -d` is a form.
 *
 * @throws AppError `invalid-request` when it is not JSON, or has more values than any request needs.
 */
export async function readJson(c: Context<Env>): Promise<unknown> {
  const { value, issue } = parseJson(await readText(c))
  if (issue) throw new AppError('invalid-request', `The body ${issue}.`)
  return value
}

/** @throws AppError `cancelled` when the caller disconnects before the body is complete. */
export function readText(c: Context<Env>): Promise<string> {
  return c.req.text().catch((error: unknown) => {
    throw incompleteBody(c, error)
  })
}

function incompleteBody(c: Context<Env>, error: unknown) {
  if (error instanceof AppError || !c.req.raw.signal.aborted) return error
  return new AppError('cancelled', 'The caller disconnected.', { cause: error })
}
