import { PlatformClientError } from './client-error.ts'
import { issueSentence } from './issue.ts'
import { parse, type Schema } from './schema.ts'

export interface CallOptions {
  /** The uid of the user in whose name a call with an API key is made. */
  onBehalfOf?: string | undefined
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
}

/**
 * What a caller gave us, before it is sent.
 *
 * @throws PlatformClientError `invalid-request` that names the fields.
 */
export function checked<T>(schema: Schema<T>, value: unknown): T {
  const { data, issues } = parse(schema, value)
  if (!issues) return data
  throw new PlatformClientError('invalid-request', issueSentence(issues), { details: issues })
}
