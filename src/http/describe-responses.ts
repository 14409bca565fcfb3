import * as z from 'zod'
import type { ZodOpenApiResponsesObject } from 'zod-openapi'

const Failure = z
  .object({
    error: z.string().describe('A sentence for the caller.'),
    code: z.string(),
    requestId: z.string(),
  })
  .meta({ id: 'Failure' })

/** What every error response looks like. */
const ERROR_RESPONSE: ZodOpenApiResponsesObject = {
  default: { description: 'An error.', content: { 'application/json': { schema: Failure } } },
}

const Csv = z.string().meta({ description: 'A header row, then a product a row (RFC 4180).' })

/** The responses of a list that can be had as CSV too. */
export function describeListResponses(schema: z.ZodType): ZodOpenApiResponsesObject {
  const content = { 'application/json': { schema }, 'text/csv': { schema: Csv } }
  return { ...ERROR_RESPONSE, 200: { description: 'The answer.', content } }
}

/** How OpenAPI describes responses in JSON: the good one, unless it is described apart, and errors. */
export function describeResponses(
  data?: z.ZodType,
  others: ZodOpenApiResponsesObject = {},
): ZodOpenApiResponsesObject {
  const good = data && {
    200: { description: 'The answer.', content: { 'application/json': { schema: data } } },
  }
  return { ...good, ...ERROR_RESPONSE, ...others }
}
