const STATUS = {
  'invalid-request': 400,
  /** The request refers to something that is no longer there, and must bring it along. */
  'not-kept': 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  gone: 410,
  'payload-too-large': 413,
  'unsupported-media-type': 415,
  'rate-limited': 429,
  /** The caller disconnected before the response. Proxies log it as 499. */
  cancelled: 499,
  internal: 500,
  'upstream-failed': 502,
  'upstream-unavailable': 503,
  'not-configured': 503,
  unavailable: 503,
  'upstream-timeout': 504,
} as const

export type ErrorCode = keyof typeof STATUS

/** The code if it is one of ours; any other is `internal`. */
export function knownCode(code: string): ErrorCode {
  return isErrorCode(code) ? code : 'internal'
}

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(STATUS, code)
}

export const ERROR_CODES = Object.keys(STATUS)

interface AppErrorOptions extends ErrorOptions {
  /** Response headers that belong to the failure, such as `Allow`. */
  headers?: Readonly<Record<string, string>>
  /** How long the caller should wait, if known. Sent as `Retry-After`. */
  retryAfterMs?: number | undefined
  /** Whether the same call may succeed if it is repeated at once. */
  retryable?: boolean
}

/** A failure we understand. `message` is written for the caller; `cause` is only for the log. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly headers: Readonly<Record<string, string>>
  readonly retryAfterMs: number | undefined
  readonly retryable: boolean

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    const { headers = {}, retryAfterMs, retryable = false, ...rest } = options
    super(message, rest)
    this.code = code
    this.headers = headers
    this.retryAfterMs = retryAfterMs
    this.retryable = retryable
  }

  get status() {
    return STATUS[this.code]
  }

  /** An unexpected error becomes `internal`: its details are for the log only. */
  static from(error: unknown): AppError {
    if (error instanceof AppError) return error
    return new AppError('internal', 'An error occurred', { cause: error })
  }
}

/** The code of an error of the system or of a library, such as `ENOENT`. */
export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

/** The message of a value that was thrown. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
