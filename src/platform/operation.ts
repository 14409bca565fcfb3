import type { Context } from 'hono'
import * as z from 'zod'
import type { Env } from '../http/env.ts'
import {
  declare,
  type Definition as HttpDefinition,
  type Input as HttpInput,
  type HttpOperation,
  type Nothing,
} from '../http/operation.ts'
import { check } from './check.ts'
import { Id } from './field.ts'
import { ErrorFields, PLATFORM_ERROR_CODES, PlatformError } from './platform-error.ts'

/**
 * What a call is made with:
 *
 * - `fullAccess`: an API key for a server, which may do everything, on behalf of any user.
 * - `authOnly`: an API key that can only sign users in.
 * - `user`: the auth token of a user, limited to what that user may see and change.
 */
export type PlatformCredential = NonNullable<Env['Variables']['credential']>

export const SIGN_IN = ['fullAccess', 'authOnly'] as const
export const USER = ['fullAccess', 'user'] as const
export const EVERYONE = ['fullAccess', 'authOnly', 'user'] as const

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

/** @throws PlatformError `AUTH_ERR_NO_ACCESS` if the credential of the call does not suffice. */
export function requireCredential(
  c: Context<Env>,
  credentials: readonly PlatformCredential[],
): void {
  const credential = c.get('credential')
  if (credential && credentials.includes(credential)) return
  const kind = credential === 'user' ? 'auth token' : 'API key'
  const message = `This ${kind} is not allowed to call this operation.`
  const required = credentials.map((one) =>
    one === 'user' ? 'the auth token of a user' : `an API key with the scope ${one}`,
  )
  const devMessage = `The operation requires ${required.join(' or ')}.`
  throw new PlatformError('AUTH_ERR_NO_ACCESS', message, { devMessage })
}

/** Since OpenAPI 3.1, a requirement may list roles for any scheme: https://spec.openapis.org/oas/v3.1.1#security-requirement-object */
function requirement(credential: PlatformCredential): Record<string, string[]> {
  return credential === 'user' ? { authToken: [] } : { apikey: [credential] }
}

type By = 'optional' | 'required'

const OnBehalfOf = z.object({ onBehalfOf: Id.optional() })

/** The header in OpenAPI: with an auth token it is absent in any case. */
function documentedHeader(by: By) {
  const need = by === 'required' ? ': required with an API key. ' : '. '
  const described = OnBehalfOf.shape.onBehalfOf.describe(
    `The uid of the user on whose behalf the call is made${need}` +
      'Must be absent with an auth token, which identifies the user.',
  )
  const example = by === 'required' ? { param: { example: 'ann' } } : {}
  return z.object({ onBehalfOf: described.meta(example) })
}

/**
 * The user of a call: that of the auth token, or the one named by a server. An empty header is
 * rejected, because a call without a user may see everything.
 */
function userOf(c: Context<Env>, by: By): string | undefined {
  const schema = by === 'required' ? OnBehalfOf.required() : OnBehalfOf
  return c.get('user') ?? check(schema, { onBehalfOf: c.req.header('onBehalfOf') }).onBehalfOf
}

const FAMILY = {
  parse: check,
  failure: z
    .object({ error: ErrorFields.extend({ code: z.enum(PLATFORM_ERROR_CODES) }) })
    .meta({ id: 'PlatformFailure' }),
}

interface Input<Params, Query, Headers, Body, ByUser>
  extends HttpInput<Params, Query, Headers, Body> {
  /** The uid of the user on whose behalf the call is made. */
  user: ByUser extends 'required' ? string : string | undefined
}

interface Definition<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Headers extends z.ZodObject,
  Body extends z.ZodType,
  Data extends z.ZodType,
  Meta extends z.ZodType,
  ByUser extends By,
> extends Omit<
    HttpDefinition<Params, Query, Headers, Body, Data>,
    'operationId' | 'method' | 'path' | 'tags' | 'security' | 'handle'
  > {
  /** `USER` by default if calls can be made on behalf of a user, else only `fullAccess`. */
  credentials?: readonly PlatformCredential[]
  /** Absent if the call is not for users. */
  onBehalfOf?: ByUser
  /** The body in OpenAPI, if it differs from the schema that parses it. */
  documentedBody?: z.ZodType
  /** `meta` of the response, if any. */
  meta?: Meta
  handle(
    input: Input<Params, Query, Headers, Body, ByUser>,
    c: Context<Env>,
  ): Promise<{ data: z.output<Data>; meta?: z.output<Meta> } | Response>
}

interface AnyDefinition
  extends Definition<z.ZodObject, z.ZodObject, z.ZodObject, z.ZodType, z.ZodType, z.ZodType, By> {}

/**
 * Declares an operation of the platform: it says which credentials it takes, its answer has `data` and
 * `meta`, and it may be made on behalf of a user.
 */
export function platformOperation<
  Params extends z.ZodObject = Nothing,
  Query extends z.ZodObject = Nothing,
  Headers extends z.ZodObject = Nothing,
  Body extends z.ZodType = Nothing,
  Data extends z.ZodType = Nothing,
  Meta extends z.ZodType = Nothing,
  ByUser extends By = 'optional',
>(
  operationId: string,
  method: HttpOperation['method'],
  path: `/v3/${string}`,
  definition: Definition<Params, Query, Headers, Body, Data, Meta, ByUser>,
): HttpOperation
export function platformOperation(
  operationId: string,
  method: HttpOperation['method'],
  path: `/v3/${string}`,
  definition: AnyDefinition,
): HttpOperation {
  const { headers, body, data, meta, onBehalfOf: by } = definition
  const { credentials = by ? USER : (['fullAccess'] as const) } = definition
  const header = by && documentedHeader(by)
  const declared = declare(
    {
      ...definition,
      operationId,
      method,
      path,
      tags: [],
      security: credentials.map(requirement),
      documented: {
        headers: header && headers ? header.extend(headers.shape) : (header ?? headers),
        body: definition.documentedBody ?? body,
      },
      data: data && z.object({ data, ...(meta && { meta }) }),
      handle: (input, c) => {
        const query = c.get('credential') === 'user' ? shortPage(input.query) : input.query
        return definition.handle({ ...input, query, user: by && userOf(c, by) }, c)
      },
    },
    FAMILY,
  )
  return {
    ...declared,
    async handle(c) {
      requireCredential(c, credentials)
      if (by) userOf(c, by) // an invalid user is reported before the rest of the input
      return declared.handle(c)
    },
  }
}

/** More than one user's page shows at once. */
const MAX_USER_ITEMS = 100

/** The query of a list. A user gets fewer items at once than a server. */
function shortPage(query: Record<string, unknown>) {
  const sizes = ['limit', 'perPage', 'per_page'].flatMap((name) => {
    const size = query[name]
    return typeof size === 'number' ? [[name, Math.min(size, MAX_USER_ITEMS)]] : []
  })
  return { ...query, ...Object.fromEntries(sizes) }
}

/** Operations under one heading in OpenAPI. */
export function tagged(tag: string, operations: readonly HttpOperation[]): HttpOperation[] {
  const tags = [`Chat platform: ${tag}`]
  return operations.map((one) => ({ ...one, openapi: { ...one.openapi, tags } }))
}

/** The answer of an operation that has nothing to show. */
export const Done = z.object({ success: z.literal(true), message: z.string() })

export function done(message: string) {
  return { data: { success: true as const, message } }
}
