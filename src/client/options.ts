import { type ClientError, invalidInput } from './client-error.ts'
import { type ServerClock, systemClock } from './clock.ts'
import { type Credential, createCredential, type Secret } from './credentials.ts'

const TIMEOUT_MS = 30_000
const MAX_BYTES = 8 * 1024 * 1024
const RETRIES = 5

export interface ClientOptions {
  /** For everything but the chat platform, if the service is protected. */
  token?: Secret | undefined
  /** Of the chat platform, for a server. Never use it in a browser. */
  apiKey?: string | undefined
  /** Of a user of the chat platform, for a front end, in place of an API key. */
  authToken?: Secret | undefined
  /** For one call. For a stream, until it starts. */
  timeoutMs?: number | undefined
  /** Of a response, and of one event. */
  maxBytes?: number | undefined
  /** How often a call is retried at most. */
  retries?: number | undefined
  fetch?: typeof globalThis.fetch
  clock?: ServerClock
  random?: () => number
  /** Called before each retry, with the error and the time until then. */
  onRetry?: (error: ClientError, waitMs: number) => void
}

export type ClientConfig = ReturnType<typeof readOptions>

/** @throws ClientError `invalid-request` if the URL or the options are invalid. */
export function readOptions(url: string, options: ClientOptions) {
  const { fetch = globalThis.fetch, clock = systemClock, random = Math.random } = options
  const { timeoutMs = TIMEOUT_MS, maxBytes = MAX_BYTES, retries = RETRIES } = options
  const { onRetry = () => {}, token, apiKey, authToken } = options
  if (apiKey !== undefined && authToken !== undefined) {
    throw invalidInput('authToken', 'must not be given together with apiKey')
  }
  const service = token === undefined ? undefined : createCredential('authorization', token)
  const platform =
    authToken !== undefined
      ? createCredential('authToken', authToken)
      : apiKey !== undefined
        ? createCredential('apikey', apiKey)
        : undefined
  return {
    baseUrl: baseUrlOf(url),
    /** Of the chat platform under `/v3`, or of all else. */
    credentialOf: (path: string): Credential | undefined =>
      path.startsWith('/v3/') ? platform : service,
    ...{ fetch, clock, random, onRetry, timeoutMs, maxBytes, retries },
  }
}

function baseUrlOf(url: string): string {
  if (!/^https?:/.test(url) || !URL.canParse(url)) {
    throw invalidInput('url', 'must be an http or https URL')
  }
  if (/[@?#]/.test(url)) {
    throw invalidInput('url', 'must not contain a user name, a query or a fragment')
  }
  return url.replace(/\/+$/, '')
}
