import * as z from 'zod'
import type { ZodOpenApiOperationObject } from 'zod-openapi'
import { CALLERS, type Caller, type OperationId } from './callers.ts'

/** How OpenAPI knows the keys and tokens. */
export const SECURITY_SCHEMES = {
  apikey: {
    type: 'apiKey',
    in: 'header',
    name: 'apikey',
    description:
      'An API key of the chat platform, for servers. Each operation names the scopes of the keys ' +
      'that may call it: fullAccess, or also authOnly, which signs users in.',
  },
  authToken: {
    type: 'apiKey',
    in: 'header',
    name: 'authToken',
    description: 'The auth token of a user, for front ends: calls are made as that user.',
  },
} as const

/** A requirement may list roles, whatever its scheme: https://spec.openapis.org/oas/v3.1.1#security-requirement-object */
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

/** What the envelope of a failure holds. */
export const FailureFields = z.object({
  code: z.string().describe('Such as `ERR_BAD_REQUEST`.'),
  message: z.string().describe('A sentence for the caller.'),
  devMessage: z.string().describe('A sentence for the developer.'),
  details: z
    .record(z.string(), z.array(z.string()))
    .describe('What is wrong with each field, by its path.'),
})

const Envelope = z.object({ error: FailureFields }).meta({ id: 'PlatformFailure' })

interface Operation extends Omit<ZodOpenApiOperationObject, 'responses'> {
  operationId: OperationId
  tags: string[]
  summary: string
  /** What `data` of the answer is; without it there are events alone. */
  data?: z.ZodType
  /** What `meta` of the answer is, where there is any. */
  meta?: z.ZodType
  /** Where the answer may be a stream of server-sent events instead: which. */
  events?: string
}

/** An operation of the platform as OpenAPI describes it: its callers, its answer, its failures. */
export function operation({ data, meta, events, ...rest }: Operation): ZodOpenApiOperationObject {
  const schema = data && z.object({ data, ...(meta && { meta }) })
  return {
    ...rest,
    security: securityOf(rest.operationId),
    responses: {
      200: {
        description: events ? `The answer. ${events}` : 'The answer.',
        content: {
          ...(schema && { 'application/json': { schema } }),
          ...(events && { 'text/event-stream': { schema: { type: 'string' } } }),
        },
      },
      default: { description: 'A failure.', content: { 'application/json': { schema: Envelope } } },
    },
  }
}
