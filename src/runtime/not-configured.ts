import { Hono } from 'hono'
import { AppError } from '../core/error.ts'
import type { Log } from '../core/log.ts'
import { cors } from '../http/cors.ts'
import type { Env } from '../http/env.ts'
import { replyError } from '../http/reply.ts'
import { requestLog } from '../http/request-log.ts'

/** Answers every request of a Worker whose environment is invalid, and logs what is wrong with it. */
export function notConfigured(configError: unknown, log: Log): Hono<Env> {
  const app = new Hono<Env>().use(requestLog({ log, clientAddress: () => undefined }), cors(['*']))
  return app.all('*', (c) => {
    log.error('not-configured', { requestId: c.get('requestId'), error: configError })
    return replyError(c, new AppError('not-configured', 'The service is not configured.'))
  })
}
