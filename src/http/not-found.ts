import type { Context, Hono, NotFoundHandler } from 'hono'
import { methodNotAllowed } from 'hono/method-not-allowed'
import { AppError } from '../core/error.ts'
import { excerpt } from '../core/printable.ts'
import type { Env } from './env.ts'

const MAX_PATH = 100

interface Page {
  /** The page for a browser, which is not found either. */
  show(c: Context<Env>, status: 404): Promise<Response>
}

/**
 * Answers 404, or 405 with `Allow` where the path has other methods. Hono's middleware finds them; it
 * runs here rather than before every route because only what is not found needs it.
 *
 * @throws AppError `not-found` or `method-not-allowed`.
 */
export function notFound(app: Hono<Env>, page?: Page): NotFoundHandler<Env> {
  const checkMethod = methodNotAllowed({
    app,
    onMethodNotAllowed(c, methods) {
      const allow = methods.join(', ')
      const message = `${requestOf(c.req)} is not allowed: the method must be ${methods.join(' or ')}.`
      throw new AppError('method-not-allowed', message, { headers: { allow } })
    },
  })

  return async (c) => {
    c.res = new Response(null, { status: 404 })
    await checkMethod(c, async () => {})
    if (!page || !wantsHtml(c.req.raw) || c.get('replyError')) {
      const message = `Not found: ${requestOf(c.req)}. /openapi.json lists the routes.`
      throw new AppError('not-found', message)
    }
    c.res = undefined // Hono would add its headers to the page's
    c.res = await page.show(c, 404)
    return c.res
  }
}

/** Routes that end at their paths: other methods are not passed on to what is mounted after them. */
export function ending(routes: Hono<Env>): Hono<Env> {
  for (const path of new Set(routes.routes.map(({ path }) => path))) {
    routes.all(path, (c) => c.notFound())
  }
  return routes
}

function requestOf({ method, path }: { method: string; path: string }) {
  return `${method} ${excerpt(path, MAX_PATH)}`
}

/** Whether a browser navigates to this address: programs accept anything, or JSON. */
export function wantsHtml({ method, headers }: Request): boolean {
  return method === 'GET' && (headers.get('accept') ?? '').includes('text/html')
}
