import type { ErrorHandler } from 'hono'
import * as z from 'zod'
import type { Log } from '../core/log.ts'
import type { Env } from '../http/env.ts'
import { reply } from '../http/reply.ts'
import { PlatformError } from './platform-error.ts'

/** Answers errors in the format of the platform, and logs the cause of those that are ours. */
export function platformErrors({ log }: { log: Log }): ErrorHandler<Env> {
  return (thrown, c) => {
    const error = PlatformError.from(thrown)
    if (error.status >= 500 && error.cause) {
      log.error('request-failed', { requestId: c.get('requestId'), error: error.cause })
    }
    return reply(c, { error: errorBody(error) }, error.status, error.headers)
  }
}

/** The part of an error that is sent to the caller. */
export function errorBody({ code, message, devMessage, details }: PlatformError) {
  return { code, message, devMessage, details }
}

/** The schema of that part. */
export const ErrorFields = z.object({
  code: z.string().describe('Such as `ERR_BAD_REQUEST`.'),
  message: z.string().describe('What went wrong, for users.'),
  devMessage: z.string().describe('More about it, for developers.'),
  details: z
    .record(z.string(), z.array(z.string()))
    .describe('What is wrong with each field, by path.'),
})
