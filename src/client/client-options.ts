import { invalidInput, type PlatformClientError } from './client-error.ts'
import { type Clock, systemClock } from './clock.ts'
import {
  type AuthTokenSource,
  apiKeyCredentials,
  authTokenCredentials,
  KEY_FORM,
} from './credentials.ts'
import type { SendConfig } from './send.ts'

const TIMEOUT_MS = 30_000
const MAX_BYTES = 8 * 1024 * 1024
const RETRIES = 5

/** The platform to call, and how. Exactly one of `apiKey` and `authToken` is required. */
export interface PlatformClientOptions {
  /**
   * The URL that the paths of operations are appended to: that of the hosted platform contains the app
   * id and the region; the local one is `http://127.0.0.1:8787`.
   */
  baseUrl: string
  /** For a server, which makes calls on behalf of any user. Never use it in a browser. */
  apiKey?: string | undefined
  /** Of a user, for a front end. A function is called once more after a 401. */
  authToken?: AuthTokenSource | undefined
  /** For one call. For a stream, until it starts. */
  timeoutMs?: number | undefined
  /** Of a response, and of one event. */
  maxBytes?: number | undefined
  /** How often a call is retried at most. */
  retries?: number | undefined
  /** The number of import calls per minute, of this client. */
  importsAMinute?: number | undefined
  fetch?: typeof globalThis.fetch
  clock?: Clock
  random?: () => number
  /** Called before each retry, with the error and the time until then. */
  onRetry?: (error: PlatformClientError, waitMs: number) => void
}

/** @throws PlatformClientError `invalid-request` if the options are invalid. */
export function readOptions(options: PlatformClientOptions): SendConfig & { baseUrl: string } {
  const { fetch = globalThis.fetch, clock = systemClock, random = Math.random } = options
  const { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES, retries = RETRIES } = options
  const { onRetry = () => {} } = options
  const limits = { timeoutMs, maxBytes, retries }
  const credentials = credentialsOf(options)
  return { baseUrl: baseUrlOf(options), credentials, fetch, clock, random, onRetry, ...limits }
}

function baseUrlOf({ baseUrl }: PlatformClientOptions): string {
  if (!/^https?:/.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw invalidInput('baseUrl', 'must be an http or https URL')
  }
  if (/[@?#]/.test(baseUrl)) {
    throw invalidInput('baseUrl', 'must not contain a user name, a query or a fragment')
  }
  return baseUrl.replace(/\/+$/, '')
}

function credentialsOf({ apiKey, authToken }: PlatformClientOptions) {
  if (authToken === undefined) {
    if (apiKey === undefined) {
      throw invalidInput('apiKey', 'is required, unless there is an authToken')
    }
    return apiKeyCredentials(asKey('apiKey', apiKey))
  }
  if (apiKey !== undefined)
    throw invalidInput('authToken', 'must not be given together with apiKey')
  const isFunction = typeof authToken === 'function'
  return authTokenCredentials(isFunction ? authToken : asKey('authToken', authToken))
}

function asKey(field: string, key: string): string {
  if (KEY_FORM.test(key)) return key
  throw invalidInput(field, 'must be a key without spaces')
}
