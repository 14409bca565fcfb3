import type { Handler, Hono } from 'hono'
import { methodNotAllowed } from 'hono/method-not-allowed'
import type { Door } from '../route/door.ts'
import { PlatformFailure } from './failure.ts'
import { replyFailure } from './reply.ts'

/** 404, or 405 with `Allow`, as the platform tells them. It stands behind every other route. */
export function nothingHere(app: Hono<Door>): Handler<Door> {
  const tellMethods = methodNotAllowed({
    app,
    onMethodNotAllowed: (c, methods) => {
      const allow = methods.join(', ')
      const message = `This address answers to ${allow} alone.`
      const headers = { allow }
      return replyFailure(c, new PlatformFailure('ERR_METHOD_NOT_ALLOWED', message, { headers }))
    },
  })

  return async (c) => {
    const message = 'There is nothing at this address.'
    c.res = replyFailure(c, new PlatformFailure('ERR_API_NOT_FOUND', message))
    await tellMethods(c, async () => {})
    return c.res
  }
}
