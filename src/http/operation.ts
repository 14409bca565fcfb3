import type { Context } from 'hono'
import * as z from 'zod'
import type { ZodOpenApiOperationObject, ZodOpenApiResponsesObject } from 'zod-openapi'
import { ERROR_CODES } from '../core/error.ts'
import { parse } from '../core/validation.ts'
import type { Env } from './env.ts'
import { declaredQuery } from './query.ts'
import { jsonOf, readText } from './read-json.ts'
import { replyJson } from './reply.ts'

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** One method of one path: its handler, and its OpenAPI entry. */
export interface HttpOperation {
  readonly method: Method
  /** The path as OpenAPI writes it: `/api/agents/{agentId}`. */
  readonly path: `/${string}`
  readonly openapi: ZodOpenApiOperationObject
  /** Whether its answer is a stream of events: whatever the caller accepts, or if that is accepted. */
  readonly streams?: 'always' | 'if-accepted'
  handle(c: Context<Env>): Promise<Response>
}

/** The input of an operation, parsed by its schemas. */
export interface Input<Params, Query, Headers, Body> {
  params: z.output<Params>
  query: z.output<Query>
  headers: z.output<Headers>
  body: z.output<Body>
}

/** An operation: its route, the schemas of its input and its answer, its description, its handler. */
export interface Definition<
  Params extends z.ZodObject,
  Query extends z.ZodObject,
  Headers extends z.ZodObject,
  Body extends z.ZodType,
  Data extends z.ZodType,
> {
  method: Method
  path: HttpOperation['path']
  operationId: string
  tags: string[]
  summary: string
  description?: string | undefined
  /** The required keys, if they are not the same for all operations. */
  security?: ZodOpenApiOperationObject['security']
  params?: Params | undefined
  /** Every other parameter of a GET is rejected. */
  query?: Query | undefined
  headers?: Headers | undefined
  /** The JSON body. */
  body?: Body | undefined
  isBodyOptional?: boolean | undefined
  /** Parts in OpenAPI that the handler reads itself, or that are described by another schema. */
  documented?: {
    params?: z.ZodObject | undefined
    headers?: z.ZodObject | undefined
    body?: z.ZodType | undefined
  }
  /** The JSON of a good response. Absent if there is none. */
  data?: Data | undefined
  /** Describes the server-sent events, if the response can be a stream. */
  events?: string | undefined
  /** Responses besides those, or in their place. */
  responses?: ZodOpenApiResponsesObject
  /** Returns `data`, or a response of its own. */
  handle(
    input: Input<Params, Query, Headers, Body>,
    c: Context<Env>,
  ): z.output<Data> | Response | Promise<z.output<Data> | Response>
}

interface AnyDefinition
  extends Definition<z.ZodObject, z.ZodObject, z.ZodObject, z.ZodType, z.ZodType> {}

/** The common parts of a family of operations. */
interface Family {
  /** Parses a part of a request. Throws if it is invalid. */
  parse<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema>
  /** The body of every error. */
  failure: z.ZodType
}

export type Nothing = z.ZodObject<Record<never, never>>

const Failure = z
  .object({
    error: z.string().describe('A sentence for the caller.'),
    code: z.enum(ERROR_CODES),
    requestId: z.string(),
  })
  .meta({ id: 'Failure' })

/**
 * Declares an operation once: its route, the validation of its input and its OpenAPI entry are made
 * from this.
 */
export function operation<
  Params extends z.ZodObject = Nothing,
  Query extends z.ZodObject = Nothing,
  Headers extends z.ZodObject = Nothing,
  Body extends z.ZodType = Nothing,
  Data extends z.ZodType = z.ZodNever,
>(definition: Definition<Params, Query, Headers, Body, Data>): HttpOperation
export function operation(definition: AnyDefinition): HttpOperation {
  return declare(definition, { parse, failure: Failure })
}

/** Declares an operation of a family. Input is parsed in this order: path, query, headers, body. */
export function declare(definition: AnyDefinition, { parse, failure }: Family): HttpOperation {
  const { method, path, params, headers } = definition
  const query = queryOf(definition)
  return {
    method,
    path,
    openapi: describe(definition, failure),
    ...(definition.events && { streams: definition.data ? 'if-accepted' : 'always' }),
    async handle(c) {
      const input = {
        params: params ? parse(params, c.req.param()) : {},
        query: query ? parse(query, c.req.queries()) : {},
        headers: headers ? parse(headers, c.req.header()) : {},
        body: definition.body ? parse(definition.body, await readBody(c, definition)) : {},
      }
      const answer = await definition.handle(input, c)
      return answer instanceof Response ? answer : replyJson(c, answer)
    },
  }
}

/** `/health` and the streams ignore unknown parameters. */
function queryOf({ method, path, query }: AnyDefinition) {
  const takesNone = !query && !(method === 'get' && path.startsWith('/api/'))
  return takesNone ? undefined : declaredQuery(query ?? z.object({}), path)
}

async function readBody(c: Context<Env>, { isBodyOptional }: AnyDefinition) {
  const text = await readText(c)
  return isBodyOptional && text === '' ? {} : jsonOf(c, text)
}

function describe(definition: AnyDefinition, failure: z.ZodType): ZodOpenApiOperationObject {
  const { operationId, tags, summary, description, security, isBodyOptional = false } = definition
  const { params, query, headers, body } = { ...definition, ...definition.documented }
  const requestParams = {
    ...(headers && { header: headers }),
    ...(params && { path: params }),
    ...(query && { query }),
  }
  return {
    operationId,
    tags,
    summary,
    ...(description && { description }),
    ...(security && { security }),
    ...(Object.keys(requestParams).length > 0 && { requestParams }),
    ...(body && {
      requestBody: {
        required: !isBodyOptional,
        content: { 'application/json': { schema: body } },
      },
    }),
    responses: {
      ...goodResponse(definition),
      default: { description: 'An error.', content: { 'application/json': { schema: failure } } },
      ...definition.responses,
    },
  }
}

/** JSON and a stream are told apart by their media types. */
function goodResponse({ data, events }: AnyDefinition) {
  if (!data && !events) return {}
  const content = {
    ...(data && { 'application/json': { schema: data } }),
    ...(events && { 'text/event-stream': { schema: { type: 'string' as const } } }),
  }
  return { 200: { description: events ? `The answer. ${events}` : 'The answer.', content } }
}
