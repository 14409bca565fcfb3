import type { Context } from 'hono'
import * as z from 'zod'
import type { Env } from '../http/env.ts'
import {
  declare,
  type Definition as HttpDefinition,
  type Input as HttpInput,
  type Nothing,
  type Operation,
} from '../http/operation.ts'
import { CALLERS, type Caller, type OperationId } from './callers.ts'
import { check } from './check.ts'
import { OnBehalfOf, OnBehalfOfSomeone, onBehalfOf, onBehalfOfSomeone } from './on-behalf-of.ts'
import { ErrorFields } from './reply.ts'

/** The API keys and auth tokens in OpenAPI. */
export const SECURITY_SCHEMES = {
  apikey: {
    type: 'apiKey',
    in: 'header',
    name: 'apikey',
    description:
      'An API key of the chat platform, for servers. Each operation lists the scopes of the keys ' +
      'that may call it: fullAccess, or also authOnly, which can only sign users in.',
  },
  authToken: {
    type: 'apiKey',
    in: 'header',
    name: 'authToken',
    description: 'The auth token of a user, for front ends. Calls are made as that user.',
  },
} as const

/** Since OpenAPI 3.1, a requirement may list roles for any scheme: https://spec.openapis.org/oas/v3.1.1#security-requirement-object */
const REQUIREMENTS: Readonly<Record<Caller, Record<string, string[]>>> = {
  fullAccess: { apikey: ['fullAccess'] },
  authOnly: { apikey: ['authOnly'] },
  user: { authToken: [] },
}

const FAMILY = {
  parse: check,
  failure: z.object({ error: ErrorFields }).meta({ id: 'PlatformFailure' }),
}

/** Whether a call may or must be made on behalf of a user. */
const CALLED_BY = {
  optional: { header: OnBehalfOf, read: onBehalfOf },
  required: { header: OnBehalfOfSomeone, read: onBehalfOfSomeone },
}

interface Input<Params, Query, Headers, Body, By> extends HttpInput<Params, Query, Headers, Body> {
  /** The uid of the user on whose behalf the call is made. */
  caller: By extends 'required' ? string : string | undefined
}

interface Answer<Data, Meta> {
  data: z.output<Data>
  meta?: z.output<Meta>
}

interface Definition<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Headers extends z.ZodObject,
  Body extends z.ZodType,
  Data extends z.ZodType,
  Meta extends z.ZodType,
  By extends keyof typeof CALLED_BY,
> extends Omit<HttpDefinition<Params, Query, Headers, Body, Data>, 'handle' | 'security'> {
  operationId: OperationId
  path: `/v3/${string}`
  /** Absent if the call is not for users. */
  onBehalfOf?: By
  /** The body in OpenAPI, if it differs from the schema that parses it. */
  documentedBody?: z.ZodType
  /** `meta` of the response, if any. */
  meta?: Meta
  handle(
    input: Input<Params, Query, Headers, Body, By>,
    c: Context<Env>,
  ): Promise<Answer<Data, Meta> | Response>
}

interface AnyDefinition
  extends Definition<
    z.ZodObject,
    z.ZodObject,
    z.ZodObject,
    z.ZodType,
    z.ZodType,
    z.ZodType,
    keyof typeof CALLED_BY
  > {}

/**
 * Declares an operation of the platform: who may call it is listed in `CALLERS`, its answer has `data`
 * and `meta`, and it may be made on behalf of a user.
 */
export function operation<
  Params extends z.ZodObject = Nothing,
  Query extends z.ZodObject = Nothing,
  Headers extends z.ZodObject = Nothing,
  Body extends z.ZodType = Nothing,
  Data extends z.ZodType = Nothing,
  Meta extends z.ZodType = Nothing,
  By extends keyof typeof CALLED_BY = 'optional',
>(definition: Definition<Params, Query, Headers, Body, Data, Meta, By>): Operation
export function operation(definition: AnyDefinition): Operation {
  const { operationId, headers, body, data, meta } = definition
  const by = definition.onBehalfOf && CALLED_BY[definition.onBehalfOf]
  const declared = declare(
    {
      ...definition,
      security: CALLERS[operationId].map((caller) => REQUIREMENTS[caller]),
      documented: {
        headers: by && headers ? by.header.extend(headers.shape) : (by?.header ?? headers),
        body: definition.documentedBody ?? body,
      },
      data: data && z.object({ data, ...(meta && { meta }) }),
      handle: (input, c) => definition.handle({ ...input, caller: by?.read(c) }, c),
    },
    FAMILY,
  )
  return {
    ...declared,
    async handle(c) {
      by?.read(c) // an invalid caller is reported before the rest of the input
      return declared.handle(c)
    },
  }
}
