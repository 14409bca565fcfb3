import { tryParseJson } from '../core/json.ts'
import { PlatformClientError } from './client-error.ts'
import { type Clock, either } from './clock.ts'
import type { Issue } from './issue.ts'
import type { Pace } from './pace.ts'
import { type Call, type RequestConfig, request } from './request.ts'
import { type Answer, responseError, waitMs } from './response-error.ts'
import { parse, type Schema } from './schema.ts'

export interface Operation<T> extends Call {
  /** The schema of the response. */
  answer: Schema<T>
  /** Whether it is safe to repeat. By default true for all methods but POST. */
  isRepeatable?: boolean
  pace?: Pace
  /** Once it aborts, no further calls are made, but the current one is completed. */
  stop?: AbortSignal | undefined
}

/** Makes the call of an operation, with retries where that is safe and may help. */
export type Send = <T>(operation: Operation<T>) => Promise<T>

export interface SendConfig extends RequestConfig {
  clock: Clock
  random(): number
  /** The maximum number of retries of a call. */
  retries: number
  onRetry(error: PlatformClientError, waitMs: number): void
}

const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 30_000

/** If the platform asks to wait longer, the call fails instead. */
const MAX_RETRY_AFTER_MS = 120_000

export function createSend(config: SendConfig): Send {
  return (operation) => {
    const { pace, signal, stop } = operation
    const waiting = either(signal, stop)
    checkCaller(operation, config)
    return withRetries(operation, config, async () => {
      await pace?.turn(waiting)
      const answer = await request(operation, config)
      const now = config.clock.now()
      if (answer.status >= 400) throw responseError(answer, config.credentials.mask, now)
      const wait = waitMs(answer.headers, now)
      if (wait !== undefined) pace?.pause(Math.min(wait, MAX_RETRY_AFTER_MS))
      return parseResponse(answer, operation.answer)
    })
  }
}

/** An auth token identifies the user, so `onBehalfOf` is not allowed with it. */
export function checkCaller({ onBehalfOf }: Call, { credentials }: RequestConfig): void {
  if (onBehalfOf === undefined || !credentials.isToken) return
  const issue = {
    field: 'onBehalfOf',
    message: 'must not be given with an auth token, which identifies the user',
  }
  throw new PlatformClientError('invalid-request', `${issue.field}: ${issue.message}`, {
    details: [issue],
  })
}

type Retried = Pick<Operation<unknown>, 'method' | 'isRepeatable' | 'pace' | 'signal' | 'stop'>

/** Retries an attempt where that is safe and may help. */
export async function withRetries<T>(
  { method, isRepeatable = method !== 'POST', pace, signal, stop }: Retried,
  { clock, random, retries, onRetry }: SendConfig,
  attempt: () => Promise<T>,
): Promise<T> {
  for (let failed = 1; ; failed += 1) {
    try {
      return await attempt()
    } catch (error) {
      if (failed > retries || !isRetryable(error, isRepeatable)) throw error
      const wait = error.retryAfterMs ?? backoffMs(failed, random())
      onRetry(error, wait)
      pace?.pause(wait)
      await clock.sleep(wait, either(signal, stop))
    }
  }
}

export function isRetryable(error: unknown, isRepeatable: boolean): error is PlatformClientError {
  if (!(error instanceof PlatformClientError)) return false
  const { code, status = 0, retryAfterMs = 0 } = error
  if (retryAfterMs > MAX_RETRY_AFTER_MS) return false
  if (status === 429) return true // rejected, so it was not executed
  return isRepeatable && (status >= 500 || code === 'unreachable' || code === 'timed-out')
}

/** Exponential backoff with jitter: up to half of the delay is random. */
export function backoffMs(failed: number, random: number, firstMs = FIRST_WAIT_MS): number {
  const longest = Math.min(Math.max(firstMs, MAX_WAIT_MS), firstMs * 2 ** (failed - 1))
  return Math.round(longest * (1 - random / 2))
}

export function parseResponse<T>({ status, text }: Answer, schema: Schema<T>): T {
  const { data, issues } = parse(schema, parsedJson(text, status))
  if (!issues) return data
  throw unreadable(status, issues.slice(0, 3).map(sentence).join(', '))
}

const sentence = ({ field, message }: Issue) => `${field} ${message}`

function parsedJson(text: string, status: number): unknown {
  const value = tryParseJson(text)
  if (value === undefined && text !== '') throw unreadable(status, 'not JSON')
  return value
}

export function unreadable(status: number | undefined, reason: string): PlatformClientError {
  const message = 'Unexpected response from the platform. Check baseUrl.'
  return new PlatformClientError('unreadable', message, { status, cause: new Error(reason) })
}
