import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AppError } from '../error.ts'
import type { Door } from './door.ts'

const MOST_BYTES = 1024 * 1024

/** Stands before every route that reads a body. */
export const limitBody = bodyLimit({
  maxSize: MOST_BYTES,
  onError: () => {
    // What is left of the body stays unread, so the connection serves no other request.
    const headers = { connection: 'close' }
    throw new AppError('payload-too-large', 'The body may have at most 1 MiB.', { headers })
  },
})

/**
 * The body as JSON, whatever its content type says: `curl -d` alone calls JSON a form.
 *
 * @throws AppError `invalid-request` when it is no JSON.
 */
export async function readJson(c: Context<Door>): Promise<unknown> {
  const text = await c.req.text()
  try {
    return JSON.parse(text)
  } catch {
    throw new AppError('invalid-request', 'The body must be JSON.')
  }
}
