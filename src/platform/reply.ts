import type { Context } from 'hono'
import type { Door } from '../route/door.ts'
import { reply } from '../route/reply.ts'
import type { PlatformFailure } from './failure.ts'

/** An answer as the platform gives it: `{data}`, with `{meta}` where there is something to say. */
export function replyData(c: Context<Door>, data: unknown, meta?: unknown): Response {
  return reply(c, { data, meta })
}

/** A failure in the platform's envelope. */
export function replyFailure(c: Context<Door>, failure: PlatformFailure): Response {
  return reply(c, { error: envelope(failure) }, failure.status, failure.headers)
}

/** What a caller is told of a failure. */
export function envelope({ code, message, devMessage, details }: PlatformFailure) {
  return { code, message, devMessage, details }
}
