import type { Context } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { AppError } from '../error.ts'
import { parseJson } from '../json-limits.ts'
import type { Door } from './door.ts'

const MAX_BYTES = 1024 * 1024

/** Stands before every route that reads a body. */
export const limitBody = bodyLimit({
  maxSize: MAX_BYTES,
  onError: () => {
    // What is left of the body stays unread, so the connection serves no other request.
    const headers = { connection: 'close' }
    throw new AppError('payload-too-large', 'The body may have at most 1 MiB.', { headers })
  },
})

/**
 * The body as JSON, whatever its content type says: `curl -d` alone calls JSON a form.
 *
 * @throws AppError `invalid-request` when it is no JSON, or holds more than any request needs.
 */
export async function readJson(c: Context<Door>): Promise<unknown> {
  const { value, issue } = parseJson(await c.req.text())
  if (issue) throw new AppError('invalid-request', `The body ${issue}.`)
  return value
}
