import { isRecord } from '../core/json.ts'
import type { PlatformClientError } from './client-error.ts'
import { type Clock, systemClock } from './clock.ts'
import {
  type AuthTokenSource,
  apiKeyCredentials,
  authTokenCredentials,
  KEY_FORM,
} from './credentials.ts'
import { checked } from './options.ts'
import { integer, optional, refined, type Schema, strict, text, valid } from './schema.ts'
import type { SendConfig } from './send.ts'

/** The platform allows 60 a minute. The margin is for calls that are delayed on the way. */
const IMPORTS_A_MINUTE = 55
const TIMEOUT_MS = 30_000
const MAX_BYTES = 8 * 1024 * 1024
const RETRIES = 5

interface Limits {
  /** For one call. For a stream, until it starts. */
  timeoutMs?: number | undefined
  /** Of a response, and of one event. */
  maxBytes?: number | undefined
  /** How often a call is retried at most. */
  retries?: number | undefined
  /** The number of import calls per minute, of this client. */
  importsAMinute?: number | undefined
}

interface Place extends Limits {
  /**
   * The URL that the paths of operations are appended to: that of the hosted platform contains the app
   * id and the region; the local one is `http://127.0.0.1:8787`.
   */
  baseUrl: string
}

interface Caller {
  /** For a server, which makes calls on behalf of any user. Never use it in a browser. */
  apiKey?: string | undefined
  /** Of a user, for a front end. A function is called once more after a 401. */
  authToken?: AuthTokenSource | undefined
}

const form = (pattern: RegExp, message: string) =>
  valid<string>((value) => pattern.test(String(value)), message)

const BaseUrl = refined(
  text,
  valid<string>(
    (value) => /^https?:/.test(String(value)) && URL.canParse(String(value)),
    'must be an http or https URL',
  ),
  form(/^https?:\/\/[^@?#]+$/, 'must not contain a user name, a query or a fragment'),
)
const Key = refined(
  valid<string>((value) => typeof value === 'string', 'must be a string', 'is missing'),
  form(KEY_FORM, 'must be a key without spaces'),
)
const Token: Schema<AuthTokenSource> = (value, field, issues) =>
  typeof value === 'function' ? value : Key(value, field, issues)

const Fields = strict<Place & Caller>({
  baseUrl: BaseUrl,
  apiKey: optional(Key),
  authToken: optional(Token),
  timeoutMs: optional(integer(1)),
  maxBytes: optional(integer(1)),
  retries: optional(integer(0)),
  importsAMinute: optional(integer(1)),
})

const Options: Schema<Place & Caller> = (value, field, issues) => {
  const { apiKey, authToken } = isRecord(value) ? value : {}
  if (apiKey === undefined && authToken === undefined) {
    issues.push({ field: 'apiKey', message: 'is required, unless there is an authToken' })
  } else if (apiKey !== undefined && authToken !== undefined) {
    issues.push({ field: 'authToken', message: 'must not be given together with apiKey' })
  }
  return Fields(value, field, issues)
}

/** The platform to call, and how. Exactly one of `apiKey` and `authToken` is required. */
export interface PlatformClientOptions extends Place, Caller {
  fetch?: typeof globalThis.fetch
  clock?: Clock
  random?: () => number
  /** Called before each retry, with the error and the time until then. */
  onRetry?: (error: PlatformClientError, waitMs: number) => void
}

/** @throws PlatformClientError `invalid-request` if the options are invalid. */
export function readOptions({
  fetch = globalThis.fetch,
  clock = systemClock,
  random = Math.random,
  onRetry = () => {},
  ...rest
}: PlatformClientOptions): { config: SendConfig; importsAMinute: number } {
  const { baseUrl, apiKey = '', authToken, ...limits } = checked(Options, rest)
  const { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES, retries = RETRIES } = limits
  const config = {
    baseUrl: baseUrl.replace(/\/+$/, ''),
    credentials:
      authToken === undefined ? apiKeyCredentials(apiKey) : authTokenCredentials(authToken),
    fetch,
    clock,
    random,
    onRetry,
    timeoutMs,
    maxBytes,
    retries,
  }
  return { config, importsAMinute: limits.importsAMinute ?? IMPORTS_A_MINUTE }
}
