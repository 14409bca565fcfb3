import type { Context } from 'hono'
import * as z from 'zod'
import type { AppError } from '../core/error.ts'
import type { Env } from '../http/env.ts'
import { reply, respond } from '../http/reply.ts'
import { PlatformError } from './platform-error.ts'

/** A response in the format of the platform: `{data}`, with `{meta}` if there is any. */
export function replyData(c: Context<Env>, data: unknown, meta?: unknown): Response {
  return reply(c, { data, meta })
}

/** An error in the format of the platform. */
export function replyPlatformError(c: Context<Env>, error: PlatformError): Response {
  return reply(c, { error: errorBody(error) }, error.status, error.headers)
}

/** The same for a request that is rejected before it reaches a route. */
export function rejectRequest(env: Env['Bindings'], error: AppError): Response {
  const platformError = PlatformError.from(error)
  const text = JSON.stringify({ error: errorBody(platformError) })
  return respond(env, text, platformError.status, platformError.headers)
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
