const STATUS = {
  'invalid-request': 400,
  'not-found': 404,
  'method-not-allowed': 405,
  'payload-too-large': 413,
  internal: 500,
} as const

export type ErrorCode = keyof typeof STATUS

interface AppErrorOptions extends ErrorOptions {
  /** Response headers that belong to the failure, such as `Allow`. */
  headers?: Readonly<Record<string, string>>
}

/** A failure we understand. `message` is written for the caller; `cause` is only for the log. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly headers: Readonly<Record<string, string>>

  constructor(
    code: ErrorCode,
    message: string,
    { headers = {}, ...options }: AppErrorOptions = {},
  ) {
    super(message, options)
    this.code = code
    this.headers = headers
  }

  get status() {
    return STATUS[this.code]
  }

  /** Whatever we did not foresee is `internal`: logged whole, shown bare. */
  static from(error: unknown): AppError {
    if (error instanceof AppError) return error
    return new AppError('internal', 'An error occurred', { cause: error })
  }
}
