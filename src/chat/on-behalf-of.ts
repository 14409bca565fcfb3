import type { Context } from 'hono'
import * as z from 'zod'
import type { Env } from '../http/env.ts'
import { check } from './check.ts'
import { Id } from './field.ts'

const WITH_TOKEN = "With an auth token the call is its user's, and this must be absent."

/** The header as OpenAPI describes it, where a call may be made on behalf of nobody. */
export const OnBehalfOf = z.object({
  onBehalfOf: Id.optional().describe(
    `The uid of the user on whose behalf the call is made. ${WITH_TOKEN}`,
  ),
})

/** The same where every call is somebody's. */
export const OnBehalfOfSomeone = z.object({
  onBehalfOf: Id.optional()
    .describe(
      `The uid of the user on whose behalf the call is made: required with an API key. ${WITH_TOKEN}`,
    )
    .meta({ param: { example: 'ann' } }),
})

const RequiredOnBehalfOf = OnBehalfOf.required()

/**
 * The user whose call it is: the one of the auth token, or the one that a server names. An empty
 * name is a mistake: without one a call may see everything.
 *
 * @throws PlatformError `ERR_BAD_REQUEST`.
 */
export function onBehalfOf(c: Context<Env>): string | undefined {
  return c.env.user ?? check(OnBehalfOf, { onBehalfOf: c.req.header('onBehalfOf') }).onBehalfOf
}

/**
 * The user whose call it is, where it has to be somebody's.
 *
 * @throws PlatformError `ERR_BAD_REQUEST`.
 */
export function onBehalfOfSomeone(c: Context<Env>): string {
  const onBehalfOf = c.req.header('onBehalfOf')
  return c.env.user ?? check(RequiredOnBehalfOf, { onBehalfOf }).onBehalfOf
}
