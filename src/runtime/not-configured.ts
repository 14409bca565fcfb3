import { Hono } from 'hono'
import { AppError } from '../error.ts'
import { createLog } from '../log.ts'
import { type Door, door, type Fetch } from '../route/door.ts'
import { replyError } from '../route/reply.ts'

interface Deps {
  now(): Date
  write(line: string): void
}

/** Stands in where the environment is not usable and nobody sees a start fail: the log says why. */
export function notConfigured(problem: unknown, deps: Deps): Fetch {
  const log = createLog({ level: 'info', ...deps })
  const app = new Hono<Door>().all('*', (c) => {
    log.error('not-configured', { requestId: c.env.requestId, error: problem })
    return replyError(c, new AppError('not-configured', 'The service is not configured.'))
  })
  return door(app, { log, corsOrigins: ['*'] })
}
