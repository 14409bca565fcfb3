import { DrizzleQueryError } from 'drizzle-orm/errors'

/** Why a query failed, without the values it was made with: those are not for a log. */
export function queryFault(error: unknown): unknown {
  if (!(error instanceof DrizzleQueryError)) return error
  return error.cause ?? new Error('a query failed')
}
