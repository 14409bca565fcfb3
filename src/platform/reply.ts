import type { Context } from 'hono'
import type { AppError } from '../error.ts'
import type { Door } from '../route/door.ts'
import { reply, respond } from '../route/reply.ts'
import { PlatformFailure } from './failure.ts'

/** An answer as the platform gives it: `{data}`, with `{meta}` where there is something to say. */
export function replyData(c: Context<Door>, data: unknown, meta?: unknown): Response {
  return reply(c, { data, meta })
}

/** A failure in the platform's envelope. */
export function replyFailure(c: Context<Door>, failure: PlatformFailure): Response {
  return reply(c, { error: envelope(failure) }, failure.status, failure.headers)
}

/** The same for those whom no route gets to see. */
export function refuse(env: Door['Bindings'], error: AppError): Response {
  const failure = PlatformFailure.from(error)
  const text = JSON.stringify({ error: envelope(failure) })
  return respond(env, text, failure.status, failure.headers)
}

/** What a caller is told of a failure. */
export function envelope({ code, message, devMessage, details }: PlatformFailure) {
  return { code, message, devMessage, details }
}
