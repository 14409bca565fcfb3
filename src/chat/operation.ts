import type { Context } from 'hono'
import type * as z from 'zod'
import type { Env } from '../http/env.ts'
import type { Operation } from '../http/operation.ts'
import { jsonOf, readText } from '../http/read-json.ts'
import { check } from './check.ts'
import { describeOperation, type OperationDescription } from './describe-operation.ts'
import { onBehalfOf, onBehalfOfSomeone } from './on-behalf-of.ts'
import { replyData } from './reply.ts'

type OnBehalfOf = 'optional' | 'required'
type Nothing = z.ZodObject<Record<never, never>>

/** The input of an operation, parsed by its schemas. */
interface Input<Params, Query, Headers, Body, Caller> {
  params: z.output<Params>
  query: z.output<Query>
  headers: z.output<Headers>
  body: z.output<Body>
  /** The uid of the user on whose behalf the call is made. */
  caller: Caller extends 'required' ? string : string | undefined
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
  Caller extends OnBehalfOf,
> extends OperationDescription {
  method: Operation['method']
  /** As OpenAPI writes it: `/v3/users/{uid}`. */
  path: `/v3/${string}`
  onBehalfOf?: Caller
  params?: Params
  query?: Query
  headers?: Headers
  body?: Body
  data?: Data
  meta?: Meta
  handle(
    input: Input<Params, Query, Headers, Body, Caller>,
    c: Context<Env>,
  ): Promise<Answer<Data, Meta> | Response>
}

/** Any definition. */
interface AnyDefinition
  extends Definition<
    z.ZodObject,
    z.ZodObject,
    z.ZodObject,
    z.ZodType,
    z.ZodType,
    z.ZodType,
    OnBehalfOf
  > {}

/**
 * Declares an operation: its route, the validation of its input and its description in OpenAPI. The
 * input is validated in this order: caller, path, query, headers, body. `handle` returns `data` and
 * `meta`, or a response.
 */
export function operation<
  Params extends z.ZodObject = Nothing,
  Query extends z.ZodObject = Nothing,
  Headers extends z.ZodObject = Nothing,
  Body extends z.ZodType = Nothing,
  Data extends z.ZodType = Nothing,
  Meta extends z.ZodType = Nothing,
  Caller extends OnBehalfOf = 'optional',
>(definition: Definition<Params, Query, Headers, Body, Data, Meta, Caller>): Operation
export function operation(definition: AnyDefinition): Operation {
  const { method, path } = definition
  return {
    method,
    path,
    openapi: describeOperation(definition),
    async handle(c) {
      const answer = await definition.handle(await readInput(definition, c), c)
      return answer instanceof Response ? answer : replyData(c, answer.data, answer.meta)
    },
  }
}

const CALLER = { optional: onBehalfOf, required: onBehalfOfSomeone }

async function readInput(definition: AnyDefinition, c: Context<Env>) {
  const { onBehalfOf, params, query, headers } = definition
  return {
    caller: onBehalfOf && CALLER[onBehalfOf](c),
    params: params ? check(params, c.req.param()) : {},
    query: query ? check(query, c.req.query()) : {},
    headers: headers ? check(headers, c.req.header()) : {},
    body: await readBody(definition, c),
  }
}

async function readBody({ body, isBodyOptional }: AnyDefinition, c: Context<Env>) {
  if (!body) return {}
  const text = await readText(c)
  return check(body, isBodyOptional && text === '' ? {} : jsonOf(text))
}
