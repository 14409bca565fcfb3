import type { ErrorHandler } from 'hono'
import * as z from 'zod'
import { AppError, type ErrorCode } from '../core/error.ts'
import type { Log } from '../core/log.ts'
import type { Env } from '../http/env.ts'
import { headersOf, replyJson } from '../http/reply.ts'
import { databaseError } from '../storage/database-error.ts'

const STATUS = {
  ERR_BAD_REQUEST: 400,
  ERR_PAYLOAD_TOO_LARGE: 413,
  ERR_UNSUPPORTED_MEDIA_TYPE: 415,
  AUTH_ERR_EMPTY_APIKEY: 401,
  AUTH_ERR_APIKEY_NOT_FOUND: 401,
  AUTH_ERR_AUTH_TOKEN_NOT_FOUND: 401,
  AUTH_ERR_NO_ACCESS: 403,
  ERR_API_NOT_FOUND: 404,
  ERR_METHOD_NOT_ALLOWED: 405,
  ERR_TOO_MANY_REQUESTS: 429,
  /** The caller disconnected: nobody reads this. */
  ERR_REQUEST_CANCELLED: 499,
  ERR_MISSION_FAILED: 500,
  ERR_NOT_CONFIGURED: 503,
  ERR_SERVICE_UNAVAILABLE: 503,
  ERR_TIMEOUT: 504,

  ERR_UID_NOT_FOUND: 404,
  ERR_AUTH_TOKEN_NOT_FOUND: 404,
  ERR_GUID_NOT_FOUND: 404,
  ERR_UID_ALREADY_EXISTS: 409,
  ERR_GUID_ALREADY_EXISTS: 409,
  ERR_GROUP_NOT_JOINED: 403,
  ERR_BANNED_GROUPMEMBER: 403,
  ERR_ALREADY_JOINED: 409,
  ERR_OWNER_EXIT_FORBIDDEN: 403,
  ERR_GROUP_NO_MODERATOR_SCOPE: 403,

  ERR_CONVERSATION_NOT_FOUND: 404,

  ERR_IMPORT_INVALID_MEMBER_FORMAT: 400,
  ERR_IMPORT_INVALID_JOINEDAT: 400,

  ERR_MESSAGE_ID_NOT_FOUND: 404,
  ERR_MESSAGE_NO_ACCESS: 403,
  ERR_MESSAGE_DELETED: 409,
  ERR_MESSAGE_NOT_EDITABLE: 409,
  ERR_MUID_ALREADY_EXISTS: 409,
  ERR_REACTION_LIMIT_EXCEEDED: 400,

  ERR_AGENT_NOT_FOUND: 404,
  ERR_TOOL_NOT_FOUND: 404,
  ERR_TOOL_ALREADY_EXISTS: 409,
  ERR_TOOL_IN_USE: 409,
} as const

export type PlatformErrorCode = keyof typeof STATUS
export const PLATFORM_ERROR_CODES = Object.keys(STATUS)

interface PlatformErrorOptions extends ErrorOptions {
  /** More for the developer than users should read. By default the same as the message. */
  devMessage?: string
  /** The issues of each invalid field, by its path. */
  details?: Readonly<Record<string, string[]>>
  /** Headers of the response. */
  headers?: Readonly<Record<string, string>>
}

/** An error with one of the platform's codes. Everything but `cause` is sent to the caller. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError'
  readonly code: PlatformErrorCode
  readonly devMessage: string
  readonly details: Readonly<Record<string, string[]>>
  readonly headers: Readonly<Record<string, string>>

  constructor(code: PlatformErrorCode, message: string, options: PlatformErrorOptions = {}) {
    const { devMessage = message, details = {}, headers = {}, ...rest } = options
    super(message, rest)
    this.code = code
    this.devMessage = devMessage
    this.details = details
    this.headers = headers
  }

  get status() {
    return STATUS[this.code]
  }

  /** Any unexpected error becomes `ERR_MISSION_FAILED`: its cause is logged and not shown. */
  static from(error: unknown): PlatformError {
    if (error instanceof PlatformError) return error
    const known = AppError.from(databaseError(error))
    const { message, cause } = known
    const code = CODES[known.code] ?? 'ERR_MISSION_FAILED'
    return new PlatformError(code, message, { headers: headersOf(known), cause })
  }
}

/** Of our own errors. The others are no fault of the caller, and not shown. */
const CODES: Readonly<Partial<Record<ErrorCode, PlatformErrorCode>>> = {
  forbidden: 'AUTH_ERR_NO_ACCESS',
  'rate-limited': 'ERR_TOO_MANY_REQUESTS',
  'invalid-request': 'ERR_BAD_REQUEST',
  'not-found': 'ERR_API_NOT_FOUND',
  'method-not-allowed': 'ERR_METHOD_NOT_ALLOWED',
  'payload-too-large': 'ERR_PAYLOAD_TOO_LARGE',
  'unsupported-media-type': 'ERR_UNSUPPORTED_MEDIA_TYPE',
  unavailable: 'ERR_SERVICE_UNAVAILABLE',
  'upstream-timeout': 'ERR_TIMEOUT',
  cancelled: 'ERR_REQUEST_CANCELLED',
}

/** An error about one field of the request, at this path. */
export function invalidField(
  path: string,
  reason: string,
  code: PlatformErrorCode = 'ERR_BAD_REQUEST',
) {
  return new PlatformError(code, `${path} ${reason}.`, { details: { [path]: [reason] } })
}

/** Answers errors in the format of the platform, and logs the cause of server errors. */
export function platformErrors({ log }: { log: Log }): ErrorHandler<Env> {
  return (thrown, c) => {
    const error = PlatformError.from(thrown)
    if (error.status >= 500 && error.cause) {
      log.error('request-failed', { requestId: c.get('requestId'), error: error.cause })
    }
    return replyJson(c, { error: platformErrorBody(error) }, error.status, error.headers)
  }
}

/** The part of an error that is sent to the caller. */
export function platformErrorBody({ code, message, devMessage, details }: PlatformError) {
  return { code, message, devMessage, details }
}

/** The schema of that part. */
export const ErrorFields = z.object({
  code: z.string().describe('Such as `ERR_BAD_REQUEST`.'),
  message: z.string().describe('What went wrong, for users.'),
  devMessage: z.string().describe('More about it, for developers.'),
  details: z
    .record(z.string(), z.array(z.string()))
    .describe('What is wrong with each field, by path.'),
})
