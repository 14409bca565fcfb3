import type { Context } from 'hono'
import * as z from 'zod'
import type { Env } from '../http/env.ts'
import { check } from './check.ts'
import { Id } from './field.ts'

const WITH_TOKEN = 'Must be absent with an auth token, which identifies the user.'

/** The header in OpenAPI, if it is optional. */
export const OnBehalfOf = z.object({
  onBehalfOf: Id.optional().describe(
    `The uid of the user on whose behalf the call is made. ${WITH_TOKEN}`,
  ),
})

/** The header in OpenAPI, if a user is required. */
export const OnBehalfOfSomeone = z.object({
  onBehalfOf: Id.optional()
    .describe(
      `The uid of the user on whose behalf the call is made: required with an API key. ${WITH_TOKEN}`,
    )
    .meta({ param: { example: 'ann' } }),
})

const RequiredOnBehalfOf = OnBehalfOf.required()

/**
 * The user of a call: that of the auth token, or the one named by a server. An empty header is
 * rejected, because a call without a user may see everything.
 *
 * @throws PlatformError `ERR_BAD_REQUEST`.
 */
export function onBehalfOf(c: Context<Env>): string | undefined {
  return c.get('user') ?? check(OnBehalfOf, { onBehalfOf: c.req.header('onBehalfOf') }).onBehalfOf
}

/**
 * The user of a call that requires one.
 *
 * @throws PlatformError `ERR_BAD_REQUEST`.
 */
export function onBehalfOfSomeone(c: Context<Env>): string {
  const onBehalfOf = c.req.header('onBehalfOf')
  return c.get('user') ?? check(RequiredOnBehalfOf, { onBehalfOf }).onBehalfOf
}
