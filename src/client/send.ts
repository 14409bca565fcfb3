import { PlatformClientError } from './client-error.ts'
import { type Clock, either } from './clock.ts'
import type { Issue } from './issue.ts'
import type { Pace } from './pace.ts'
import { type Call, type RequestConfig, request } from './request.ts'
import { type Answer, responseError, waitMs } from './response-error.ts'
import { parse, type Schema } from './schema.ts'

export interface Operation<T> extends Call {
  /** What is read of the answer. */
  answer: Schema<T>
  /** Whether it does no harm when it is made twice; whatever is no POST does none. */
  isRepeatable?: boolean
  pace?: Pace
  /** Once it aborts no further call is made; the one under way may end. */
  stop?: AbortSignal | undefined
}

/** One operation, made again where that is safe and may help. */
export type Send = <T>(operation: Operation<T>) => Promise<T>

export interface SendConfig extends RequestConfig {
  clock: Clock
  random(): number
  /** How often a call is made again at most. */
  retries: number
  onRetry(error: PlatformClientError, waitMs: number): void
}

const FIRST_WAIT_MS = 1_000
const MAX_WAIT_MS = 30_000

/** A platform that asks for more than this is called again by somebody else, later. */
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
      return readDocument(answer, operation.answer)
    })
  }
}

/** Whoever has a token is one user, and nobody else. */
export function checkCaller({ onBehalfOf }: Call, { credentials }: RequestConfig): void {
  if (onBehalfOf === undefined || !credentials.isToken) return
  const issue = { field: 'onBehalfOf', message: 'must not be given with an auth token' }
  throw new PlatformClientError('invalid-request', `${issue.field}: ${issue.message}`, {
    details: [issue],
  })
}

type Retried = Pick<Operation<unknown>, 'method' | 'isRepeatable' | 'pace' | 'signal' | 'stop'>

/** An attempt, and further ones where that is safe and may help. */
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
  if (status === 429) return true // it was turned away, and so was not done
  return isRepeatable && (status >= 500 || code === 'unreachable' || code === 'timed-out')
}

/** Twice as long each time, and by chance up to a half less, so that not all come back at once. */
export function backoffMs(failed: number, random: number, firstMs = FIRST_WAIT_MS): number {
  const longest = Math.min(Math.max(firstMs, MAX_WAIT_MS), firstMs * 2 ** (failed - 1))
  return Math.round(longest * (1 - random / 2))
}

export function readDocument<T>({ status, text }: Answer, schema: Schema<T>): T {
  const { data, issues } = parse(schema, parsedJson(text, status))
  if (!issues) return data
  throw unreadable(status, issues.slice(0, 3).map(sentence).join(', '))
}

const sentence = ({ field, message }: Issue) => `${field} ${message}`

function parsedJson(text: string, status: number): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    // The parser's own words quote the body.
    throw unreadable(status, 'no JSON')
  }
}

export function unreadable(status: number | undefined, reason: string): PlatformClientError {
  const message = 'The platform answered with something we cannot read: is the base address right?'
  return new PlatformClientError('unreadable', message, { status, cause: new Error(reason) })
}
