import type { Context } from 'hono'
import * as z from 'zod'
import type { Door } from '../route/door.ts'
import { check } from './check.ts'
import { Id } from './field.ts'

export const OnBehalfOf = z.object({
  onBehalfOf: Id.optional().describe('The uid of the user on whose behalf the call is made.'),
})

export const OnBehalfOfSomeone = OnBehalfOf.required()

/**
 * The user on whose behalf a call is made, where it names one. An empty name is a mistake: without
 * one a call may see everything.
 *
 * @throws PlatformFailure `ERR_BAD_REQUEST`.
 */
export function onBehalfOf(c: Context<Door>): string | undefined {
  return check(OnBehalfOf, { onBehalfOf: c.req.header('onBehalfOf') }).onBehalfOf
}

/**
 * The user on whose behalf a call is made that somebody has to make.
 *
 * @throws PlatformFailure `ERR_BAD_REQUEST`.
 */
export function onBehalfOfSomeone(c: Context<Door>): string {
  return check(OnBehalfOfSomeone, { onBehalfOf: c.req.header('onBehalfOf') }).onBehalfOf
}
