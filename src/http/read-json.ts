import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AppError } from '../core/error.ts'
import { parseJson } from '../core/json.ts'
import type { Env } from './env.ts'

const MAX_BYTES = 1024 * 1024

const limit = bodyLimit({
  maxSize: MAX_BYTES,
  onError: () => {
    // What is left of the body stays unread, so the connection serves no other request.
    const headers = { connection: 'close' }
    throw new AppError('payload-too-large', 'The body may have at most 1 MiB.', { headers })
  },
})

/** Stands before every route that reads a body. Of a body in chunks it reads all. */
export const limitBody: MiddlewareHandler<Env> = (c, next) =>
  limit(c, next).catch((error: unknown) => {
    throw incompleteBody(c, error)
  })

/**
 * The body as JSON, whatever its content type says: `curl -d` alone calls JSON a form.
 *
 * @throws AppError `invalid-request` when it is no JSON, or holds more than any request needs.
 */
export async function readJson(c: Context<Env>): Promise<unknown> {
  const { value, issue } = parseJson(await readText(c))
  if (issue) throw new AppError('invalid-request', `The body ${issue}.`)
  return value
}

/** @throws AppError `cancelled` when the caller leaves before the body is complete. */
export function readText(c: Context<Env>): Promise<string> {
  return c.req.text().catch((error: unknown) => {
    throw incompleteBody(c, error)
  })
}

function incompleteBody(c: Context<Env>, error: unknown) {
  if (error instanceof AppError || !c.req.raw.signal.aborted) return error
  return new AppError('cancelled', 'The caller left.', { cause: error })
}
