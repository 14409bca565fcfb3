import type { Hono } from 'hono'
import * as z from 'zod'
import type {
  ZodOpenApiPathsObject,
  ZodOpenApiResponsesObject,
  ZodOpenApiSecuritySchemeObject,
} from 'zod-openapi'
import type { AppError } from '../core/error.ts'
import type { Env } from './env.ts'

/** A part of the HTTP surface: its handlers, and the same paths as OpenAPI describes them. */
export interface Routes {
  readonly paths: ZodOpenApiPathsObject
  readonly routes: Hono<Env>
  /**
   * Lets everybody in, and counts no calls: for what costs nothing, and for what admits its
   * callers itself. Unless this is said, callers have to be admitted.
   */
  readonly isOpen?: boolean
  /** Whether it wants keys of its own: then it is for nobody who may not call at all. */
  readonly hasOwnKeys?: boolean
  /** Tells those who are turned away before any route, where that is not told as everywhere. */
  readonly refuse?: (env: Env['Bindings'], error: AppError) => Response
  /** How OpenAPI describes these keys. */
  readonly securitySchemes?: Readonly<Record<string, ZodOpenApiSecuritySchemeObject>>
}

const Failure = z
  .object({
    error: z.string().describe('A sentence for the caller.'),
    code: z.string(),
    requestId: z.string(),
  })
  .meta({ id: 'Failure' })

/** What every failure looks like. */
export const FAILED: ZodOpenApiResponsesObject = {
  default: { description: 'A failure.', content: { 'application/json': { schema: Failure } } },
}

const Csv = z.string().meta({ description: 'A header row, then a product a row (RFC 4180).' })

/** The answers of a route whose list can be had as CSV too. */
export function listResponses(schema: z.ZodType): ZodOpenApiResponsesObject {
  const content = { 'application/json': { schema }, 'text/csv': { schema: Csv } }
  return { ...answers(schema), 200: { description: 'The answer.', content } }
}

/** The answers of a JSON route: the good one, and what every failure looks like. */
export function answers(schema: z.ZodType, description = 'The answer.'): ZodOpenApiResponsesObject {
  return {
    200: { description, content: { 'application/json': { schema } } },
    ...FAILED,
  }
}
