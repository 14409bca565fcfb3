import type { Context, Hono, NotFoundHandler } from 'hono'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { AppError } from '../core/error.ts'
import type { Env } from './env.ts'
import { replyError } from './reply.ts'

/**
 * 404, or 405 with `Allow` where the address answers other methods. Hono's middleware finds that
 * out; it runs here, and not before every route, because only what is not found needs it.
 */
export function nothingHere(
  app: Hono<Env>,
  refuse: (c: Context<Env>, error: AppError) => Response = replyError,
): NotFoundHandler<Env> {
  const tellMethods = methodNotAllowed({
    app,
    onMethodNotAllowed: (c, methods) => {
      const allow = methods.join(', ')
      const message = `This address answers to ${allow} alone.`
      return refuse(c, new AppError('method-not-allowed', message, { headers: { allow } }))
    },
  })

  return async (c) => {
    c.res = refuse(c, new AppError('not-found', 'There is nothing at this address.'))
    await tellMethods(c, async () => {})
    return c.res
  }
}
