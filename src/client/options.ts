import { PlatformClientError } from './client-error.ts'
import { issueSentence } from './issue.ts'
import { parse, type Schema } from './schema.ts'

export interface CallOptions {
  /** The uid of the user on whose behalf a call with an API key is made. */
  onBehalfOf?: string | undefined
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
}

/**
 * Validates input before it is sent.
 *
 * @throws PlatformClientError `invalid-request`, which names the fields.
 */
export function checked<T>(schema: Schema<T>, value: unknown): T {
  const { data, issues } = parse(schema, value)
  if (!issues) return data
  throw new PlatformClientError('invalid-request', issueSentence(issues), { details: issues })
}
