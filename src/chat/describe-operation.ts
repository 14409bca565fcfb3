import * as z from 'zod'
import type { ZodOpenApiOperationObject } from 'zod-openapi'
import { CALLERS, type Caller, type OperationId } from './callers.ts'
import { OnBehalfOf, OnBehalfOfSomeone } from './on-behalf-of.ts'
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
const REQUIREMENTS = {
  fullAccess: { apikey: ['fullAccess'] },
  authOnly: { apikey: ['authOnly'] },
  user: { authToken: [] },
} as const satisfies Record<Caller, object>

function securityOf(operationId: OperationId) {
  return CALLERS[operationId].map((caller) => {
    const [[scheme, roles] = ['', []]] = Object.entries<readonly string[]>(REQUIREMENTS[caller])
    return { [scheme]: [...roles] }
  })
}

const Envelope = z.object({ error: ErrorFields }).meta({ id: 'PlatformFailure' })

/** The input and output of an operation. */
export interface OperationDescription {
  operationId: OperationId
  tags: string[]
  summary: string
  description?: string
  /** Whether the call may or must be made on behalf of a user. Absent if it is not for users. */
  onBehalfOf?: 'optional' | 'required'
  params?: z.ZodObject
  query?: z.ZodObject
  headers?: z.ZodObject
  body?: z.ZodType
  /** The body in OpenAPI, if it differs from the schema that parses it. */
  documentedBody?: z.ZodType
  isBodyOptional?: boolean
  /** `data` of the response. Absent if it is always a stream of events. */
  data?: z.ZodType
  /** `meta` of the response, if any. */
  meta?: z.ZodType
  /** Describes the server-sent events, if the response can be a stream. */
  events?: string
}

/** The OpenAPI description of an operation: its callers, input, response and errors. */
export function describeOperation(operation: OperationDescription): ZodOpenApiOperationObject {
  const { operationId, tags, summary, description } = operation
  return {
    operationId,
    tags,
    summary,
    ...(description && { description }),
    ...describeInput(operation),
    security: securityOf(operationId),
    responses: {
      200: describeAnswer(operation),
      default: { description: 'A failure.', content: { 'application/json': { schema: Envelope } } },
    },
  }
}

const CALLED_BY = { optional: OnBehalfOf, required: OnBehalfOfSomeone }

function describeInput(operation: OperationDescription) {
  const { onBehalfOf, params, query, headers, body, isBodyOptional = false } = operation
  const user = onBehalfOf && CALLED_BY[onBehalfOf]
  const header = user && headers ? user.extend(headers.shape) : (user ?? headers)
  const schema = operation.documentedBody ?? body
  const requestParams = {
    ...(header && { header }),
    ...(params && { path: params }),
    ...(query && { query }),
  }
  return {
    ...(Object.keys(requestParams).length > 0 && { requestParams }),
    ...(schema && {
      requestBody: { required: !isBodyOptional, content: { 'application/json': { schema } } },
    }),
  }
}

function describeAnswer({ data, meta, events }: OperationDescription) {
  const schema = data && z.object({ data, ...(meta && { meta }) })
  return {
    description: events ? `The answer. ${events}` : 'The answer.',
    content: {
      ...(schema && { 'application/json': { schema } }),
      ...(events && { 'text/event-stream': { schema: { type: 'string' as const } } }),
    },
  }
}
