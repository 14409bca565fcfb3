import type { Context } from 'hono'
import type * as z from 'zod'
import type { ZodOpenApiOperationObject, ZodOpenApiResponsesObject } from 'zod-openapi'
import { describeResponses } from './describe-responses.ts'
import type { Env } from './env.ts'
import { reply } from './reply.ts'

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** One method of one path: its handler, and its OpenAPI entry. */
export interface Operation {
  readonly method: Method
  /** As OpenAPI writes it: `/api/agents/{agentId}`. */
  readonly path: `/${string}`
  readonly openapi: ZodOpenApiOperationObject
  handle(c: Context<Env>): Response | Promise<Response>
}

/** What every declaration has. The schemas are those that the handler reads its input with. */
interface Description {
  method: Method
  path: `/${string}`
  operationId: string
  tags: string[]
  summary: string
  params?: z.ZodObject
  query?: z.ZodObject
  /** The JSON body. */
  body?: z.ZodType
  /** Responses besides the data and errors, or in their place. */
  responses?: ZodOpenApiResponsesObject
}

interface DataOperation<Data extends z.ZodType> extends Description {
  /** The JSON of a good response. */
  data: Data
  handle(c: Context<Env>): Result<z.output<Data>>
}

interface ResponseOperation extends Description {
  data?: undefined
  handle: Operation['handle']
}

type Result<Data> = Data | Response | Promise<Data | Response>

/**
 * Declares an operation once: its route and its OpenAPI entry are made from this. The handler returns
 * `data`, or a response of its own.
 */
export function operation<Data extends z.ZodType>(definition: DataOperation<Data>): Operation
export function operation(definition: ResponseOperation): Operation
export function operation(definition: DataOperation<z.ZodType> | ResponseOperation): Operation {
  const { method, path, operationId, tags, summary, params, query, body, data } = definition
  const requestParams = { ...(params && { path: params }), ...(query && { query }) }
  return {
    method,
    path,
    openapi: {
      operationId,
      tags,
      summary,
      ...((params || query) && { requestParams }),
      ...(body && {
        requestBody: { required: true, content: { 'application/json': { schema: body } } },
      }),
      responses: describeResponses(data, definition.responses),
    },
    handle: definition.data ? replying(definition) : definition.handle,
  }
}

function replying({ handle }: DataOperation<z.ZodType>) {
  return async (c: Context<Env>) => {
    const result = await handle(c)
    return result instanceof Response ? result : reply(c, result)
  }
}
