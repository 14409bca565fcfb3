import type * as z from 'zod'
import { issueMessage } from '../../issue-message.ts'
import { PlatformClientError } from './client-error.ts'
import { faultSentence } from './fault.ts'

export interface CallOptions {
  /** The uid of the user in whose name the call is made. */
  onBehalfOf?: string | undefined
  signal?: AbortSignal | undefined
  timeoutMs?: number | undefined
}

/**
 * What a caller gave us, before it is sent.
 *
 * @throws PlatformClientError `invalid-request` that names the fields.
 */
export function checked<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const { data, error } = schema.safeParse(value, { error: issueMessage })
  if (!error) return data
  const details = error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))
  throw new PlatformClientError('invalid-request', faultSentence(details), { details })
}
