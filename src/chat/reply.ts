import type { Context } from 'hono'
import * as z from 'zod'
import type { AppError } from '../core/error.ts'
import type { Env } from '../http/env.ts'
import { reply, respond } from '../http/reply.ts'
import { PlatformError } from './platform-error.ts'

/** An answer as the platform gives it: `{data}`, with `{meta}` where there is something to say. */
export function replyData(c: Context<Env>, data: unknown, meta?: unknown): Response {
  return reply(c, { data, meta })
}

/** A failure in the platform's envelope. */
export function replyPlatformError(c: Context<Env>, failure: PlatformError): Response {
  return reply(c, { error: envelope(failure) }, failure.status, failure.headers)
}

/** The same for those whom no route gets to see. */
export function refuse(env: Env['Bindings'], error: AppError): Response {
  const failure = PlatformError.from(error)
  const text = JSON.stringify({ error: envelope(failure) })
  return respond(env, text, failure.status, failure.headers)
}

/** The part of a failure that its caller sees. */
export function envelope({ code, message, devMessage, details }: PlatformError) {
  return { code, message, devMessage, details }
}

/** What the envelope of a failure holds. */
export const ErrorFields = z.object({
  code: z.string().describe('Such as `ERR_BAD_REQUEST`.'),
  message: z.string().describe('A sentence for the caller.'),
  devMessage: z.string().describe('A sentence for the developer.'),
  details: z
    .record(z.string(), z.array(z.string()))
    .describe('What is wrong with each field, by its path.'),
})
