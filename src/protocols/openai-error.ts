import type { AppError, ErrorCode } from '../core/error.ts'

/** Codes for which OpenAI has names of its own; every other keeps ours. */
const NAMES: Partial<Record<ErrorCode, string>> = {
  unauthenticated: 'invalid_api_key',
  'rate-limited': 'rate_limit_exceeded',
}

/** A failure as OpenAI's clients read it. Our sentences begin with the field that they are about. */
export function openAiErrorBody({ code, message, status }: AppError) {
  const [, param = null] = (status < 500 && /^([\w.]+): /.exec(message)) || []
  const isUnknownModel = code === 'not-found' && param === 'model'
  const name = isUnknownModel ? 'model_not_found' : (NAMES[code] ?? code)
  return { error: { message, type: typeOf(status), param, code: name } }
}

function typeOf(status: number) {
  if (status === 429) return 'rate_limit_error'
  return status >= 500 ? 'server_error' : 'invalid_request_error'
}
