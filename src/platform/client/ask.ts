import pRetry from 'p-retry'
import type * as z from 'zod'
import { PlatformClientError } from './client-error.ts'
import { type Clock, either } from './clock.ts'
import { type Answer, type Call, exchange, type Line } from './exchange.ts'
import type { Pace } from './pace.ts'
import { refusal, waitMs } from './refusal.ts'

export interface Question<Schema extends z.ZodType> extends Call {
  /** What of the answer is read. */
  schema: Schema
  /** Whether it does no harm when it is made twice. */
  repeatable: boolean
  pace?: Pace
  /** Once it aborts no further call is made; the one under way may end. */
  stop?: AbortSignal | undefined
}

/** One operation, made again where that is safe and may help. */
export type Ask = <Schema extends z.ZodType>(
  question: Question<Schema>,
) => Promise<z.output<Schema>>

export interface AskNeeds extends Line {
  clock: Clock
  random(): number
  /** How often a call is made again at most. */
  retries: number
  onRetry(error: PlatformClientError, waitMs: number): void
}

const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

/** A platform that asks for more than this is asked again by somebody else, later. */
const MOST_PATIENCE_MS = 120_000

export function createAsk(needs: AskNeeds): Ask {
  const { clock, random, retries, onRetry } = needs

  return (question) => {
    const { schema, repeatable, pace, signal, stop } = question
    const waiting = either(signal, stop)

    const attempt = async () => {
      await pace?.turn(waiting)
      const answer = await exchange(question, needs)
      if (answer.status >= 400) throw refusal(answer, needs.apiKey, clock.now())
      const wait = waitMs(answer.headers, clock.now())
      if (wait !== undefined) pace?.pause(Math.min(wait, MOST_PATIENCE_MS))
      return read(answer, schema)
    }

    return pRetry(attempt, {
      retries,
      minTimeout: 0, // the waiting is done below, on our own clock
      shouldRetry: ({ error }) => isHopeful(error, repeatable),
      async onFailedAttempt({ error, attemptNumber, retriesLeft }) {
        if (retriesLeft === 0 || !isHopeful(error, repeatable)) return
        const wait = error.retryAfterMs ?? backoffMs(attemptNumber, random())
        onRetry(error, wait)
        pace?.pause(wait)
        await clock.sleep(wait, waiting)
      },
    })
  }
}

function isHopeful(error: Error, repeatable: boolean): error is PlatformClientError {
  if (!(error instanceof PlatformClientError)) return false
  const { code, status = 0, retryAfterMs = 0 } = error
  if (retryAfterMs > MOST_PATIENCE_MS) return false
  if (status === 429) return true // it was turned away, and so was not done
  return repeatable && (status >= 500 || code === 'unreachable' || code === 'timed-out')
}

/** Twice as long each time, and by chance up to a half less, so that not all come back at once. */
function backoffMs(attemptNumber: number, random: number) {
  const longest = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attemptNumber - 1))
  return Math.round(longest * (1 - random / 2))
}

function read<Schema extends z.ZodType>({ status, text }: Answer, schema: Schema) {
  const parsed = schema.safeParse(parsedJson(text, status))
  if (parsed.success) return parsed.data
  const places = parsed.error.issues
    .slice(0, 3)
    .map(({ path, code }) => `${code} at ${path.join('.')}`)
  throw unreadable(status, places.join(', '))
}

function parsedJson(text: string, status: number): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    // The parser's own words quote the body.
    throw unreadable(status, 'no JSON')
  }
}

function unreadable(status: number, reason: string) {
  const message = 'The platform answered with something we cannot read: is the base address right?'
  return new PlatformClientError('unreadable', message, { status, cause: new Error(reason) })
}
