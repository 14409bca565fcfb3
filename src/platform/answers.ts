import * as z from 'zod'
import type { ZodOpenApiOperationObject } from 'zod-openapi'

/** How OpenAPI knows the key. */
export const SECURITY_SCHEMES = {
  apikey: {
    type: 'apiKey',
    in: 'header',
    name: 'apikey',
    description: 'An API key of the chat platform with the scope fullAccess.',
  },
} as const

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
  operationId: string
  tags: string[]
  summary: string
  /** What `data` of the answer is; without it there are events alone. */
  data?: z.ZodType
  /** What `meta` of the answer is, where there is any. */
  meta?: z.ZodType
  /** Where the answer may be a stream of server-sent events instead: which. */
  events?: string
}

/** An operation of the platform as OpenAPI describes it: its key, its answer, its failures. */
export function operation({ data, meta, events, ...rest }: Operation): ZodOpenApiOperationObject {
  const schema = data && z.object({ data, ...(meta && { meta }) })
  return {
    ...rest,
    security: [{ apikey: [] }],
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
