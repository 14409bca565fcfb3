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

/** The platform lets in 60 a minute; the rest is for calls that took their time to arrive. */
const IMPORTS_A_MINUTE = 55
const TIMEOUT_MS = 30_000
const MAX_BYTES = 8 * 1024 * 1024
const RETRIES = 5

interface Limits {
  /** Of one call. Of a stream it is the time until it begins. */
  timeoutMs?: number | undefined
  /** Of an answer, and of one event. */
  maxBytes?: number | undefined
  /** How often a call is made again at most. */
  retries?: number | undefined
  /** How often members are imported, on all calls of this client together. */
  importsAMinute?: number | undefined
}

interface Place extends Limits {
  /**
   * What the operations' paths are put after: the hosted platform's address carries the app id and
   * the region, the local one is `http://127.0.0.1:8787`.
   */
  baseUrl: string
}

interface Caller {
  /** Of a server, which makes calls in the name of anyone. Never for a browser. */
  apiKey?: string | undefined
  /** Of a user, for a front end. A function is asked again once after a 401. */
  authToken?: AuthTokenSource | undefined
}

const form = (pattern: RegExp, message: string) =>
  valid<string>((value) => pattern.test(String(value)), message)

const BaseUrl = refined(
  text,
  valid<string>(
    (value) => /^https?:/.test(String(value)) && URL.canParse(String(value)),
    'must be an http or https address',
  ),
  form(/^https?:\/\/[^@?#]+$/, 'must be an address and no more'),
)
const Key = refined(
  valid<string>((value) => typeof value === 'string', 'must be a string', 'is missing'),
  form(KEY_FORM, 'must be a key, without blanks'),
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
    issues.push({ field: 'apiKey', message: 'is missing, and so is an authToken' })
  } else if (apiKey !== undefined && authToken !== undefined) {
    issues.push({ field: 'authToken', message: 'must not be given with an apiKey' })
  }
  return Fields(value, field, issues)
}

/** Who calls, where, and within which limits: one of `apiKey` and `authToken` is given. */
export interface PlatformClientOptions extends Place, Caller {
  fetch?: typeof globalThis.fetch
  clock?: Clock
  random?: () => number
  /** Is called after each failure after which a call is made again, with when. */
  onRetry?: (error: PlatformClientError, waitMs: number) => void
}

/** @throws PlatformClientError `invalid-request` when the options are wrong. */
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
