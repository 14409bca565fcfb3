import type { AppError, ErrorCode } from '../core/error.ts'

/** Codes that have another name at OpenAI. */
const NAMES: Partial<Record<ErrorCode, string>> = {
  unauthenticated: 'invalid_api_key',
  'rate-limited': 'rate_limit_exceeded',
}

/** An error as OpenAI's clients read it. `param` is the field that our messages start with. */
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
