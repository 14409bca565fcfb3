import { Hono } from 'hono'
import { AppError } from '../core/error.ts'
import { createLog } from '../core/log.ts'
import type { Env } from '../http/env.ts'
import { replyError } from '../http/reply.ts'
import { type Fetch, requestPipeline } from '../http/request-pipeline.ts'

interface Deps {
  now(): Date
  write(line: string): void
}

/** Answers every request of a Worker whose environment is invalid, and logs what is wrong with it. */
export function notConfigured(configError: unknown, deps: Deps): Fetch {
  const log = createLog({ level: 'info', ...deps })
  const app = new Hono<Env>().all('*', (c) => {
    log.error('not-configured', { requestId: c.env.requestId, error: configError })
    return replyError(c, new AppError('not-configured', 'The service is not configured.'))
  })
  return requestPipeline(app, { log, corsOrigins: ['*'] })
}
