import type { Context, Hono, NotFoundHandler } from 'hono'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { AppError } from '../core/error.ts'
import { excerpt } from '../core/printable.ts'
import type { Env } from './env.ts'
import { replyError } from './reply.ts'

const MAX_PATH = 100

/**
 * Answers 404, or 405 with `Allow` where the path has other methods. Hono's middleware finds them; it
 * runs here rather than before every route because only what is not found needs it.
 */
export function notFound(
  app: Hono<Env>,
  respond: (c: Context<Env>, error: AppError) => Response = replyError,
): NotFoundHandler<Env> {
  const checkMethod = methodNotAllowed({
    app,
    onMethodNotAllowed(c, methods) {
      const allow = methods.join(', ')
      const message = `${requestOf(c)} is not allowed: the method must be ${methods.join(' or ')}.`
      return respond(c, new AppError('method-not-allowed', message, { headers: { allow } }))
    },
  })

  return async (c) => {
    const message = `Not found: ${requestOf(c)}. /openapi.json lists the routes.`
    c.res = respond(c, new AppError('not-found', message))
    await checkMethod(c, async () => {})
    return c.res
  }
}

function requestOf({ req }: Context<Env>) {
  return `${req.method} ${excerpt(req.path, MAX_PATH)}`
}
